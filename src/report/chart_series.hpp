// One series of a line chart, drawn: its line, standard errors, markers, and what pointing at a point
// says. Kept apart from the layout of the chart, which knows axes, legend and labels.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/axis.hpp"
#include "report/chart.hpp"
#include "report/label_places.hpp"

namespace sfumato::report {

// Where values lie. All points of a chart are within, since the axes are made from them.
struct Plot {
  Scale x;
  Scale y;
  double left() const { return x.first(); }
  double right() const { return x.last(); }
  double top() const { return y.last(); }
  double bottom() const { return y.first(); }
};

class SeriesDrawing;

// Markers of different series that would hide each other are moved apart by a few pixels; lines, standard
// errors and what pointing says stay.
void draw_apart(std::vector<SeriesDrawing>& series);

class SeriesDrawing {
 public:
  // `mark` chooses colour, dash and shape; a backdrop has none of its own.
  SeriesDrawing(const LineChart& chart, const ChartSeries& series, std::size_t mark, const Plot& plot);

  std::string classes() const;
  Shapes curve() const;  // line, standard errors, points
  Shapes sample(double left, double middle, double width) const;
  // Keeps labels off the curve; its points are owned by the mark, but for a backdrop's.
  void block(LabelPlaces& places) const;
  // Boxes for a label of that width at the curve's end, then at its beginning, best first; none where
  // nothing is drawn.
  std::vector<Box> label_boxes(double width) const;

 private:
  friend void draw_apart(std::vector<SeriesDrawing>& series);
  struct Dot {
    const ChartPoint* point;
    double x, y;
    double right = 0.0, down = 0.0;  // by which its marker is moved
  };
  using DotRun = std::vector<Dot>;  // points without a gap between

  Shapes line(const DotRun& run) const;
  Shapes whiskers(const Dot& dot) const;
  std::string hover(const ChartPoint& point) const;
  Shapes point(const Dot& dot, bool with_marker) const;
  double radius() const;
  void add_label_boxes(std::vector<Box>& boxes, const Dot& dot, double width) const;
  bool has_line() const;

  const LineChart& chart_;
  const ChartSeries& series_;
  std::size_t mark_;
  const Plot& plot_;
  std::vector<DotRun> runs_;
  std::size_t dots_ = 0;
};

}  // namespace sfumato::report
