// The two rules share their averages and differ in what the variance between copies means.
#include "stats/models/combining_rules.hpp"

#include <cassert>
#include <limits>

#include "core/number_limits.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

Combined averages(std::span<const double> estimates, std::span<const double> variances) {
  assert(estimates.size() >= 2 && estimates.size() == variances.size());
  const Moments between = moments(estimates);
  return {.estimate = between.mean, .within = moments(variances).mean, .between = between.variance()};
}

}  // namespace

Combined combine_full(std::span<const double> estimates, std::span<const double> variances,
                      double size_ratio) {
  Combined result = averages(estimates, variances);
  const auto copies = static_cast<double>(estimates.size());
  result.variance = (1.0 + 1.0 / copies) * result.between - result.within;
  result.adjusted = result.variance <= 0.0 && result.within > 0.0;
  if (result.adjusted) result.variance = size_ratio * result.within;
  const double whole = result.variance + result.within;
  const double share = result.variance / whole;
  result.degrees_of_freedom = whole > 0.0 ? (copies - 1.0) * share * share : infinity;
  return result;
}

Combined combine_partial(std::span<const double> estimates, std::span<const double> variances) {
  Combined result = averages(estimates, variances);
  const auto copies = static_cast<double>(estimates.size());
  const double drawn = result.between / copies;
  result.variance = result.within + drawn;
  const double ratio = 1.0 + result.within / drawn;
  result.degrees_of_freedom = drawn > 0.0 ? (copies - 1.0) * ratio * ratio : infinity;
  return result;
}

}  // namespace sfumato::stats
