// The numbers of a table's columns as matrices, and pairs of tables reduced to the records that are
// complete in both, which is what measures compare.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// NaN where missing.
Matrix numbers(const Table& table, const ColumnSet& columns);

// The rows without a NaN, ascending.
std::vector<std::size_t> complete_rows(const Matrix& data);

struct CompletePairs {
  Matrix original;
  Matrix masked;
  std::vector<std::size_t> rows;  // which rows of the tables were kept, ascending
  std::size_t dropped = 0;        // records with a missing value on either side
};

// The tables have equal length and row i of one belongs to row i of the other.
CompletePairs complete_pairs(const Table& original, const Table& masked, const ColumnSet& columns);
// The same of matrices, NaN where missing.
CompletePairs complete_pairs(Matrix original, Matrix masked);

// One number per row of a table: the values at the rows that were used, NaN elsewhere.
std::vector<double> at_rows(const std::vector<double>& values, const std::vector<std::size_t>& used,
                            std::size_t rows);

// The complete rows of `table` whose row in `other` is not complete: records without a known partner there,
// which can still be linked wrongly.
Matrix without_partner(const Table& table, const Table& other, const ColumnSet& columns);

// Adds "records" and, where some were left out, "incomplete_records" to a measure's details.
void describe(const CompletePairs& pairs, Value& details);

}  // namespace sfumato::stats
