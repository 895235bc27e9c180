// A column of amounts as integers of one common unit. Their sums are exact in any order, so that a table does
// not depend on the number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::tables {

__extension__ using Wide = __int128;

struct ExactColumn {
  std::span<const std::int64_t> units;  // amount = units / 10^decimals; 0 where missing
  std::span<const std::uint8_t> gaps;   // one byte per row, not 0 where missing; empty: no value is missing
  int decimals = 0;
  std::uint64_t largest = 0;  // |units| at most
  std::optional<std::size_t> first_negative;
  std::size_t missing = 0;
  std::size_t changed = 0;  // values that were rounded

  // Storage of the spans, where it is not the column itself.
  std::vector<std::int64_t> own_units;
  std::vector<std::uint8_t> own_gaps;

  ExactColumn() = default;
  ExactColumn(const ExactColumn&) = delete;
  ExactColumn& operator=(const ExactColumn&) = delete;
  ExactColumn(ExactColumn&&) = default;
  ExactColumn& operator=(ExactColumn&&) = default;

  bool is_missing(std::size_t row) const { return !gaps.empty() && gaps[row] != 0; }
};

// The column of that name, which must be numeric and must outlive the result. A double means its shortest
// decimal text, rounded half away from zero to at most `decimals` decimals if given. Values that do not fit
// 18 digits at the decimals of the column are an error that names the row.
ExactColumn exact_column(const Table& records, const std::string& name, std::optional<int> decimals,
                         const Run& run);

// units / 10^places, half away from zero.
Wide rounded_quotient(Wide units, int places);

}  // namespace sfumato::tables
