#include "queries/aggregates/variance_answers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "queries/camouflage/entries.hpp"
#include "queries/camouflage/outward.hpp"
#include "queries/camouflage/variance_range.hpp"

namespace sfumato::queries {

double variance_of(const Figures& figures) {
  if (figures.rows == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto rows = static_cast<double>(figures.rows);
  const auto sum = static_cast<double>(figures.sum);
  return std::max(0.0, static_cast<double>(figures.squares) / rows - (sum / rows) * (sum / rows));
}

std::vector<PlanPart> variance_parts(const Query&, const SensitivityInputs& at, bool) {
  return {noise_part(PartKind::count, at.moved(1.0)), noise_part(PartKind::sum, middle_sum_sensitivity(at)),
          noise_part(PartKind::squares, at.moved(at.half() * at.half()))};
}

std::string_view variance_note(const Plan&) {
  return "a noisy sum of squared deviations from the midpoint of the domain, divided by a noisy count, minus "
         "the square of the noisy mean deviation";
}

void variance_from_noise(const NoisyGroup& group, GroupAnswer& answer) {
  const double count = std::max(1.0, group.value(0));
  const double mean = group.value(1) / count;
  const double width = group.upper - group.lower;
  const Interval squares = ratio(group.about(2), group.about(0));
  const Interval squared_mean = square(ratio(group.about(1), group.about(0)));
  answer.value = group.value(2) / count - mean * mean;
  answer.lower95 = squares.lower - squared_mean.upper;
  answer.upper95 = squares.upper - squared_mean.lower;
  keep_within(answer, 0.0, width * width / 4.0);
}

Interval variance_interval(bool root, std::span<const std::size_t> records, const VectorSet& vectors,
                           int decimals) {
  if (records.empty()) return {};
  const VarianceRange spread = variance_range(entries_of(records, vectors, 1), vectors.size());
  if (!(spread.upper > 0)) return {0, 0};
  const long double unit = std::pow(10.0L, -decimals * (root ? 1 : 2));
  const long double lower = (root ? std::sqrt(spread.lower) : spread.lower) * unit;
  const long double upper = (root ? std::sqrt(spread.upper) : spread.upper) * unit;
  return {lower > 0 ? real_end(lower, End::lower) : 0, real_end(upper, End::upper)};
}

}  // namespace sfumato::queries
