// Axes of charts: where they begin and end, which ticks they have, and how numbers are written on
// them. Ends are ticks, or lie a little beyond what is shown (`trimmed`).
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.hpp"

namespace sfumato::report {

// Values beyond these magnitudes cannot be drawn: differences of them would overflow, or vanish.
inline constexpr double largest_drawn = 1e280;
inline constexpr double smallest_drawn = 1e-280;

// Whether an axis can show a value: finite, not beyond the magnitudes above, and positive if logarithmic.
bool can_show(double value, bool logarithmic);

// The smallest and largest of what an axis has to show.
struct Extent {
  bool logarithmic = false;
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();

  void include(double value);  // what the axis cannot show is ignored
  bool empty() const { return lower > upper; }
};

// Ascending; the first and the last are the ends of the axis.
using Ticks = std::vector<double>;

// Multiples of 1, 2 or 5 times a power of ten that cover lower..upper in about `wanted` steps. A range
// without width is given a tenth of its value on both sides.
Ticks linear_ticks(double lower, double upper, int wanted = 5);

// Powers of ten that cover lower..upper (both positive), thinned beyond ten of them; up to three
// decades have 2 and 5 between.
Ticks logarithmic_ticks(double lower, double upper);

Ticks ticks_of(const Extent& extent, int wanted = 5);

// An axis' ends and the ticks between them.
struct AxisRange {
  double lower = 0.0;
  double upper = 1.0;
  Ticks ticks = {};
};

// Ends that lie a little beyond what is shown, and at least two ticks; where that leaves fewer, ends are
// ticks.
AxisRange trimmed(const Extent& extent, int wanted = 5);

// For axes: "0.25", "−3", "40 000" (with a narrow space), "2×10⁻⁵".
std::string tick_label(double value);

// Groups of three digits before the point, from five digits on, by narrow no-break spaces.
std::string grouped(const std::string& number);

// The same for every number in a text, such as "120 000 ± 350 (1)". Digits after a point or a letter stay.
std::string with_groups(std::string_view text);

// For people: `digits` significant digits, "none" for what is not finite.
std::string number_label(double value, int digits = 4);

// From values to pixels. `first` is where the lower end lies, `last` the upper; for a vertical axis
// first > last.
class Scale {
 public:
  Scale(Ticks ticks, bool logarithmic, double first, double last);
  Scale(AxisRange range, bool logarithmic, double first, double last);
  bool shows(double value) const { return can_show(value, logarithmic_); }
  // A value beyond the ends lies at the end; so does what a logarithmic axis cannot show.
  double at(double value) const;
  const Ticks& ticks() const { return ticks_; }
  double first() const { return first_; }
  double last() const { return last_; }

 private:
  Ticks ticks_;
  double lower_, upper_;
  bool logarithmic_;
  double first_, last_;
};

// Room that the widest label of a vertical axis takes.
double label_room(const std::vector<std::string>& labels);
std::vector<std::string> tick_labels(const Ticks& ticks);

// Grid lines, tick labels and the axis' name: that of a horizontal axis below its middle, that of a
// vertical one above its upper end. Labels that would touch the one before are left out.
Shapes horizontal_axis(const Scale& scale, const std::vector<std::string>& labels, double top, double bottom,
                       const std::string& name);
Shapes vertical_axis(const Scale& scale, const std::vector<std::string>& labels, double left, double right,
                     const std::string& name);

// Below the plot: tick labels and the axis' name.
inline constexpr double axis_room_below = 46.0;
inline constexpr double axis_room_above = 30.0;

}  // namespace sfumato::report
