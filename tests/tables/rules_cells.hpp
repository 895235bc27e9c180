// Cells made of given contributions, as a tabulation would make them, for tests of rules.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::testing {

struct Given {
  std::string amount;
  std::string weight = "1";
};

inline tables::Decimal decimal(const std::string& text) { return tables::Decimal::parse(text).value(); }

// A cell's contributors and its value, of which the `kept` largest are stored.
inline void add_cell(tables::CellTable& table, const std::vector<Given>& contributions,
                     std::size_t kept = 10) {
  tables::Cell cell;
  tables::Contributors behind;
  for (const Given& given : contributions) {
    const tables::Decimal amount = decimal(given.amount);
    const tables::Decimal weight = decimal(given.weight);
    cell.value = cell.value + amount * weight;
    behind.total = behind.total + magnitude(amount) * weight;
    behind.weighted_frequency = behind.weighted_frequency + weight;
    behind.largest.push_back({amount, weight, -1});
  }
  if (cell.value.is_negative()) cell.lower = std::nullopt;
  std::stable_sort(behind.largest.begin(), behind.largest.end(), [](const auto& left, const auto& right) {
    return magnitude(left.amount) > magnitude(right.amount);
  });
  behind.frequency = static_cast<std::int64_t>(contributions.size());
  behind.holdings = behind.frequency;
  if (behind.largest.size() > kept) behind.largest.resize(kept);
  table.cells.push_back(cell);
  table.contributors.push_back(behind);
  table.kept_contributions = kept;
}

inline tables::CellTable table_of(const std::vector<std::vector<Given>>& cells, std::size_t kept = 10) {
  tables::CellTable table;
  for (const std::vector<Given>& cell : cells) add_cell(table, cell, kept);
  return table;
}

inline tables::RuleOptions rules(const std::vector<std::string>& typed,
                                 const std::string& safety_range = "") {
  tables::RuleOptions options;
  for (const std::string& rule : typed) options.rules.push_back(tables::parse_rule(rule));
  if (!safety_range.empty()) options.safety_range = decimal(safety_range);
  return options;
}

// Message and hint of the error that `body` ends with.
template <typename Body>
std::string complaint_with_hint(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message + " | " + error.hint;
  }
  return "no error";
}

}  // namespace sfumato::testing
