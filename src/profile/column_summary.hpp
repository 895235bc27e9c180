// What the profile of a column is made of: its different values and how often each is there. A column in
// memory and one that is read in blocks of records give the same profile by it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/column.hpp"
#include "core/exact_sum.hpp"
#include "core/value.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::profile {

struct ColumnSummary {
  Column values;                     // each value once, in the order of their first records
  std::vector<std::size_t> records;  // of each of these
  bool all_values = true;            // false: these are the first of very many, whose records are not counted
  std::size_t rows = 0, missing = 0;
  std::size_t distinct = 0, once = 0;  // different values that are present, and those of one record
  Value minimum, maximum;              // of numbers and dates; null where there are none
  double lowest = 0.0, highest = 0.0;  // the same as numbers; dates as days
  ExactSum sum;                        // of these, whatever the order of the records
  bool running = false;                // each record's integer is that of the last one plus one
};

// Adds minimum, maximum and sum of a column of numbers or dates; nothing of texts. Rows may stand for several
// records.
void add_spread(ColumnSummary& summary, const Column& column, const stats::RecordCounts& times = {});

// The rows of a column, block after block.
class SummaryOfBlocks {
 public:
  // More than `most` values are not kept.
  explicit SummaryOfBlocks(std::size_t most) : most_(most) {}

  void add(const Column& block);
  // Where there are more: `distinct` and `once` are to be counted elsewhere.
  bool has_all_values() const { return result_.all_values; }
  // `outline` has the type of the column and, where they are known, all its labels.
  ColumnSummary finished(const Column& outline);

 private:
  void add_running(const Column& block);
  void add_values(const Column& block);
  void add_labels(const Codes& block);
  Column values_like(const Column& outline) const;

  std::size_t most_;
  ColumnSummary result_;
  bool running_ = true;
  std::int64_t last_ = 0;
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::unordered_map<std::string, std::size_t> label_places_;
  std::vector<std::string> labels_;
  std::vector<Column> kept_;  // values that were new in each block
};

}  // namespace sfumato::profile
