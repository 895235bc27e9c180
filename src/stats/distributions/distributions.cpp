// Probabilities and draws. Draws use only the portable logarithm and exponential, so that they are the same
// on every machine; Boost.Math has the incomplete gamma and beta functions.
#include "stats/distributions/distributions.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/elementary.hpp"
#include "stats/distributions/boost_policy.hpp"

namespace sfumato::stats {
namespace {

constexpr double largest = 1e150;

// e^x where e^x is within the bounds of a value, the nearer bound elsewhere; x is not NaN.
double bounded_exp(double x) {
  constexpr double log_largest = 345.3877639491069;  // ln 1e150
  return x >= log_largest ? largest : x < -700.0 ? 0.0 : portable_exp(x);
}

}  // namespace

std::string_view to_text(Family family) {
  constexpr std::array<std::string_view, 7> names{"normal",      "lognormal", "gamma",  "weibull",
                                                  "exponential", "beta",      "uniform"};
  return names[static_cast<std::size_t>(family)];
}

double Distribution::cumulative(double x) const {
  constexpr double smallest = std::numeric_limits<double>::min();  // below it portable_log has no meaning
  const auto normal = [&](double value) {
    return 0.5 * boost::math::erfc((first - value) / (second * std::numbers::sqrt2), Quiet());
  };
  const auto exponential = [](double multiple) {
    return multiple > 700.0 ? 1.0 : 1.0 - portable_exp(-multiple);
  };
  switch (family) {
    case Family::normal:
      return normal(x);
    case Family::lognormal:
      return x < smallest ? 0.0 : normal(portable_log(x));
    case Family::gamma:
      return x <= 0.0 ? 0.0 : boost::math::gamma_p(first, x / second, Quiet());
    case Family::weibull:
      return x < smallest ? 0.0 : exponential(bounded_exp(first * (portable_log(x) - portable_log(second))));
    case Family::exponential:
      return x <= 0.0 ? 0.0 : exponential(x / first);
    case Family::beta:
      return boost::math::ibeta(first, second, std::clamp((x - lower) / (upper - lower), 0.0, 1.0), Quiet());
    case Family::uniform:
      return std::clamp((x - lower) / (upper - lower), 0.0, 1.0);
  }
  return 0.0;
}

double Distribution::draw(Rng& rng) const {
  switch (family) {
    case Family::normal:
      return std::clamp(first + second * rng.normal(), -largest, largest);
    case Family::lognormal:
      return bounded_exp(first + second * rng.normal());
    case Family::gamma:
      return std::min(second * rng.gamma(first), largest);
    case Family::weibull:
      return bounded_exp(portable_log(second) + portable_log(rng.exponential()) / first);
    case Family::exponential:
      return std::min(first * rng.exponential(), largest);
    case Family::beta: {
      const double x = rng.gamma(first), y = rng.gamma(second);
      return std::clamp(lower + (upper - lower) * (x / (x + y)), lower, upper);
    }
    case Family::uniform:
      return std::clamp(rng.uniform(lower, upper), lower, upper);
  }
  return 0.0;
}

Value Distribution::to_value() const {
  Value result = Value::object();
  result.set("family", to_text(family));
  const auto name = [&](std::string_view of_first, std::string_view of_second) {
    if (!of_first.empty()) result.set(of_first, first);
    if (!of_second.empty()) result.set(of_second, second);
  };
  switch (family) {
    case Family::normal:
      name("mean", "sd");
      break;
    case Family::lognormal:
      name("log_mean", "log_sd");
      break;
    case Family::gamma:
    case Family::weibull:
      name("shape", "scale");
      break;
    case Family::exponential:
      name("mean", "");
      break;
    case Family::beta:
      name("shape_1", "shape_2");
      break;
    case Family::uniform:
      break;
  }
  if (family == Family::beta || family == Family::uniform) result.set("lower", lower).set("upper", upper);
  return result;
}

}  // namespace sfumato::stats
