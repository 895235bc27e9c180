// From tables to matrices of complete records.
#include "stats/linear/records.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace sfumato::stats {
namespace {

void mark_incomplete(const Matrix& data, std::vector<std::uint8_t>& incomplete) {
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const auto column = data.column(j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (std::isnan(column[i])) incomplete[i] = 1;
    }
  }
}

std::vector<std::size_t> unmarked(const std::vector<std::uint8_t>& incomplete) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < incomplete.size(); ++row) {
    if (incomplete[row] == 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace

Matrix numbers(const Table& table, const ColumnSet& columns) {
  Matrix result(table.rows(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = table.column(columns[j]);
    if (const Numbers* values = column.get_if<Numbers>()) {
      std::copy(values->begin(), values->end(), result.column(j).begin());
    } else {
      const Numbers converted = column.to_numbers();
      std::copy(converted.begin(), converted.end(), result.column(j).begin());
    }
  }
  return result;
}

std::vector<std::size_t> complete_rows(const Matrix& data) {
  std::vector<std::uint8_t> incomplete(data.rows());
  mark_incomplete(data, incomplete);
  return unmarked(incomplete);
}

CompletePairs complete_pairs(const Table& original, const Table& masked, const ColumnSet& columns) {
  return complete_pairs(numbers(original, columns), numbers(masked, columns));
}

CompletePairs complete_pairs(Matrix original, Matrix masked) {
  const std::size_t rows = original.rows();
  CompletePairs pairs{std::move(original), std::move(masked), {}, 0};
  std::vector<std::uint8_t> incomplete(rows);
  mark_incomplete(pairs.original, incomplete);
  mark_incomplete(pairs.masked, incomplete);
  pairs.rows = unmarked(incomplete);
  pairs.dropped = rows - pairs.rows.size();
  if (pairs.dropped > 0) {
    pairs.original = taking_rows(pairs.original, pairs.rows);
    pairs.masked = taking_rows(pairs.masked, pairs.rows);
  }
  return pairs;
}

std::vector<double> at_rows(const std::vector<double>& values, const std::vector<std::size_t>& used,
                            std::size_t rows) {
  std::vector<double> result(rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < used.size(); ++i) result[used[i]] = values[i];
  return result;
}

Matrix without_partner(const Table& table, const Table& other, const ColumnSet& columns) {
  const Matrix own = numbers(table, columns);
  std::vector<std::uint8_t> incomplete(own.rows()), other_incomplete(own.rows());
  mark_incomplete(own, incomplete);
  mark_incomplete(numbers(other, columns), other_incomplete);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < own.rows(); ++row) {
    if (incomplete[row] == 0 && other_incomplete[row] != 0) rows.push_back(row);
  }
  return taking_rows(own, rows);
}

void describe(const CompletePairs& pairs, Value& details) {
  details.set("records", pairs.rows.size());
  if (pairs.dropped > 0) details.set("incomplete_records", pairs.dropped);
}

}  // namespace sfumato::stats
