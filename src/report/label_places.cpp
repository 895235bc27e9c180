// Lines are blocked as a string of small boxes along them, which is exact enough for text.
#include "report/label_places.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::report {
namespace {

constexpr double spacing = 5.0;    // pixels between the boxes of a line
constexpr double thickness = 1.5;  // half of a box's side

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

std::optional<std::size_t> LabelPlaces::take(const std::vector<Box>& candidates) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!is_free(candidates[i])) continue;
    block(candidates[i]);
    return i;
  }
  return std::nullopt;
}

}  // namespace sfumato::report
