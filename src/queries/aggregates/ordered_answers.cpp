#include "queries/aggregates/ordered_answers.hpp"

#include <algorithm>
#include <limits>

#include "queries/camouflage/entries.hpp"
#include "queries/camouflage/extremes.hpp"
#include "queries/camouflage/outward.hpp"

namespace sfumato::queries {

double value_at_share(std::span<const std::int64_t> values, std::int64_t millionths) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<Wide>(values.size());
  const Wide rank = (count * millionths + full_share - 1) / full_share;  // from 1
  return static_cast<double>(values[static_cast<std::size_t>(rank > 0 ? rank - 1 : 0)]);
}

std::string_view rank_note(const Plan& plan) {
  return plan.parts.front().noise ? "noise scaled to the domain's width is added to the value"
                                  : "the exponential mechanism draws a value of the domain by its rank; two "
                                    "more draws give the ends of the interval";
}

// The outer end is an entry; the inner one holds for all weights.
Interval extreme_interval(bool greatest, std::span<const std::size_t> records, const VectorSet& vectors,
                          int decimals) {
  if (records.empty()) return {};
  const std::vector<std::int64_t> entries = entries_of(records, vectors, greatest ? 1 : -1);
  const std::int64_t far = *std::max_element(entries.begin(), entries.end());
  const std::int64_t near = minimax(entries, vectors.size());
  return greatest ? decimal_interval(near, far + 1, decimals) : decimal_interval(-far, 1 - near, decimals);
}

}  // namespace sfumato::queries
