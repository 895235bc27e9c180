// Histograms before and after over the same bins: before as filled grey, after as an outline, so that
// both are seen where they differ. Heights are shares of the values, whatever the bins' widths.
#include <algorithm>
#include <cmath>

#include "report/axis.hpp"
#include "report/chart_svg.hpp"
#include "report/legend.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double histogram_margin = 26.0;

struct Bin {
  double lower, upper;
  double before, after;  // NaN: none
};

double share_at(const std::vector<double>& shares, std::size_t bin) {
  return bin < shares.size() && shares[bin] >= 0.0 && can_show(shares[bin], false) ? shares[bin] : no_number;
}

// Bins that have width and at least one share; the others cannot be drawn.
std::vector<Bin> bins_of(const Histogram& chart) {
  std::vector<Bin> bins;
  for (std::size_t i = 0; i + 1 < chart.edges.size(); ++i) {
    const Bin bin{chart.edges[i], chart.edges[i + 1], share_at(chart.before, i), share_at(chart.after, i)};
    const bool wide = can_show(bin.lower, false) && can_show(bin.upper, false) && bin.lower < bin.upper;
    if (wide && !(std::isnan(bin.before) && std::isnan(bin.after))) bins.push_back(bin);
  }
  return bins;
}

std::vector<std::string> percent_labels(const Ticks& ticks) {
  std::vector<std::string> labels;
  for (const double tick : ticks) labels.push_back(tick_label(100.0 * tick) + "\u00A0%");
  return labels;
}

std::string percent(double share) { return number_label(100.0 * share, 3) + "\u00A0%"; }

// `alone`: there is no before in the whole chart, so "after" would say nothing.
std::string hover(const Bin& bin, bool alone) {
  std::string text = number_label(bin.lower) + " to " + number_label(bin.upper);
  if (alone) return text + ": " + percent(bin.after);
  if (!std::isnan(bin.before)) text += "\nbefore: " + percent(bin.before);
  if (!std::isnan(bin.after)) text += "\nafter: " + percent(bin.after);
  return text;
}

Shapes box_between(std::string_view classes, double left, double top, double right, double bottom) {
  return rectangle(classes, {.left = left, .top = top, .width = right - left, .height = bottom - top});
}

Shapes filled(const std::vector<Bin>& bins, const Scale& x, const Scale& y) {
  Shapes shapes;
  for (const Bin& bin : bins) {
    if (bin.before > 0.0) {
      shapes +=
          box_between("before", x.at(bin.lower) + 0.5, y.at(bin.before), x.at(bin.upper) - 0.5, y.first());
    }
  }
  return shapes;
}

// One line over neighbouring bins, down to zero at both ends and at gaps.
Shapes outline(const std::vector<Bin>& bins, const Scale& x, const Scale& y) {
  PathShape path;
  double end = no_number;
  for (const Bin& bin : bins) {
    if (std::isnan(bin.after)) continue;
    if (bin.lower != end) {
      if (!std::isnan(end)) path.lines.back().push_back({x.at(end), y.first()});
      path.lines.push_back({{x.at(bin.lower), y.first()}});
    }
    path.lines.back().push_back({x.at(bin.lower), y.at(bin.after)});
    path.lines.back().push_back({x.at(bin.upper), y.at(bin.after)});
    end = bin.upper;
  }
  if (path.lines.empty()) return {};
  path.lines.back().push_back({x.at(end), y.first()});
  return Shape{"after", std::move(path)};
}

Shapes key(const Legend& legend, bool before, bool after) {
  Shapes shapes;
  std::size_t entry = 0;
  if (before) {
    const double left = legend.sample_left(entry), middle = legend.sample_middle(entry);
    shapes += box_between("before", left + 5.0, middle - 6.0, left + 25.0, middle + 6.0) + legend.name(entry);
    ++entry;
  }
  if (after) {
    const double left = legend.sample_left(entry), middle = legend.sample_middle(entry);
    shapes += box_between("after", left + 5.0, middle - 6.0, left + 25.0, middle + 6.0) + legend.name(entry);
  }
  return shapes;
}

}  // namespace

Drawing drawn(const Histogram& chart, ChartSize size) {
  const bool wide = size == ChartSize::wide;
  const double width = wide ? 640.0 : small_chart, plot_height = wide ? 240.0 : 170.0;
  const std::vector<Bin> bins = bins_of(chart);
  if (bins.empty()) return {};
  Extent across, up;
  up.include(0.0);
  bool before = false, after = false;
  for (const Bin& bin : bins) {
    across.include(bin.lower);
    across.include(bin.upper);
    up.include(bin.before);
    up.include(bin.after);
    before = before || !std::isnan(bin.before);
    after = after || !std::isnan(bin.after);
  }
  if (up.upper == 0.0) up.include(1.0);
  const Ticks shares = ticks_of(up, 4);
  const std::vector<std::string> labels = percent_labels(shares);
  const Scale x(ticks_of(across, wide ? 6 : 4), false, label_room(labels), width - histogram_margin);
  const Scale y(shares, false, axis_room_above + plot_height, axis_room_above);
  Shapes content = vertical_axis(y, labels, x.first(), x.last(), "share of the " + chart.counted) +
                   horizontal_axis(x, tick_labels(x.ticks()), y.last(), y.first(), chart.label) +
                   filled(bins, x, y) + outline(bins, x, y);
  for (const Bin& bin : bins) {
    content += group("bin", box_between("hit", x.at(bin.lower), y.last(), x.at(bin.upper), y.first()),
                     hover(bin, !before));
  }
  const double below = y.first() + (chart.label.empty() ? 24.0 : axis_room_below);
  if (!before) return {width, below + 4.0, content};  // one outline needs no legend
  std::vector<std::string> names{"before"};
  if (after) names.emplace_back("after");
  const Legend legend(names, x.first(), width, below);
  return {width, below + legend.height() + 4.0, content + key(legend, before, after)};
}

}  // namespace sfumato::report
