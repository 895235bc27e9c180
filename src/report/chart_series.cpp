// A point that cannot be shown makes a gap in the line. Half-widths become whiskers that end where
// the plot does.
#include "report/chart_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace sfumato::report {
namespace {

constexpr std::size_t most_markers = 40;  // on one connected curve
constexpr double cap = 3.0;               // half of a whisker's cross stroke
constexpr double hit_radius = 9.0;        // around a point, where pointing counts
constexpr double backdrop_radius = 7.0;   // of a frontier's point
constexpr double label_height = 14.0;
constexpr double label_gap = 9.0;
constexpr double hiding = 3.0;  // pixels; markers nearer than that hide each other

bool drawn_half_width(double half_width) { return half_width > 0.0 && half_width <= largest_drawn; }

std::string value_line(const std::string& name, double value, double half_width) {
  std::string text = name;
  if (!text.empty()) text += ": ";
  text += number_label(value);
  if (drawn_half_width(half_width)) text += " \u00B1 " + number_label(half_width, 2);
  return text;
}

}  // namespace

SeriesDrawing::SeriesDrawing(const LineChart& chart, const ChartSeries& series, std::size_t mark,
                             const Plot& plot)
    : chart_(chart), series_(series), mark_(mark), plot_(plot) {
  bool gap = true;
  for (const ChartPoint& each : series.points) {
    const bool shown = plot.x.shows(each.x) && plot.y.shows(each.y);
    if (shown) {
      if (gap) runs_.emplace_back();
      runs_.back().push_back({&each, plot.x.at(each.x), plot.y.at(each.y)});
      ++dots_;
    }
    gap = !shown;
  }
}

std::string SeriesDrawing::classes() const {
  if (series_.emphasis == Emphasis::backdrop) return "series backdrop";
  const std::string own = "series " + colour_class(mark_) + dash_class(mark_);
  return series_.emphasis == Emphasis::winner ? own + " winner" : own;
}

bool SeriesDrawing::has_line() const {
  return series_.connected &&
         std::any_of(runs_.begin(), runs_.end(), [](const DotRun& run) { return run.size() > 1; });
}

double SeriesDrawing::radius() const { return series_.emphasis == Emphasis::winner ? 5.5 : 3.6; }

Shapes SeriesDrawing::line(const DotRun& run) const {
  PolylineShape form;
  for (const Dot& dot : run) form.points.push_back({dot.x, dot.y});
  return Shape{"line", std::move(form)};
}

Shapes SeriesDrawing::whiskers(const Dot& dot) const {
  Shapes shapes;
  if (drawn_half_width(dot.point->y_half_width)) {
    const double low = plot_.y.at(dot.point->y - dot.point->y_half_width);
    const double high = plot_.y.at(dot.point->y + dot.point->y_half_width);
    shapes += rule(dot.x, low, dot.x, high, "whisker") + rule(dot.x - cap, low, dot.x + cap, low, "whisker") +
              rule(dot.x - cap, high, dot.x + cap, high, "whisker");
  }
  if (drawn_half_width(dot.point->x_half_width)) {
    const double low = plot_.x.at(dot.point->x - dot.point->x_half_width);
    const double high = plot_.x.at(dot.point->x + dot.point->x_half_width);
    shapes += rule(low, dot.y, high, dot.y, "whisker") + rule(low, dot.y - cap, low, dot.y + cap, "whisker") +
              rule(high, dot.y - cap, high, dot.y + cap, "whisker");
  }
  return shapes;
}

std::string SeriesDrawing::hover(const ChartPoint& point) const {
  if (!point.hover.empty()) return point.hover;
  std::string text = series_.name;
  if (!text.empty()) text += "\n";
  text += value_line(chart_.x.label, point.x, point.x_half_width);
  text += "\n";
  return text += value_line(chart_.y.label, point.y, point.y_half_width);
}

Shapes SeriesDrawing::point(const Dot& dot, bool with_marker) const {
  const double x = dot.x + dot.right, y = dot.y + dot.down;
  Shapes shapes = circle("hit", x, y, hit_radius);
  if (with_marker && series_.emphasis == Emphasis::backdrop) {
    shapes += circle("", dot.x, dot.y, backdrop_radius);
  } else if (with_marker) {
    shapes += marker(mark_, x, y, radius());
  }
  return group("point", shapes, hover(*dot.point));
}

Shapes SeriesDrawing::curve() const {
  const std::size_t stride = series_.connected ? dots_ / (most_markers + 1) + 1 : 1;
  const bool bare = series_.connected && series_.emphasis == Emphasis::backdrop;
  Shapes lines, errors, points;
  std::size_t position = 0;
  for (const DotRun& run : runs_) {
    if (series_.connected && run.size() > 1) lines += line(run);
    for (const Dot& dot : run) {
      errors += whiskers(dot);
      points += point(dot, !(bare && run.size() > 1) && position++ % stride == 0);
    }
  }
  return lines + errors + points;
}

Shapes SeriesDrawing::sample(double left, double middle, double width) const {
  Shapes shapes;
  if (has_line()) shapes += rule(left, middle, left + width, middle, "line");
  if (series_.emphasis != Emphasis::backdrop) {
    shapes += marker(mark_, left + 0.5 * width, middle, radius());
  } else if (!has_line()) {
    shapes += circle("", left + 0.5 * width, middle, backdrop_radius);
  }
  return shapes;
}

void SeriesDrawing::block(LabelPlaces& places) const {
  for (const DotRun& run : runs_) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      const Dot& dot = run[i];
      const double x = dot.x + dot.right, y = dot.y + dot.down;
      places.block({x - radius(), y - radius(), x + radius(), y + radius()});
      if (series_.emphasis != Emphasis::backdrop) places.own(mark_, dot.x, dot.y);
      if (series_.connected && i > 0) places.block_line(run[i - 1].x, run[i - 1].y, dot.x, dot.y);
      if (drawn_half_width(dot.point->y_half_width)) {
        places.block_line(dot.x, plot_.y.at(dot.point->y - dot.point->y_half_width), dot.x,
                          plot_.y.at(dot.point->y + dot.point->y_half_width));
      }
      if (drawn_half_width(dot.point->x_half_width)) {
        places.block_line(plot_.x.at(dot.point->x - dot.point->x_half_width), dot.y,
                          plot_.x.at(dot.point->x + dot.point->x_half_width), dot.y);
      }
    }
  }
}

// Beside the point, then above and below its whiskers.
void SeriesDrawing::add_label_boxes(std::vector<Box>& boxes, const Dot& dot, double width) const {
  const bool whisker = drawn_half_width(dot.point->y_half_width);
  const double highest = whisker ? plot_.y.at(dot.point->y + dot.point->y_half_width) : dot.y;
  const double lowest = whisker ? plot_.y.at(dot.point->y - dot.point->y_half_width) : dot.y;
  const double half = 0.5 * label_height;
  const auto add = [&](double left, double middle) {
    boxes.push_back({left, middle - half, left + width, middle + half});
  };
  const double wide = drawn_half_width(dot.point->x_half_width) ? dot.point->x_half_width : 0.0;
  add(std::max(plot_.x.at(dot.point->x + wide) + cap, dot.x + radius()) + 4.0, dot.y);
  add(std::min(plot_.x.at(dot.point->x - wide) - cap, dot.x - radius()) - 4.0 - width, dot.y);
  for (const double distance : {1.4 * label_gap, 2.4 * label_gap}) {
    for (const double left : {dot.x + 3.0, dot.x - 0.5 * width, dot.x - 3.0 - width}) {
      add(left, highest - distance);
      add(left, lowest + distance);
    }
  }
}

std::vector<Box> SeriesDrawing::label_boxes(double width) const {
  std::vector<Box> boxes;
  if (runs_.empty()) return boxes;
  add_label_boxes(boxes, runs_.back().back(), width);
  add_label_boxes(boxes, runs_.front().front(), width);
  return boxes;
}

// Dots within reach of the first of a place share it. The series of a place stand around it on a circle, in
// their order, from the left on.
void draw_apart(std::vector<SeriesDrawing>& series) {
  struct Place {
    double x, y;
    std::vector<std::size_t> series = {};  // without repetition
    std::vector<std::pair<std::size_t, SeriesDrawing::Dot*>> dots = {};
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].series_.emphasis == Emphasis::backdrop) continue;
    for (SeriesDrawing::DotRun& run : series[i].runs_) {
      for (SeriesDrawing::Dot& dot : run) {
        auto place = std::find_if(places.begin(), places.end(), [&](const Place& one) {
          return std::hypot(one.x - dot.x, one.y - dot.y) < hiding;
        });
        if (place == places.end()) place = places.insert(places.end(), {dot.x, dot.y});
        if (place->series.empty() || place->series.back() != i) place->series.push_back(i);
        place->dots.emplace_back(place->series.size() - 1, &dot);
      }
    }
  }
  for (const Place& place : places) {
    const auto count = static_cast<double>(place.series.size());
    if (count < 2.0) continue;
    const double reach = std::max(4.5, 1.4 * count);
    for (const auto& [position, dot] : place.dots) {
      const double angle = std::numbers::pi * (1.0 + 2.0 * static_cast<double>(position) / count);
      dot->right = reach * std::cos(angle);
      dot->down = reach * std::sin(angle);
    }
  }
}

}  // namespace sfumato::report
