// The records of two files stacked, on one scale and with joined categories: the input of a model that
// distinguishes the files.
#pragma once

#include <optional>
#include <vector>

#include "core/table.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/unpaired_rows.hpp"

namespace sfumato::stats {

struct StackedRecords {
  Matrix values;                        // numbers, or positions among categories; the original's come first
  std::vector<std::size_t> categories;  // of each column; 0: numbers
  std::vector<std::size_t> columns;     // which of the compared columns these are
  std::vector<char> indicators;         // are these numbers shares of one category?
  std::size_t original = 0;             // how many records are the original's
};

// The complete records, in the compared columns that vary among them. Numbers are scaled so that the
// original has its minimum at 0 and its maximum at 1; a column that is constant there is scaled by both
// files. Categories are those that occur in either file, joined by their text: the most frequent of the
// original comes first (of several the first by text), the others follow by text. So the order of rows does
// not matter.
// A column of categories with labels becomes several: the share of each category of the original but the most
// frequent one. `coarse` has what is known of such columns; empty: labels are categories of their own.
StackedRecords stacked_records(const Table& original, const Table& masked, const ColumnSet& columns,
                               const UnpairedRows& records,
                               const std::vector<std::optional<CoveredColumn>>& coarse = {});

}  // namespace sfumato::stats
