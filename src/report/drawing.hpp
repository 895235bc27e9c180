// A drawing as plain data: lines, rectangles, circles, polygons and text, in groups, with classes that say
// what each one is. Charts are made of these, and every format (a page's SVG, SVG, PDF and PNG files) is
// written from the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sfumato::report {

// In pixels, from the upper left corner.
struct Spot {
  double x = 0.0;
  double y = 0.0;
};

enum class Anchor { start, middle, end };

struct LineShape {
  Spot from, to;
};

struct RectangleShape {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
  double corner = 0.0;                 // its radius
  std::optional<double> opacity = {};  // of what fills it
};

struct CircleShape {
  Spot centre;
  double radius = 0.0;
};

struct PolygonShape {
  std::vector<Spot> corners;
};

// A line through points.
struct PolylineShape {
  std::vector<Spot> points;
};

// Several lines through points, drawn as one.
struct PathShape {
  std::vector<std::vector<Spot>> lines;
};

// The baseline is at `at`. The angle is in degrees, clockwise.
struct TextShape {
  Spot at;
  std::string text;
  Anchor anchor = Anchor::start;
  double angle = 0.0;
};

struct Shape;

// `hover` is what pointing at the group says; `offset` moves everything in it.
struct GroupShape {
  std::vector<Shape> shapes;
  std::string hover = {};
  Spot offset = {};
};

struct Shape {
  std::string classes;  // separated by spaces; the looks are in chart_look and html_style
  std::variant<GroupShape, LineShape, RectangleShape, CircleShape, PolygonShape, PolylineShape, PathShape,
               TextShape>
      form;
};

// Shapes in the order in which they are drawn.
class Shapes {
 public:
  Shapes() = default;
  Shapes(Shape shape) { shapes_.push_back(std::move(shape)); }  // NOLINT: one shape is a drawing, too

  Shapes& operator+=(const Shapes& more);
  friend Shapes operator+(Shapes first, const Shapes& second) { return first += second; }
  const std::vector<Shape>& list() const { return shapes_; }

 private:
  std::vector<Shape> shapes_;
};

Shapes group(std::string_view classes, const Shapes& content, std::string_view hover = {});

// Text in one line; `classes` may be empty.
Shapes label(double x, double y, std::string_view text, std::string_view classes = {},
             Anchor anchor = Anchor::start);

// A horizontal or vertical or slanted line.
Shapes rule(double x1, double y1, double x2, double y2, std::string_view classes);
Shapes rectangle(std::string_view classes, const RectangleShape& form);
Shapes circle(std::string_view classes, double x, double y, double radius);

// A series' mark: shape, colour and dash all change with the index, each in a cycle of its own, so
// that no two of the first 56 are the same and colour is never the only difference.
std::string colour_class(std::size_t series);
std::string dash_class(std::size_t series);
Shapes marker(std::size_t series, double x, double y, double radius);

}  // namespace sfumato::report
