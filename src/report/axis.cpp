// Ticks are whole multiples of a mantissa, scaled by an exact power of ten at the end, so that 0.3 is
// written 0.3 and not as a sum of tenths.
#include "report/axis.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "core/number_text.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double narrowest_range = 1e-9;  // of the values; below it they count as equal
constexpr double slack = 1e-9;            // of a step, for ends that miss a tick by rounding
constexpr int most_decades = 10;
constexpr int decades_with_steps = 3;  // that have 2 and 5 between
constexpr std::array<double, 3> mantissas{1.0, 2.0, 5.0};
constexpr double trimmed_margin = 0.03;  // of what is shown, beyond it at both ends

double power_of_ten(int exponent) {
  return exponent < 0 ? 1.0 / std::pow(10.0, -exponent) : std::pow(10.0, exponent);
}

// The exponent of the largest power of ten not above a positive value.
int decade_of(double value) {
  int exponent = static_cast<int>(std::floor(std::log10(value)));
  while (power_of_ten(exponent) > value) --exponent;
  while (power_of_ten(exponent + 1) <= value) ++exponent;
  return exponent;
}

double scaled(double multiple, int exponent) {
  return exponent < 0 ? multiple / std::pow(10.0, -exponent) : multiple * std::pow(10.0, exponent);
}

Ticks stepped_decades(double lower, double upper) {
  Ticks ticks;
  const int first = decade_of(lower) - 1, last = decade_of(upper) + 1;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (const double mantissa : mantissas) ticks.push_back(scaled(mantissa, exponent));
  }
  auto begin = std::upper_bound(ticks.begin(), ticks.end(), lower) - 1;
  auto end = std::lower_bound(ticks.begin(), ticks.end(), upper);
  if (begin == end) {
    --begin;
    ++end;
  }
  return Ticks(begin, end + 1);
}

std::string superscript(int exponent) {
  constexpr std::array<const char*, 10> digits{"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                               "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text;
  for (const char letter : std::to_string(exponent)) {
    text += letter == '-' ? "\u207B" : digits[static_cast<std::size_t>(letter - '0')];
  }
  return text;
}

}  // namespace

std::string grouped(const std::string& text) {
  const std::size_t whole = std::min(text.find('.'), text.size());
  if (whole < 5) return text;
  std::string result;
  for (std::size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % 3 == 0) result += "\u202F";
    result += text[i];
  }
  return result + text.substr(whole);
}

std::string with_groups(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t digit = std::min(text.find_first_of("0123456789"), text.size());
    const std::size_t end = std::min(text.find_first_not_of("0123456789", digit), text.size());
    const bool part = digit > 0 && (text[digit - 1] == '.' ||
                                    std::isalpha(static_cast<unsigned char>(text[digit - 1])) != 0);
    const std::string number(text.substr(digit, end - digit));
    result.append(text.substr(0, digit)).append(part ? number : grouped(number));
    text.remove_prefix(end);
  }
  return result;
}

bool can_show(double value, bool logarithmic) {
  if (!(std::fabs(value) <= largest_drawn)) return false;
  return !logarithmic || value >= smallest_drawn;
}

void Extent::include(double value) {
  if (!can_show(value, logarithmic)) return;
  lower = std::min(lower, value);
  upper = std::max(upper, value);
}

Ticks linear_ticks(double lower, double upper, int wanted) {
  const double size = std::max(std::fabs(lower), std::fabs(upper));
  if (size < smallest_drawn) {
    lower = -1.0;
    upper = 1.0;
  } else if (upper - lower < narrowest_range * size) {
    lower -= 0.1 * size;
    upper += 0.1 * size;
  }
  const double rough = (upper - lower) / wanted;
  int exponent = decade_of(rough);
  const double fraction = rough / power_of_ten(exponent) - slack;
  double mantissa = fraction <= 1.0 ? 1.0 : fraction <= 2.0 ? 2.0 : 5.0;
  if (fraction > 5.0) {
    mantissa = 1.0;
    ++exponent;
  }
  const double step = scaled(mantissa, exponent);
  const double first = std::floor(lower / step + slack), last = std::ceil(upper / step - slack);
  Ticks ticks;
  for (double i = first; i <= last; i += 1.0) ticks.push_back(scaled(i * mantissa, exponent) + 0.0);
  return ticks;
}

Ticks logarithmic_ticks(double lower, double upper) {
  const int first = decade_of(lower);
  const int last = decade_of(upper) + (power_of_ten(decade_of(upper)) < upper ? 1 : 0);
  if (last - first <= decades_with_steps) return stepped_decades(lower, upper);
  const int stride = (last - first + most_decades - 1) / most_decades;
  Ticks ticks;
  for (int exponent = first; exponent < last + stride; exponent += stride)
    ticks.push_back(power_of_ten(exponent));
  return ticks;
}

Ticks ticks_of(const Extent& extent, int wanted) {
  if (extent.empty()) return linear_ticks(0.0, 1.0, wanted);
  return extent.logarithmic ? logarithmic_ticks(extent.lower, extent.upper)
                            : linear_ticks(extent.lower, extent.upper, wanted);
}

AxisRange trimmed(const Extent& extent, int wanted) {
  const Ticks ticks = ticks_of(extent, wanted);
  AxisRange range{ticks.front(), ticks.back(), {}};
  if (extent.empty()) return {range.lower, range.upper, ticks};
  if (extent.logarithmic) {
    const double margin = std::pow(extent.upper / extent.lower, trimmed_margin);
    range = {std::max(range.lower, extent.lower / margin), std::min(range.upper, extent.upper * margin), {}};
  } else {
    const double margin = trimmed_margin * (extent.upper - extent.lower);
    range = {std::max(range.lower, extent.lower - margin), std::min(range.upper, extent.upper + margin), {}};
  }
  for (const double tick : ticks) {
    if (tick >= range.lower && tick <= range.upper) range.ticks.push_back(tick);
  }
  if (range.ticks.size() < 2 || !(range.lower < range.upper)) return {ticks.front(), ticks.back(), ticks};
  return range;
}

std::string tick_label(double value) {
  const double size = std::fabs(value);
  const std::string sign = value < 0.0 ? "\u2212" : "";
  if (size == 0.0) return "0";
  if (size >= 1e-4 && size < 1e7) return sign + grouped(rounded(size, 10));
  const int exponent = decade_of(size);
  const std::string mantissa = rounded(size / power_of_ten(exponent), 4);
  return sign + (mantissa == "1" ? "" : mantissa + "\u00D7") + "10" + superscript(exponent);
}

std::string number_label(double value, int digits) {
  if (!std::isfinite(value)) return "none";
  const std::string text = rounded(value, digits);
  return text.starts_with('-') ? "\u2212" + text.substr(1) : text;
}

Scale::Scale(Ticks ticks, bool logarithmic, double first, double last)
    : ticks_(std::move(ticks)),
      lower_(ticks_.front()),
      upper_(ticks_.back()),
      logarithmic_(logarithmic),
      first_(first),
      last_(last) {}

Scale::Scale(AxisRange range, bool logarithmic, double first, double last)
    : ticks_(std::move(range.ticks)),
      lower_(range.lower),
      upper_(range.upper),
      logarithmic_(logarithmic),
      first_(first),
      last_(last) {}

double Scale::at(double value) const {
  if (!(value > lower_)) return first_;
  if (value >= upper_) return last_;
  const double share =
      logarithmic_ ? (std::log10(value) - std::log10(lower_)) / (std::log10(upper_) - std::log10(lower_))
                   : (value - lower_) / (upper_ - lower_);
  return first_ + share * (last_ - first_);
}

std::vector<std::string> tick_labels(const Ticks& ticks) {
  std::vector<std::string> labels;
  for (const double tick : ticks) labels.push_back(tick_label(tick));
  return labels;
}

double label_room(const std::vector<std::string>& labels) {
  double widest = 0.0;
  for (const std::string& text : labels) widest = std::max(widest, text_width(text));
  return widest + 10.0;
}

Shapes horizontal_axis(const Scale& scale, const std::vector<std::string>& labels, double top, double bottom,
                       const std::string& name) {
  Shapes shapes;
  double free_from = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double x = scale.at(scale.ticks()[i]);
    shapes += rule(x, top, x, bottom, "grid");
    const double half = 0.5 * text_width(labels[i]);
    if (x - half < free_from) continue;
    shapes += label(x, bottom + 17.0, labels[i], "tick", Anchor::middle);
    free_from = x + half + 4.0;
  }
  const double middle = 0.5 * (scale.first() + scale.last());
  if (!name.empty())
    shapes += label(middle, bottom + 38.0, fitted(name, 1.05 * (scale.last() - scale.first())), "axis",
                    Anchor::middle);
  return shapes;
}

Shapes vertical_axis(const Scale& scale, const std::vector<std::string>& labels, double left, double right,
                     const std::string& name) {
  Shapes shapes;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double y = scale.at(scale.ticks()[i]);
    shapes += rule(left, y, right, y, "grid");
    shapes += label(left - 8.0, y + 4.0, labels[i], "tick", Anchor::end);
  }
  if (!name.empty()) shapes += label(1.0, scale.last() - 14.0, fitted(name, right), "axis");
  return shapes;
}

}  // namespace sfumato::report
