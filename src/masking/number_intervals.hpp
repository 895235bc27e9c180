// A hierarchy for numbers and dates that have none: intervals that end at round numbers or at months and
// years. No end is chosen after a single record, and the outer intervals are open unless a domain is
// declared, so that labels do not disclose the smallest or the largest value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/hierarchy.hpp"
#include "core/schema.hpp"

namespace sfumato::masking {

// A number with its text, and how many records have it.
struct CountedNumber {
  std::string text;
  double number = 0.0;
  std::size_t records = 0;
};

// Rows of the hierarchy: the number, its intervals from narrow to wide, and the root "*". The narrowest
// intervals have the smallest width 1, 2 or 5 times a power of ten of which at most 16 fit between the 5 %
// and the 95 % quantile of the records (at least the third smallest and the third largest; whole
// unless 5 % of the records, and at least three, have a fraction); further levels double it. Cuts are the
// multiples of the width between these quantiles: "below 10", "[10, 20)", "20 or more"; with a domain the
// outer ones are "[0, 10)" and "[20, 100]", and numbers outside it are "below 0" and "above 100". A level
// that distinguishes as much as the numbers themselves, or nothing, is left out.
Hierarchy interval_levels(const std::vector<CountedNumber>& numbers, const std::optional<Domain>& domain);

// The cuts of each level, ascending, narrow intervals first; the cuts of a level are among those of the level
// before it.
using IntervalCuts = std::vector<std::vector<double>>;
IntervalCuts interval_cuts(const std::vector<CountedNumber>& numbers, const std::optional<Domain>& domain);
// The same hierarchy of cuts that are known.
Hierarchy interval_levels(const std::vector<CountedNumber>& numbers, const IntervalCuts& cuts,
                          const std::optional<Domain>& domain);

// "10 20 30; 20": a level after the other. A text that is not such a list, or whose levels do not nest, is an
// error that names `column`.
std::string cuts_text(const IntervalCuts& cuts);
IntervalCuts parse_cuts(const std::string& text, const std::string& column);

}  // namespace sfumato::masking
