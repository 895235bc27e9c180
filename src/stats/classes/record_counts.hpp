// Rows that stand for several equal records: a table of distinct records with a column of counts, as it comes
// from data that are too large for one machine. Whatever counts records counts a row that often.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/table.hpp"

namespace sfumato::stats {

class RecordCounts {
 public:
  static constexpr std::uint64_t most_records = 0xffffffffU;

  RecordCounts() = default;  // each row is one record
  explicit RecordCounts(std::vector<std::uint32_t> of_row) : of_row_(std::move(of_row)) {}

  bool one_each() const { return of_row_.empty(); }
  std::uint32_t operator[](std::size_t row) const { return of_row_.empty() ? 1U : of_row_[row]; }
  std::span<const std::uint32_t> of_row() const { return of_row_; }

  // The records of all of so many rows.
  std::size_t records(std::size_t rows) const;
  // Of the rows that a value per row, or a mark, satisfies.
  template <class Values, class Satisfies>
  std::size_t count_if(const Values& values, Satisfies satisfies) const {
    std::size_t result = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (satisfies(values[row])) result += (*this)[row];
    }
    return result;
  }
  // Of a value per row over all records, whatever their order.
  double sum(std::span<const double> of_row) const { return exact_sum(of_row, of_row_); }
  // The p-quantile of such values over all records, as `quantile` of ranks/quantiles; NaN is left out, and
  // some value is not NaN.
  double quantile(std::span<const double> of_row, double p) const;

 private:
  std::vector<std::uint32_t> of_row_;  // empty: 1 each
};

// The column whose role is `count`.
std::optional<ColumnId> count_column(const Table& table);
// Its counts, each row one record where there is none. Counts are whole numbers from 1 on, at most
// `most_records` together: anything else is bad input that names the row.
RecordCounts record_counts(const Table& table);

}  // namespace sfumato::stats
