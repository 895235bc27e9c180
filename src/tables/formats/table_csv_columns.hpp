// The names of the columns of a CSV table that are not dimensions, for reader and writer.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sfumato::tables {

enum class CsvColumn {
  response,
  value,
  cost,
  status,
  lower,
  upper,
  lower_level,
  upper_level,
  sliding_level,
  hits,
  frequency,
  holdings,
  weighted_frequency
};

inline constexpr std::array<std::string_view, 13> csv_column_names = {
    "response",          "value",       "cost",          "status", "lower",     "upper",
    "lower_level",       "upper_level", "sliding_level", "hits",   "frequency", "holdings",
    "weighted_frequency"};

constexpr std::optional<CsvColumn> csv_column_of(std::string_view name) {
  for (std::size_t i = 0; i < csv_column_names.size(); ++i) {
    if (csv_column_names[i] == name) return static_cast<CsvColumn>(i);
  }
  return std::nullopt;
}

}  // namespace sfumato::tables
