// A logarithmic scale cannot begin at 0: it begins three decades below the default.
#include "compare/dial.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::compare {
namespace {

constexpr double decades_below = 1e-3;

}  // namespace

Value DialRange::value(double at) const {
  return integer ? Value(static_cast<std::int64_t>(std::llround(at))) : Value(at);
}

double DialRange::to_scale(double at) const { return logarithmic ? std::log(std::max(at, smallest)) : at; }

double DialRange::from_scale(double position) const {
  const double at = logarithmic ? std::exp(position) : position;
  return std::clamp(integer ? std::round(at) : at, lower, upper);
}

DialRange dial_range(const ParamInfo& info, std::size_t rows) {
  DialRange dial{.parameter = info.name,
                 .unit = info.unit,
                 .integer = info.kind == ParamKind::integer,
                 .logarithmic = info.logarithmic,
                 .more_is_safer = info.dial != Dial::less_is_safer,
                 .lower = info.lower.value_or(0.0),
                 .upper = info.upper.value_or(1.0)};
  if (dial.integer) {
    dial.upper = std::clamp(static_cast<double>(rows), dial.lower, dial.upper);
  }
  dial.smallest = dial.lower;
  if (dial.logarithmic && dial.lower <= 0.0) {
    const double initial = info.initial.is_number() ? info.initial.as_number() : 0.0;
    dial.smallest = (initial > 0.0 ? initial : dial.upper) * decades_below;
  }
  return dial;
}

std::vector<double> scan_points(const DialRange& dial, std::size_t count) {
  std::vector<double> points{dial.lower};
  const double first = dial.to_scale(dial.smallest), last = dial.to_scale(dial.upper);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, count - 1));
    points.push_back(i + 1 == count ? dial.upper : dial.from_scale(first + share * (last - first)));
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace sfumato::compare
