// The records of a release that are not suppressed. A record with `*` in every key is suppressed: it agrees
// with no other, but it counts as a record, with no risk, in shares of all records.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::risk {

// By row: are all its keys the text `*`? Where all rows are so, the keys were fully generalized, and all
// records are of one class: none is suppressed. Empty where none is.
std::vector<char> suppressed_records(const Table& masked, const ColumnSet& keys);

class KeptRecords {
 public:
  KeptRecords(const Table& masked, const ColumnSet& keys);

  const Table& table() const { return table_; }  // of the records that are kept
  // Records.
  std::size_t all() const {
    return counts_.records(suppressed_.empty() ? table_.rows() : suppressed_.size());
  }
  std::size_t suppressed() const {
    return counts_.count_if(suppressed_, [](char one) { return one != 0; });
  }
  // Of all rows.
  const stats::RecordCounts& counts() const { return counts_; }

  // From one value per row to those of the kept ones, and back.
  std::vector<double> of_kept(std::vector<double> of_all) const;
  std::vector<double> of_all(std::vector<double> of_kept, double of_suppressed) const;

 private:
  std::vector<char> suppressed_;  // by row; empty where none is
  stats::RecordCounts counts_;
  Table table_;
};

}  // namespace sfumato::risk
