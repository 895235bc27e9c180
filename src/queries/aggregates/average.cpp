// AVG(c). The noisy answer is the midpoint of the domain plus (a noisy sum of deviations from it) / (a noisy
// count): the sensitivity of this sum is at most half of that of a sum about 0.
#include <algorithm>
#include <limits>

#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage/outward.hpp"

namespace sfumato::queries {
namespace {

void average_from_noise(const NoisyGroup& group, GroupAnswer& answer) {
  const Interval mean = ratio(group.about(1), group.about(0));
  answer.value = group.value(1) / std::max(1.0, group.value(0));
  answer.lower95 = mean.lower;
  answer.upper95 = mean.upper;
  keep_within(answer, group.lower - group.middle, group.upper - group.middle);
  for (double* number : {&answer.value, &answer.lower95, &answer.upper95}) *number += group.middle;
}

// Rounded outwards to thousandths of a unit.
Interval average_interval(std::int64_t records, std::span<const Wide> sums, int decimals) {
  if (records == 0) return {};
  const auto [least, greatest] = std::minmax_element(sums.begin(), sums.end());
  return decimal_interval(integer_end(*least * 1000, records, End::lower),
                          integer_end((*greatest + records) * 1000, records, End::upper), decimals + 3);
}

}  // namespace

AggregateRecord average_aggregate() {
  AggregateRecord record;
  record.forms = {{"AVG"}};
  record.exact.sums = true;
  record.exact.of_figures = [](const Figures& figures) {
    return figures.rows > 0 ? static_cast<double>(figures.sum) / static_cast<double>(figures.rows)
                            : std::numeric_limits<double>::quiet_NaN();
  };
  record.noisy.about_middle = true;
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool) {
    return std::vector{noise_part(PartKind::count, at.moved(1.0)),
                       noise_part(PartKind::sum, middle_sum_sensitivity(at))};
  };
  record.noisy.note = [](const Plan&) -> std::string_view {
    return "the midpoint of the domain plus a noisy sum of deviations from it, divided by a noisy count";
  };
  record.noisy.combine = average_from_noise;
  record.audit = Audit::sums;
  record.certain.of_sums = average_interval;
  record.revealed_sum = RevealedSum::mean;
  return record;
}

}  // namespace sfumato::queries
