// MEDIAN(c) and QUANTILE(c, p): the least value x such that at least a share p of the records is at most x.
// The quantiles 0 and 1 are MIN and MAX.
#include <algorithm>

#include "queries/aggregates/ordered_answers.hpp"
#include "queries/camouflage/entries.hpp"
#include "queries/camouflage/outward.hpp"

namespace sfumato::queries {
namespace {

void normalize_quantile(Query& query, const CatalogueTable&) {
  if (query.millionths == 0) query.aggregate = Aggregate::minimum;
  if (query.millionths == full_share) query.aggregate = Aggregate::maximum;
  if (query.aggregate != Aggregate::quantile) query.millionths = 0;
}

// A quantile does not decrease when a value increases.
Interval quantile_interval(std::int64_t millionths, Boxes boxes, int decimals) {
  const Wide rank = integer_end(static_cast<Wide>(boxes.lower.size()) * millionths, full_share, End::upper);
  const auto place = static_cast<std::ptrdiff_t>(rank > 0 ? rank - 1 : 0);
  std::nth_element(boxes.lower.begin(), boxes.lower.begin() + place, boxes.lower.end());
  std::nth_element(boxes.upper.begin(), boxes.upper.begin() + place, boxes.upper.end());
  return decimal_interval(boxes.lower[static_cast<std::size_t>(place)],
                          static_cast<Wide>(boxes.upper[static_cast<std::size_t>(place)]) + 1, decimals);
}

}  // namespace

AggregateRecord quantile_aggregate() {
  AggregateRecord record;
  record.forms = {{"MEDIAN", Argument::column, full_share / 2}, {"QUANTILE", Argument::column_and_share}};
  record.normalize = normalize_quantile;
  record.exact.of_values = [](const Query& query, std::span<const std::int64_t> values) {
    return value_at_share(values, query.millionths);
  };
  record.noisy.parts = [](const Query& query, const SensitivityInputs& at, bool laplace_extrema) {
    return rank_parts(at, std::clamp<std::int64_t>(query.millionths, 0, full_share), laplace_extrema);
  };
  record.noisy.note = rank_note;
  record.certain.of_records = [](const Query& query, std::span<const std::size_t> records,
                                 const VectorSet& vectors, int decimals) {
    if (records.empty()) return Interval{};
    return quantile_interval(query.millionths, boxes_of(records, vectors), decimals);
  };
  return record;
}

}  // namespace sfumato::queries
