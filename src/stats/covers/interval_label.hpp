// An interval that can be read from the text of a label, such as "35-39", "[35, 40)" or ">= 90". Releases
// from elsewhere have no hierarchy, and their labels often say what they stand for.
#pragma once

#include <optional>
#include <string_view>

namespace sfumato::stats {

// Ends may be infinite; an open end is not part of the interval.
struct LabelInterval {
  double lower;
  double upper;
  bool lower_open = false;
  bool upper_open = false;

  bool contains(double number) const {
    return (lower_open ? number > lower : number >= lower) && (upper_open ? number < upper : number <= upper);
  }
};

// Of numbers: "35-39", "35–39", "35..39", "35 to 39", "[35, 40)", "(35, 40]", "<= 20", "< 20", "≤ 20", "up to
// 20", "below 20", "20 or less", ">= 90", "> 90", "≥ 90", "90+", "above 90", "90 or more". Nothing where a
// text is none of these, or its first end is above its second.
std::optional<LabelInterval> number_interval(std::string_view label);

// The same of dates, in days since 1970-01-01, and periods: "2021-03", "2021-Q1", "2021", "2020s".
std::optional<LabelInterval> date_interval(std::string_view label);

// The same of moments, in days with a fraction: days reach to their end, and "2021-03-31" and "2021-03-31
// 13h" are intervals, too.
std::optional<LabelInterval> moment_interval(std::string_view label);

}  // namespace sfumato::stats
