// Rules that each synthetic record must keep: "age>=15", "if relation=child then age<head.age". A record that
// breaks one is drawn again.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::masking {

class RecordRules {
 public:
  // Each text is CONDITION and CONDITION …, or "if" such conditions "then" such conditions; a condition is
  // COLUMN, one of = != < <= > >=, and a value or a column. With `households` a column may be that of the
  // head of the household: head.COLUMN. Categories of text are compared with < in the order of an ordinal
  // column.
  RecordRules(const std::vector<std::string>& texts, const Table& table, bool households);

  // The value of a column in a record, or in the head of its household; NaN is missing.
  using Lookup = std::function<double(ColumnId column, bool of_head)>;

  bool empty() const { return rules_.empty(); }
  // A condition on a missing value neither holds nor fails: such a rule is kept.
  bool kept(const Lookup& value) const;
  // The columns that rules name, ascending.
  const ColumnSet& columns() const { return columns_; }

 private:
  enum class Comparison { equal, unequal, less, at_most, more, at_least };
  struct Side {
    ColumnId column = 0;
    bool of_head = false;
  };
  struct Condition {
    Side left;
    Comparison comparison = Comparison::equal;
    bool constant = true;
    Side right = {};
    double value = 0.0;
  };
  struct Rule {
    std::vector<Condition> premises, conclusions;
  };
  enum class Truth { no, yes, unknown };

  static Truth truth(const Condition& condition, const Lookup& value);

  friend class RuleParser;
  std::vector<Rule> rules_;
  ColumnSet columns_;
};

}  // namespace sfumato::masking
