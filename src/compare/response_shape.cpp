// The sums of upward and downward changes distinguish the shapes.
#include "compare/response_shape.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::compare {

std::string_view to_text(Shape shape) {
  switch (shape) {
    case Shape::monotone:
      return "monotone";
    case Shape::constant:
      return "constant";
    case Shape::turning:
      return "turning";
    case Shape::erratic:
      return "erratic";
  }
  return "";
}

Shape shape_of(const std::vector<CurvePoint>& curve) {
  double up = 0.0, down = 0.0;
  const Estimate* before = nullptr;
  for (const CurvePoint& point : curve) {
    const Estimate& now = point.estimate;
    if (!now.value) continue;
    if (before != nullptr) {
      const double change = *now.value - *before->value;
      const double noise = 2.0 * std::hypot(now.standard_error, before->standard_error);
      if (std::fabs(change) > std::max(noise, 1e-9 * std::fabs(*now.value))) {
        (change > 0.0 ? up : down) += std::fabs(change);
      }
    }
    before = &now;
  }
  if (up == 0.0 && down == 0.0) return Shape::constant;
  const double turn = std::min(up, down) / std::max(up, down);
  return turn < 0.05 ? Shape::monotone : turn < 0.5 ? Shape::turning : Shape::erratic;
}

}  // namespace sfumato::compare
