// Layout of line charts: axes, bands and reference lines, curves, labels where there is room, and a
// legend that names everything. A series' legend entry is in the same group as its curve, so that
// pointing at one brings out the other.
#include <algorithm>
#include <cmath>
#include <optional>

#include "report/axis.hpp"
#include "report/chart_series.hpp"
#include "report/chart_svg.hpp"
#include "report/legend.hpp"
#include "report/svg.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

constexpr double line_chart_margin = 26.0;
constexpr std::size_t longest_label = 28;

// What differs between a wide chart and a small one.
struct Proportions {
  double width, plot_height;
  int ticks_across, ticks_up;
};

Proportions proportions(ChartSize size) {
  if (size == ChartSize::small) return {small_chart, 210.0, 4, 5};
  return {wide_chart, 400.0, 7, 6};
}

struct Extents {
  Extent x, y;
};

void include(Extent& extent, double value, double half_width) {
  extent.include(value);
  if (half_width > 0.0) {
    extent.include(value - half_width);
    extent.include(value + half_width);
  }
}

// Of all points, and of what they are to be compared with; nothing without points.
std::optional<Extents> extents_of(const LineChart& chart) {
  Extents extents{{.logarithmic = chart.x.logarithmic}, {.logarithmic = chart.y.logarithmic}};
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (!can_show(point.x, chart.x.logarithmic) || !can_show(point.y, chart.y.logarithmic)) continue;
      include(extents.x, point.x, point.x_half_width);
      include(extents.y, point.y, point.y_half_width);
    }
  }
  if (extents.x.empty()) return std::nullopt;
  const auto along = [&](Direction direction) -> Extent& {
    return direction == Direction::vertical ? extents.x : extents.y;
  };
  for (const ReferenceLine& line : chart.lines) along(line.direction).include(line.at);
  for (const ShadedBand& band : chart.bands) {
    along(band.direction).include(band.lower);
    along(band.direction).include(band.upper);
  }
  return extents;
}

Plot plot_of(const Extents& extents, const Proportions& size) {
  const AxisRange across = trimmed(extents.x, size.ticks_across), up = trimmed(extents.y, size.ticks_up);
  const double left = std::max(44.0, label_room(tick_labels(up.ticks)));
  const double margin = std::max(line_chart_margin, 0.5 * text_width(tick_label(across.ticks.back())) + 2.0);
  return {Scale(across, extents.x.logarithmic, left, size.width - margin),
          Scale(up, extents.y.logarithmic, axis_room_above + size.plot_height, axis_room_above)};
}

class LineDrawing {
 public:
  LineDrawing(const LineChart& chart, const Extents& extents, const Proportions& size);
  Drawing drawing() const;

 private:
  struct LegendEntry {
    std::string name;
    const ChartSeries* series = nullptr;  // otherwise a band or a line
    bool band = false;
  };

  Shapes frame() const;
  Shapes bands() const;
  Shapes reference_lines() const;
  void place_line_labels(LabelPlaces& places);
  void place_series_labels(LabelPlaces& places);
  Shapes curves(const Legend& legend) const;
  Shapes other_entries(const Legend& legend) const;
  Shapes curve(std::size_t series, const Legend& legend) const;

  const LineChart& chart_;
  double width_;
  Plot plot_;
  std::vector<SeriesDrawing> series_;
  std::vector<std::size_t> marks_;  // which colour, dash and shape each series has
  std::vector<LegendEntry> entries_;
  Shapes labels_;
};

LineDrawing::LineDrawing(const LineChart& chart, const Extents& extents, const Proportions& size)
    : chart_(chart), width_(size.width), plot_(plot_of(extents, size)) {
  std::size_t marks = 0;
  for (const ChartSeries& series : chart.series) {
    series_.emplace_back(chart, series, marks, plot_);
    marks_.push_back(marks);
    if (series.emphasis != Emphasis::backdrop) ++marks;
    if (!series.name.empty()) entries_.push_back({series.name, &series});
  }
  for (const ShadedBand& band : chart.bands) {
    if (!band.label.empty()) entries_.push_back({band.label, nullptr, true});
  }
  draw_apart(series_);
  LabelPlaces places({plot_.left(), plot_.top() - 16.0, width_ - 2.0, plot_.bottom()});
  places.block({0.0, 0.0, 2.0 + 1.1 * text_width(chart.y.label), plot_.top()});
  for (const SeriesDrawing& series : series_) series.block(places);
  place_line_labels(places);
  place_series_labels(places);
}

Shapes LineDrawing::frame() const {
  return rule(plot_.left(), plot_.bottom(), plot_.right(), plot_.bottom(), "grid") +
         rule(plot_.left(), plot_.top(), plot_.left(), plot_.bottom(), "grid") +
         horizontal_axis(plot_.x, tick_labels(plot_.x.ticks()), plot_.top(), plot_.bottom(), chart_.x.label) +
         vertical_axis(plot_.y, tick_labels(plot_.y.ticks()), plot_.left(), plot_.right(), chart_.y.label);
}

Shapes LineDrawing::bands() const {
  Shapes shapes;
  for (const ShadedBand& band : chart_.bands) {
    const bool upright = band.direction == Direction::vertical;
    const Scale& scale = upright ? plot_.x : plot_.y;
    const double lower = std::isfinite(band.lower) ? scale.at(band.lower) : scale.first();
    const double upper = std::isfinite(band.upper) ? scale.at(band.upper) : scale.last();
    const double low = std::min(lower, upper), size = std::fabs(upper - lower);
    shapes += rectangle("band", {.left = upright ? low : plot_.left(),
                                 .top = upright ? plot_.top() : low,
                                 .width = upright ? size : plot_.right() - plot_.left(),
                                 .height = upright ? plot_.bottom() - plot_.top() : size});
  }
  return shapes;
}

Shapes LineDrawing::reference_lines() const {
  Shapes shapes;
  for (const ReferenceLine& line : chart_.lines) {
    const bool upright = line.direction == Direction::vertical;
    const Scale& scale = upright ? plot_.x : plot_.y;
    if (!scale.shows(line.at)) continue;
    const double at = scale.at(line.at);
    shapes += upright ? rule(at, plot_.top(), at, plot_.bottom(), "reference")
                      : rule(plot_.left(), at, plot_.right(), at, "reference");
  }
  return shapes;
}

// Along the line, best first: beside its upper end or above its right end, then farther away.
std::vector<Box> line_label_boxes(Direction direction, double at, double room, const Plot& plot) {
  std::vector<Box> boxes;
  const auto add = [&](double x, double y) { boxes.push_back({x, y, x + room, y + 15.0}); };
  if (direction == Direction::vertical) {
    const double top = plot.top() + 4.0, bottom = plot.bottom() - 20.0;
    for (const double y : {top, top + 18.0, bottom, bottom - 18.0}) {
      for (const double x : {at + 5.0, at - 5.0 - room}) add(x, y);
    }
  } else {
    const double left = plot.left() + 4.0, right = plot.right() - 4.0 - room;
    for (const double x : {right, left, 0.5 * (left + right)}) {
      for (const double y : {at - 18.0, at + 3.0}) add(x, y);
    }
  }
  return boxes;
}

// A label that finds no room beside its line goes into the legend.
void LineDrawing::place_line_labels(LabelPlaces& places) {
  for (const ReferenceLine& line : chart_.lines) {
    const bool upright = line.direction == Direction::vertical;
    const Scale& scale = upright ? plot_.x : plot_.y;
    if (!scale.shows(line.at)) continue;
    const double at = scale.at(line.at);
    if (upright) {
      places.block_line(at, plot_.top(), at, plot_.bottom());
    } else {
      places.block_line(plot_.left(), at, plot_.right(), at);
    }
    if (line.label.empty()) continue;
    const std::string text = shortened(line.label, longest_label);
    const std::vector<Box> boxes = line_label_boxes(line.direction, at, text_width(text), plot_);
    const auto taken = places.take(boxes);
    if (!taken) entries_.push_back({line.label});
    if (taken) labels_ += label(boxes[*taken].left, boxes[*taken].bottom - 3.5, text, "direct");
  }
}

void LineDrawing::place_series_labels(LabelPlaces& places) {
  for (const Emphasis emphasis : {Emphasis::winner, Emphasis::none}) {
    for (std::size_t i = 0; i < series_.size(); ++i) {
      const ChartSeries& series = chart_.series[i];
      const bool one_end = series.connected || series.points.size() == 1;
      if (series.emphasis != emphasis || series.name.empty() || !one_end) continue;
      const std::string text = shortened(series.name, longest_label);
      const double weight = emphasis == Emphasis::winner ? 1.1 : 1.0;  // bold is wider
      const std::vector<Box> boxes = series_[i].label_boxes(weight * text_width(text));
      const auto taken = places.take(boxes, marks_[i]);
      if (!taken) continue;
      labels_ += label(boxes[*taken].left, boxes[*taken].bottom - 3.0, text,
                       emphasis == Emphasis::winner ? "direct strong" : "direct");
    }
  }
}

Shapes LineDrawing::curve(std::size_t series, const Legend& legend) const {
  Shapes shapes = series_[series].curve();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].series != &chart_.series[series]) continue;
    const bool winner = chart_.series[series].emphasis == Emphasis::winner;
    shapes += series_[series].sample(legend.sample_left(i), legend.sample_middle(i), Legend::sample_width) +
              legend.name(i, winner ? "strong" : "");
  }
  return group(series_[series].classes(), shapes);
}

Shapes LineDrawing::curves(const Legend& legend) const {
  Shapes shapes;
  for (const Emphasis emphasis : {Emphasis::backdrop, Emphasis::none, Emphasis::winner}) {
    for (std::size_t i = 0; i < series_.size(); ++i) {
      if (chart_.series[i].emphasis == emphasis) shapes += curve(i, legend);
    }
  }
  return shapes;
}

Shapes LineDrawing::other_entries(const Legend& legend) const {
  Shapes shapes;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].series != nullptr) continue;
    const double left = legend.sample_left(i), middle = legend.sample_middle(i);
    shapes +=
        entries_[i].band
            ? rectangle("band",
                        {.left = left, .top = middle - 7.0, .width = Legend::sample_width, .height = 14.0})
            : rule(left, middle, left + Legend::sample_width, middle, "reference");
    shapes += legend.name(i);
  }
  return shapes;
}

Drawing LineDrawing::drawing() const {
  std::vector<std::string> names;
  for (const LegendEntry& entry : entries_) names.push_back(entry.name);
  const double below = plot_.bottom() + (chart_.x.label.empty() ? 24.0 : axis_room_below);
  const Legend legend(std::move(names), plot_.left(), width_ - 4.0, below);
  return {width_, below + legend.height() + 4.0,
          bands() + frame() + reference_lines() + curves(legend) + other_entries(legend) + labels_};
}

}  // namespace

Drawing drawn(const LineChart& chart, ChartSize size) {
  const std::optional<Extents> extents = extents_of(chart);
  if (!extents) return {};
  return LineDrawing(chart, *extents, proportions(size)).drawing();
}

}  // namespace sfumato::report
