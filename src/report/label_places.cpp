// Lines are blocked as a string of small boxes along them, which is exact enough for text.
#include "report/label_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::report {
namespace {

constexpr double spacing = 5.0;    // pixels between the boxes of a line
constexpr double thickness = 1.5;  // half of a box's side
constexpr double clear_by = 4.0;   // pixels that others' points must be farther away

double distance(const Box& box, double x, double y) {
  const double across = std::max({0.0, box.left - x, x - box.right});
  const double down = std::max({0.0, box.top - y, y - box.bottom});
  return std::hypot(across, down);
}

}  // namespace

void LabelPlaces::block_line(double x1, double y1, double x2, double y2) {
  const double steps = std::max(1.0, std::ceil(std::hypot(x2 - x1, y2 - y1) / spacing));
  for (double i = 0.0; i <= steps; i += 1.0) {
    const double x = x1 + (x2 - x1) * i / steps, y = y1 + (y2 - y1) * i / steps;
    block({x - thickness, y - thickness, x + thickness, y + thickness});
  }
}

bool LabelPlaces::is_free(const Box& box) const {
  if (box.left < bounds_.left || box.right > bounds_.right || box.top < bounds_.top ||
      box.bottom > bounds_.bottom) {
    return false;
  }
  return std::none_of(blocked_.begin(), blocked_.end(), [&](const Box& other) {
    return box.left < other.right && other.left < box.right && box.top < other.bottom &&
           other.top < box.bottom;
  });
}

bool LabelPlaces::is_clearly_of(std::size_t owner, const Box& box) const {
  double own = std::numeric_limits<double>::infinity(), others = own;
  for (const Owned& point : owned_) {
    double& nearest = point.owner == owner ? own : others;
    nearest = std::min(nearest, distance(box, point.x, point.y));
  }
  return others >= own + clear_by;
}

std::optional<std::size_t> LabelPlaces::take(const std::vector<Box>& candidates,
                                             std::optional<std::size_t> owner) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!is_free(candidates[i]) || (owner && !is_clearly_of(*owner, candidates[i]))) continue;
    block(candidates[i]);
    return i;
  }
  return std::nullopt;
}

}  // namespace sfumato::report
