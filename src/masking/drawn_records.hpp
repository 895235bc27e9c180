// Synthetic records while they are drawn, as rows of the original that have their values, and the table that
// they become.
#pragma once

#include <vector>

#include "core/method.hpp"
#include "masking/record_rules.hpp"
#include "masking/tree_chain.hpp"

namespace sfumato::masking {

class DrawnRecords {
 public:
  // `targets` are drawn; with `stays` the other columns have the original's values row by row, and else they
  // are missing.
  DrawnRecords(const Table& original, const ColumnSet& targets, std::size_t rows, bool stays,
               const RecordRules& rules);

  const Table& original() const { return original_; }
  std::size_t rows() const { return rows_; }
  // The row of the original whose value a record has.
  std::uint32_t source(ColumnId id, std::size_t row) const {
    return drawn_[id].empty() ? static_cast<std::uint32_t>(row) : drawn_[id][row].row;
  }
  void set(ColumnId id, std::size_t row, const TreeChain::Cell& cell) { drawn_[id][row] = cell; }
  // As before the first draw.
  void forget(const ColumnSet& columns, std::size_t row);
  const TreeChain::Cell& cell(ColumnId id, std::size_t row) const { return drawn_[id][row]; }
  // For columns of rules: the number, day or category; NaN where it is not drawn yet.
  double value(ColumnId id, std::size_t row) const;
  bool keeps_rules(std::size_t row, std::size_t head) const;
  const RecordRules& rules() const { return rules_; }

  Table table() const;

 private:
  const Table& original_;
  const RecordRules& rules_;
  std::size_t rows_;
  bool stays_;
  std::vector<std::vector<TreeChain::Cell>> drawn_;  // by column; empty for those that stay
  std::vector<Numbers> numbers_;                     // of the original, for columns of rules
};

// How often records were drawn again, and how many still break a rule.
struct Redraws {
  std::size_t redrawn = 0, broken = 0;
};

Redraws added_up(const std::vector<Redraws>& parts);

// The counts as details: "record_rules".
void add_rules(Value& details, const Redraws& redraws, std::size_t broken_in_original);

// Draws a record until it keeps the rules, and puts it into the records. The codes of given variables are
// set.
void draw_record(const TreeChain& chain, const ColumnSet& targets, DrawnRecords& records, std::size_t row,
                 std::size_t head, std::span<std::uint32_t> codes, std::int64_t tries, Rng& rng,
                 Redraws& redraws);

// Original records that break a rule; `head` by record.
std::size_t broken_in_original(const Table& original, const RecordRules& rules,
                               const std::vector<std::uint32_t>& head);

}  // namespace sfumato::masking
