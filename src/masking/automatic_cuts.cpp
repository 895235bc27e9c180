// All rules sort the present values once; ranks are counted from 0 and cuts belong to the interval above.
#include "masking/automatic_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t least_records =
    3;  // beyond the first and the last cut, and on both sides of a quantile
constexpr double outer_share = 0.05;
constexpr double window_share = 0.1;  // of an interval, on both sides of a quantile
constexpr std::size_t most_cut_intervals = 1000;
constexpr double most_cut_steps = 1e15;  // from 0 to a cut: more than that are not exact
constexpr int most_digits = 15;

struct CutSpan {
  double lower = 0.0, upper = 0.0;
  bool empty() const { return !(lower < upper); }
};

// Between the 5 % and the 95 % quantile, at least the third value from either end.
CutSpan middle_span(const std::vector<double>& ascending) {
  if (ascending.size() < 2 * least_records) return {};
  const auto share = static_cast<std::size_t>(std::ceil(outer_share * static_cast<double>(ascending.size())));
  for (const std::size_t outside : {std::max(least_records, share), least_records}) {
    const CutSpan span{ascending[outside - 1], ascending[ascending.size() - outside]};
    if (!span.empty()) return span;
  }
  return {};
}

// A multiple of base·10^exponent as the double nearest to its decimal text.
double decimal_multiple(double count, double base, int exponent) {
  const double power = std::pow(10.0, std::abs(exponent));
  const double value = exponent < 0 ? count * base / power : count * base * power;
  return value == 0.0 ? 0.0 : value;
}

// Single records with a fraction do not count.
bool are_whole(const std::vector<double>& values) {
  const auto fractions =
      std::count_if(values.begin(), values.end(), [](double value) { return value != std::floor(value); });
  return static_cast<std::size_t>(fractions) < least_records;
}

std::vector<double> multiples_in(const CutSpan& span, double base, int exponent) {
  const double width = decimal_multiple(1.0, base, exponent);
  std::vector<double> cuts;
  if (!(std::max(std::fabs(span.lower), std::fabs(span.upper)) / width < most_cut_steps)) return cuts;
  for (double count = std::floor(span.lower / width); count <= std::ceil(span.upper / width); count += 1.0) {
    const double cut = decimal_multiple(count, base, exponent);
    if (cut > span.lower && cut <= span.upper) cuts.push_back(cut);
  }
  return cuts;
}

std::vector<double> equal_width_cuts(const std::vector<double>& ascending, std::size_t intervals) {
  const CutSpan span = middle_span(ascending);
  if (span.empty()) return {};
  const bool whole = are_whole(ascending);
  const double least = (span.upper - span.lower) / static_cast<double>(intervals);
  const int start = static_cast<int>(std::floor(std::log10(least)));
  for (int exponent = whole ? std::max(start, 0) : start; exponent <= std::max(start, 0) + 2; ++exponent) {
    for (const double base : {1.0, 2.0, 2.5, 5.0}) {
      const double width = decimal_multiple(1.0, base, exponent);
      if (width < least * (1.0 - 1e-12) || (whole && width != std::floor(width))) continue;
      std::vector<double> cuts = multiples_in(span, base, exponent);
      if (cuts.size() < intervals) return cuts;
    }
  }
  return {};
}

// The number in (lower, upper] that is a multiple of the largest of 5, 2, 1 times a power of ten; 0 where it
// is among them. Of several the least; none where numbers in between have more than 15 digits, or are not
// whole.
std::optional<double> roundest(double lower, double upper, bool whole) {
  if (lower < 0.0 && upper >= 0.0) return 0.0;
  const double size = std::max(std::fabs(lower), std::fabs(upper));
  const int start = static_cast<int>(std::ceil(std::log10(size)));
  const int last = start - most_digits;
  for (int exponent = start; exponent >= (whole ? std::max(last, 0) : last); --exponent) {
    for (const double base : {5.0, 2.0, 1.0}) {
      const double step = decimal_multiple(1.0, base, exponent);
      const double first = decimal_multiple(std::floor(lower / step) + 1.0, base, exponent);
      if (first > lower && first <= upper) return first;
    }
  }
  return std::nullopt;
}

std::vector<double> equal_count_cuts(const std::vector<double>& ascending, std::size_t intervals) {
  const double records = static_cast<double>(ascending.size());
  const double share = records / static_cast<double>(intervals);
  const auto reach = std::max(least_records, static_cast<std::size_t>(std::floor(window_share * share)));
  const bool whole = are_whole(ascending);
  std::vector<double> cuts;
  for (std::size_t i = 1; i < intervals; ++i) {
    const auto rank = static_cast<std::size_t>(std::llround(share * static_cast<double>(i)));
    if (rank < reach || rank + reach > ascending.size()) continue;
    const double lower = ascending[rank - reach], upper = ascending[rank + reach - 1];
    // Equal values of six records or more are not one record's.
    const std::optional<double> cut = lower < upper ? roundest(lower, upper, whole) : upper;
    if (cut && *cut > ascending.front() && (cuts.empty() || *cut > cuts.back())) cuts.push_back(*cut);
  }
  return cuts;
}

std::vector<double> logarithmic_cuts(const std::vector<double>& ascending, std::size_t intervals) {
  const auto positive = std::upper_bound(ascending.begin(), ascending.end(), 0.0);
  const CutSpan span = middle_span(std::vector<double>(positive, ascending.end()));
  if (span.empty()) return {};
  const bool whole = are_whole(ascending);
  const double ratio = std::log(span.upper / span.lower) / static_cast<double>(intervals);
  std::vector<double> cuts;
  for (std::size_t i = 1; i < intervals; ++i) {
    const double wanted = span.lower * std::exp(ratio * static_cast<double>(i));
    const int exponent = static_cast<int>(std::floor(std::log10(wanted))) - 1;
    const int last = whole ? std::max(exponent, 0) : exponent;
    const double cut = decimal_multiple(std::round(wanted / decimal_multiple(1.0, 1.0, last)), 1.0, last);
    if (cut > span.lower && cut <= span.upper && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
  }
  return cuts;
}

// Without cuts that would leave fewer than three records in an interval.
std::vector<double> without_thin(const std::vector<double>& ascending, const std::vector<double>& cuts) {
  std::vector<double> kept;
  auto begin = ascending.begin();
  for (const double cut : cuts) {
    const auto end = std::lower_bound(begin, ascending.end(), cut);
    if (static_cast<std::size_t>(end - begin) < least_records ||
        static_cast<std::size_t>(ascending.end() - end) < least_records) {
      continue;
    }
    kept.push_back(cut);
    begin = end;
  }
  return kept;
}

const std::vector<std::string>& rule_names() {
  static const std::vector<std::string> names{"equal-width", "equal-count", "logarithmic"};
  return names;
}

CutRule rule_named(const std::string& name) {
  const auto found = std::find(rule_names().begin(), rule_names().end(), name);
  if (found == rule_names().end()) {
    const std::string close = suggestion(name, rule_names());
    bad_input("there are no cuts by '" + name + "'",
              close.empty() ? "write equal-width, equal-count or logarithmic" : close);
  }
  return static_cast<CutRule>(found - rule_names().begin());
}

// Of each level, the finest first.
std::vector<std::size_t> interval_counts(const Value& given) {
  const std::string hint = "such as 5, or [12, 6, 3] for several levels";
  const Value::Array list = given.is_array() ? given.as_array() : Value::Array{given};
  std::vector<std::size_t> counts;
  for (const Value& one : list) {
    const bool whole = one.is_integer() && one.as_integer() >= 2 &&
                       one.as_integer() <= static_cast<std::int64_t>(most_cut_intervals);
    if (!whole) bad_input("intervals must be whole numbers from 2 to 1000", hint);
    const auto count = static_cast<std::size_t>(one.as_integer());
    if (!counts.empty() && (count >= counts.back() || counts.back() % count != 0)) {
      bad_input("intervals of a level must be a divisor of those of the level below: " +
                    std::to_string(count) + " is not",
                hint);
    }
    counts.push_back(count);
  }
  if (counts.empty()) bad_input("cuts need a number of intervals", hint);
  return counts;
}

std::string specification_text(const Value& specification, const std::string& key,
                               const std::string& otherwise) {
  const Value* member = specification.find(key);
  if (member == nullptr) return otherwise;
  if (!member->is_text()) bad_input(key + " must be a text", "put it in quotes");
  return member->as_text();
}

std::vector<double> present_numbers(const Column& column) {
  if (column.is_text() || column.is_calendar()) {
    bad_input("cuts are for numbers",
              "use kind = \"order\" or \"groups\" for categories, \"dates\" for dates");
  }
  std::vector<double> values = column.to_numbers();
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  std::sort(values.begin(), values.end());
  return values;
}

// Whole numbers as integers, which read better in a file.
Value number_value(double number) {
  const bool whole = number == std::floor(number) && std::fabs(number) < most_cut_steps;
  return whole ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

Value chosen_breaks(const Value& specification, const Column& column) {
  for (const auto& [key, member] : specification.as_object()) {
    if (key != "kind" && key != "method" && key != "intervals" && key != "labels") {
      bad_input("unknown key '" + key + "'", "cuts have method, intervals and labels");
    }
  }
  const CutRule rule = rule_named(specification_text(specification, "method", "equal-count"));
  const Value* given = specification.find("intervals");
  const std::vector<std::size_t> counts = interval_counts(given == nullptr ? Value(5) : *given);
  const std::vector<double> values = present_numbers(column);
  const std::vector<double> finest = automatic_cuts(values, rule, counts.front());
  if (finest.empty()) {
    bad_input("the " + std::to_string(values.size()) +
                  " values are too few, or too many of them are equal, to be cut into intervals",
              "leave the column out, or list breaks of your own with kind = \"breaks\"");
  }
  Value levels = Value::array();
  for (const std::size_t count : counts) {
    const std::size_t step = counts.front() / count;
    Value cuts = Value::array();
    for (std::size_t i = step - 1; i < finest.size(); i += step) cuts.push(number_value(finest[i]));
    if (!cuts.as_array().empty()) levels.push(cuts);
  }
  const bool whole =
      std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
  return Value::object()
      .set("kind", "breaks")
      .set("breaks", levels)
      .set("labels", specification_text(specification, "labels", whole ? "ranges" : "brackets"));
}

}  // namespace

std::vector<double> automatic_cuts(std::vector<double> values, CutRule rule, std::size_t intervals) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  std::sort(values.begin(), values.end());
  std::vector<double> cuts;
  if (intervals < 2) return cuts;
  switch (rule) {
    case CutRule::equal_width:
      cuts = equal_width_cuts(values, intervals);
      break;
    case CutRule::equal_count:
      cuts = equal_count_cuts(values, intervals);
      break;
    case CutRule::logarithmic:
      cuts = logarithmic_cuts(values, intervals);
      break;
  }
  return without_thin(values, cuts);
}

Value cuts_specification(std::string_view typed, const std::string& column) {
  const std::string text(typed);
  const std::size_t colon = text.find(':');
  const std::optional<std::int64_t> count =
      colon == std::string::npos ? std::nullopt : parse_integer(text.substr(colon + 1));
  const std::string method = text.substr(0, colon);
  if (!count || std::find(rule_names().begin(), rule_names().end(), method) == rule_names().end()) {
    bad_param("cuts", "the cuts of '" + column + "' are '" + text + "', not METHOD:INTERVALS",
              "such as equal-width:10, equal-count:5 or logarithmic:6");
  }
  return Value::object().set("kind", "cuts").set("method", method).set("intervals", *count);
}

Value settled_specification(const Value& specification, const Column& column, const std::string& source) {
  const Value* kind = specification.is_object() ? specification.find("kind") : nullptr;
  if (kind == nullptr || !kind->is_text() || kind->as_text() != "cuts") return specification;
  try {
    return chosen_breaks(specification, column);
  } catch (const Error& failure) {
    throw failure.at(source);
  }
}

}  // namespace sfumato::masking
