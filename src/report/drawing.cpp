// Marks of series are polygons, crosses and circles of about the same area.
#include "report/drawing.hpp"

#include <array>
#include <initializer_list>

namespace sfumato::report {
namespace {

constexpr std::size_t series_colours = 7, series_shapes = 8;

// Corners on the unit circle or square, to be scaled.
Shapes polygon(std::initializer_list<Spot> corners, double x, double y, double size) {
  PolygonShape form;
  for (const Spot& corner : corners) form.corners.push_back({x + corner.x * size, y + corner.y * size});
  return Shape{"", std::move(form)};
}

Shapes arms(double x, double y, double size, bool slanted) {
  const double arm = slanted ? 0.8 * size : 1.1 * size;
  const double aside = slanted ? arm : 0.0;
  return Shape{
      "arms",
      PathShape{{{{x - arm, y - aside}, {x + arm, y + aside}},
                 {{x - aside, y + (slanted ? arm : -arm)}, {x + aside, y + (slanted ? -arm : arm)}}}}};
}

}  // namespace

Shapes& Shapes::operator+=(const Shapes& more) {
  shapes_.insert(shapes_.end(), more.shapes_.begin(), more.shapes_.end());
  return *this;
}

Shapes group(std::string_view classes, const Shapes& content, std::string_view hover) {
  return Shape{std::string(classes), GroupShape{content.list(), std::string(hover)}};
}

Shapes label(double x, double y, std::string_view text, std::string_view classes, Anchor anchor) {
  return Shape{std::string(classes), TextShape{{x, y}, std::string(text), anchor}};
}

Shapes rule(double x1, double y1, double x2, double y2, std::string_view classes) {
  return Shape{std::string(classes), LineShape{{x1, y1}, {x2, y2}}};
}

Shapes rectangle(std::string_view classes, const RectangleShape& form) {
  return Shape{std::string(classes), form};
}

Shapes circle(std::string_view classes, double x, double y, double radius) {
  return Shape{std::string(classes), CircleShape{{x, y}, radius}};
}

std::string colour_class(std::size_t series) { return "s" + std::to_string(series % series_colours + 1); }

std::string dash_class(std::size_t series) {
  constexpr std::array<const char*, 4> dashes{"", " d1", " d2", " d3"};
  return dashes[(series / series_colours) % dashes.size()];
}

Shapes marker(std::size_t series, double x, double y, double radius) {
  switch (series % series_shapes) {
    case 0:
      return circle("", x, y, radius);
    case 1:
      return polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}, x, y, radius);
    case 2:
      return polygon({{0, -1.25}, {1.15, 0.85}, {-1.15, 0.85}}, x, y, radius);
    case 3:
      return polygon({{0, -1.35}, {1.35, 0}, {0, 1.35}, {-1.35, 0}}, x, y, radius);
    case 4:
      return polygon({{0, 1.25}, {1.15, -0.85}, {-1.15, -0.85}}, x, y, radius);
    case 5:
      return arms(x, y, radius, false);
    case 6:
      return arms(x, y, radius, true);
    default:
      return circle("ring", x, y, 0.9 * radius);
  }
}

}  // namespace sfumato::report
