// Ranked scores as horizontal bars from zero, each with its value at its end. A name without a value
// keeps its row, so that nothing vanishes from a ranking.
#include <algorithm>
#include <cmath>

#include "report/axis.hpp"
#include "report/chart_svg.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double row_height = 28.0, bar_height = 17.0, top = 12.0;
constexpr double number_room = 58.0;       // beyond the longest bar, for its value
constexpr double longest_bar_name = 0.34;  // of the width

double half_width_of(const Bar& bar) {
  return bar.half_width > 0.0 && can_show(bar.half_width, false) ? bar.half_width : 0.0;
}

double name_room(const std::vector<Bar>& bars, double longest) {
  double widest = 0.0;
  for (const Bar& bar : bars) widest = std::max(widest, text_width(fitted(bar.name, longest)));
  return widest;
}

Shapes whisker(const Bar& bar, const Scale& x, double middle) {
  const double half = half_width_of(bar);
  if (half == 0.0) return {};
  const double low = x.at(bar.value - half), high = x.at(bar.value + half);
  return rule(low, middle, high, middle, "whisker") + rule(low, middle - 4.0, low, middle + 4.0, "whisker") +
         rule(high, middle - 4.0, high, middle + 4.0, "whisker");
}

std::string hover(const Bar& bar) {
  std::string text = bar.name + ": " + number_label(bar.value);
  if (half_width_of(bar) > 0.0) text += " \u00B1 " + number_label(bar.half_width, 2);
  return text;
}

// `names`: where names end.
Shapes row(const Bar& bar, const Scale& x, double names, double middle, bool any_emphasis) {
  const std::string weight = bar.emphasis ? "strong" : "";
  const Shapes name = label(names, middle + 4.0, fitted(bar.name, names - 4.0), weight, Anchor::end);
  const double zero = x.at(0.0);
  if (!can_show(bar.value, false)) {
    return group("bar", name + label(zero + 8.0, middle + 4.0, "no value", "tick"), bar.name + ": no value");
  }
  const double end = x.at(bar.value), half = half_width_of(bar);
  Shapes content =
      rectangle(bar.emphasis || !any_emphasis ? "chosen" : "other", {.left = std::min(zero, end),
                                                                     .top = middle - 0.5 * bar_height,
                                                                     .width = std::fabs(end - zero),
                                                                     .height = bar_height,
                                                                     .corner = 1.5});
  content += name + whisker(bar, x, middle);
  const bool negative = bar.value < 0.0;
  const double text_at = negative ? x.at(bar.value - half) - 7.0 : x.at(bar.value + half) + 7.0;
  content += label(text_at, middle + 4.0, number_label(bar.value), "small direct " + weight,
                   negative ? Anchor::end : Anchor::start);
  return group("bar", content, hover(bar));
}

}  // namespace

Drawing drawn(const BarChart& chart, ChartSize size) {
  const double width = size == ChartSize::wide ? wide_chart : small_chart;
  Extent extent;
  for (const Bar& bar : chart.bars) {
    if (!can_show(bar.value, false)) continue;
    extent.include(bar.value - half_width_of(bar));
    extent.include(bar.value + half_width_of(bar));
  }
  if (extent.empty()) return {};
  extent.include(0.0);
  if (extent.upper == extent.lower) extent.include(1.0);
  const double names = name_room(chart.bars, longest_bar_name * width) + 4.0;
  const double left = names + 10.0 + (extent.lower < 0.0 ? number_room : 0.0);
  const double bottom = top + row_height * static_cast<double>(chart.bars.size());
  const Scale x(ticks_of(extent, size == ChartSize::wide ? 5 : 3), false, left, width - number_room);
  const bool any_emphasis =
      std::any_of(chart.bars.begin(), chart.bars.end(), [](const Bar& bar) { return bar.emphasis; });
  Shapes content = horizontal_axis(x, tick_labels(x.ticks()), top, bottom, chart.label);
  content += rule(x.at(0.0), top, x.at(0.0), bottom, "zero");
  double middle = top + 0.5 * row_height;
  for (const Bar& bar : chart.bars) {
    content += row(bar, x, names, middle, any_emphasis);
    middle += row_height;
  }
  return {width, bottom + (chart.label.empty() ? 28.0 : axis_room_below + 4.0), content};
}

}  // namespace sfumato::report
