// Parts are appended one after the other and then sorted.
#include "masking/strata.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace sfumato::masking {
namespace {

// A number for each value: equal for equal values. That of a missing one says nothing.
std::vector<std::uint64_t> keys(const Column& column) {
  std::vector<std::uint64_t> result(column.size());
  if (const Integers* integers = column.get_if<Integers>()) {
    std::transform(integers->values.begin(), integers->values.end(), result.begin(),
                   [](std::int64_t value) { return static_cast<std::uint64_t>(value); });
    return result;
  }
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    std::transform(times->ticks.begin(), times->ticks.end(), result.begin(),
                   [](std::int64_t value) { return static_cast<std::uint64_t>(value); });
    return result;
  }
  const Numbers numbers = column.to_numbers();
  std::transform(numbers.begin(), numbers.end(), result.begin(),
                 [](double value) { return std::bit_cast<std::uint64_t>(value + 0.0); });
  return result;
}

// order[i] is the place, in the appended parts, of what belongs at row i.
std::vector<std::size_t> by_row(const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
  return order;
}

}  // namespace

std::vector<std::vector<std::size_t>> equal_rows(const Column& column) {
  std::vector<std::vector<std::size_t>> groups;
  std::unordered_map<std::uint64_t, std::size_t> group_of;
  const std::vector<std::uint64_t> key = keys(column);
  std::optional<std::size_t> of_missing;
  for (std::size_t row = 0; row < key.size(); ++row) {
    std::size_t group = groups.size();
    if (!column.missing(row)) {
      group = group_of.try_emplace(key[row], group).first->second;
    } else if (of_missing) {
      group = *of_missing;
    } else {
      of_missing = group;
    }
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(row);
  }
  return groups;
}

Masked merged(const std::vector<Masked>& parts, const std::vector<std::vector<std::size_t>>& rows) {
  Masked result;
  result.mapping = parts.front().mapping;
  std::vector<std::size_t> sources;
  bool ordered = true;  // does every released record have an original row?
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (result.mapping == Mapping::subset) {
      for (const std::size_t row : parts[p].rows) sources.push_back(rows[p][row]);
    } else {
      ordered = ordered && parts[p].tables.front().rows() == rows[p].size();
      sources.insert(sources.end(), rows[p].begin(), rows[p].end());
    }
  }
  const std::vector<std::size_t> order = by_row(sources);
  for (std::size_t copy = 0; copy < parts.front().tables.size(); ++copy) {
    std::vector<Table> tables;
    for (const Masked& part : parts) tables.push_back(part.tables[copy]);
    Table whole = Table::concatenated(tables);
    result.tables.push_back(ordered ? whole.taking_rows(order) : std::move(whole));
  }
  if (result.mapping == Mapping::subset) {
    for (const std::size_t place : order) result.rows.push_back(sources[place]);
  }
  return result;
}

}  // namespace sfumato::masking
