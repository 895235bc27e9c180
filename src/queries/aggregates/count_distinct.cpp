// COUNT(DISTINCT c): the number of different values of the records. One record changes it by one.
#include <algorithm>
#include <limits>
#include <utility>

#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage/entries.hpp"

namespace sfumato::queries {
namespace {

// The records' values are integers between their least and greatest entries. Fewest: the minimum number of
// points that stab all intervals, by the greedy method on upper ends. Most: the number of records, or of
// units that the intervals cover.
Interval distinct_interval(const Boxes& boxes) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;  // by upper end
  for (std::size_t i = 0; i < boxes.lower.size(); ++i) ranges.emplace_back(boxes.upper[i], boxes.lower[i]);
  std::sort(ranges.begin(), ranges.end());
  std::int64_t fewest = 0, last = std::numeric_limits<std::int64_t>::min();
  for (const auto& [upper, lower] : ranges) {
    if (lower <= last) continue;
    ++fewest;
    last = upper;
  }
  Wide covered = 0;
  std::int64_t beyond = std::numeric_limits<std::int64_t>::max();  // units from here on are counted
  std::reverse(ranges.begin(), ranges.end());
  for (const auto& [end, lower] : ranges) {
    const std::int64_t upper = std::min(end, beyond - 1);
    if (lower > upper) continue;
    covered += upper - lower + 1;
    beyond = lower;
  }
  return {static_cast<double>(fewest),
          static_cast<double>(std::min(covered, static_cast<Wide>(boxes.lower.size())))};
}

}  // namespace

AggregateRecord count_distinct_aggregate() {
  AggregateRecord record;
  record.forms = {{"COUNT", Argument::distinct_column}};
  record.numbers_only = false;
  record.exact.distinct = true;
  record.exact.unit_power = 0;
  record.exact.of_figures = [](const Figures& figures) { return static_cast<double>(figures.distinct); };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool) {
    return std::vector{noise_part(PartKind::distinct, at.moved(1.0))};
  };
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int) { return distinct_interval(boxes_of(records, vectors)); };
  return record;
}

}  // namespace sfumato::queries
