// What is known of the columns of a table whose records lie in parts, before the first step: types, ranges,
// and the values from which hierarchies are built.
#pragma once

#include <string>
#include <vector>

#include "masking/block_rules.hpp"
#include "masking/block_work.hpp"
#include "masking/category_census.hpp"

namespace sfumato::release {

class PartitionFacts {
 public:
  PartitionFacts() = default;
  // `with_values`: are values counted, for hierarchies?
  PartitionFacts(const Table& outline, bool with_values);

  // An error where a column has another type than in the outline.
  void observe(const Table& part, const masking::RecordNumbers& numbers, const Run& run);
  Value state() const;
  void merge(const Value& state);

  std::size_t rows() const { return rows_; }
  masking::RuleFacts rule_facts(ColumnId id) const;
  // Every value of each column that may have a hierarchy, once.
  Table leaf_values(const Table& outline);

 private:
  struct OfColumn {
    std::string name, type;
    bool identifier = false;
    Column outline = {};
    std::size_t present = 0;
    double lowest = 0.0, highest = 0.0;
    bool whole = true;
    masking::CategoryCensus values = masking::CategoryCensus();

    void see(double value);
  };
  void observe(OfColumn& known, const Column& column, const masking::RecordNumbers& numbers) const;

  std::size_t rows_ = 0;
  std::vector<OfColumn> columns_;
  bool with_values_ = false;
};

}  // namespace sfumato::release
