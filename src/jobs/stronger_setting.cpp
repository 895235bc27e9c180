// Positions are on the dial's scale, so that steps of a logarithmic dial are factors.
#include "jobs/stronger_setting.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::jobs {
namespace {

constexpr double first_step = 0.05;  // of the dial's scale
constexpr double beyond = 1.25;      // times the way on which a straight line reaches the limit

// How far beyond the limit; 0 or less: safe.
double over(double value, const compare::Limit& limit) {
  return limit.better == Better::lower ? value - limit.value : limit.value - value;
}

// The risk of the sample at a parameter, straight between the points of the curve.
double on_curve(const std::vector<std::pair<double, double>>& curve, double parameter) {
  const auto right = std::lower_bound(curve.begin(), curve.end(), std::pair(parameter, -HUGE_VAL));
  if (right == curve.end()) return curve.back().second;
  if (right == curve.begin() || right->first == parameter) return right->second;
  const auto left = right - 1;
  const double share = (parameter - left->first) / (right->first - left->first);
  return left->second + share * (right->second - left->second);
}

// Where the curve, moved to the value that was found, reaches the limit; none: nowhere.
std::optional<double> by_curve(const compare::DialRange& dial, const Exceeded& found) {
  if (found.curve.empty()) return std::nullopt;
  const double moved = found.value - on_curve(found.curve, found.parameter);
  double here = over(found.value, found.limit), start = dial.to_scale(found.parameter);
  std::vector<std::pair<double, double>> points = found.curve;
  if (!dial.more_is_safer) std::reverse(points.begin(), points.end());
  for (const auto& [parameter, value] : points) {
    const double end = dial.to_scale(parameter);
    if (dial.more_is_safer ? end <= start : end >= start) continue;
    const double there = over(value + moved, found.limit);
    if (there > 0.0) {
      start = end;
      here = there;
      continue;
    }
    const double share = here > there ? here / (here - there) : 1.0;
    return start + std::min(1.0, beyond * share) * (end - start);
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> stronger_setting(const compare::DialRange& dial, const Exceeded& found,
                                       std::size_t tried) {
  const double strongest = dial.more_is_safer ? dial.upper : dial.lower;
  if (found.parameter == strongest) return std::nullopt;
  const double start = dial.to_scale(found.parameter), sign = dial.more_is_safer ? 1.0 : -1.0;
  const double length = dial.to_scale(dial.upper) - dial.to_scale(dial.smallest);
  const double step = first_step * std::pow(2.0, static_cast<double>(tried)) * length;
  double next = dial.from_scale(by_curve(dial, found).value_or(start + sign * step));
  if (dial.integer && next == found.parameter) next = found.parameter + sign;
  if (sign * (next - found.parameter) <= 0.0) return std::nullopt;
  return next;
}

}  // namespace sfumato::jobs
