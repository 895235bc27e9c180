// From tables to matrices of complete records.
#include "stats/records.hpp"

#include <cmath>

namespace sfumato::stats {
namespace {

Matrix kept(const Matrix& all, const std::vector<std::size_t>& rows) {
  Matrix result(rows.size(), all.columns());
  for (std::size_t j = 0; j < all.columns(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) result(i, j) = all(rows[i], j);
  }
  return result;
}

bool complete(const Matrix& data, std::size_t row) {
  for (std::size_t j = 0; j < data.columns(); ++j) {
    if (std::isnan(data(row, j))) return false;
  }
  return true;
}

}  // namespace

Matrix numbers(const Table& table, const ColumnSet& columns) {
  Matrix result(table.rows(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Numbers values = table.column(columns[j]).to_numbers();
    std::copy(values.begin(), values.end(), result.column(j).begin());
  }
  return result;
}

CompletePairs complete_pairs(const Table& original, const Table& masked, const ColumnSet& columns) {
  CompletePairs pairs{numbers(original, columns), numbers(masked, columns), {}, 0};
  for (std::size_t row = 0; row < original.rows(); ++row) {
    if (complete(pairs.original, row) && complete(pairs.masked, row)) pairs.rows.push_back(row);
  }
  pairs.dropped = original.rows() - pairs.rows.size();
  if (pairs.dropped > 0) {
    pairs.original = kept(pairs.original, pairs.rows);
    pairs.masked = kept(pairs.masked, pairs.rows);
  }
  return pairs;
}

void describe(const CompletePairs& pairs, Value& details) {
  details.set("records", pairs.rows.size());
  if (pairs.dropped > 0) details.set("incomplete_records", pairs.dropped);
}

}  // namespace sfumato::stats
