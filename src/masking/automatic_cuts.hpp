// Cut points that are chosen for a column of numbers: equal width, equal count or logarithmic. They are round
// and follow no single record, so that labels of the intervals do not disclose a value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/column.hpp"
#include "core/value.hpp"

namespace sfumato::masking {

enum class CutRule { equal_width, equal_count, logarithmic };

// Ascending; at most `intervals` − 1 of them, fewer where values are few or equal. Cuts lie above the third
// smallest value and at or below the third largest one.
// - equal_width: multiples of a round width (1, 2, 2.5 or 5 times a power of ten) between the 5 % and the
//   95 % quantile. Of all such widths the one whose number of intervals is nearest to `intervals` but not
//   larger is taken; whole where the values are.
// - equal_count: each cut is the roundest number near its quantile: among the records that are a tenth of an
//   interval, and at least three, below and above it.
// - logarithmic: equal ratios between the 5 % and the 95 % quantile of the positive values, rounded to two
//   digits.
std::vector<double> automatic_cuts(std::vector<double> values, CutRule rule, std::size_t intervals);

// "equal-count:5" as a specification of kind "cuts"; an error names the parameter `cuts`.
Value cuts_specification(std::string_view typed, const std::string& column);

// A specification whose cuts are chosen by the data (kind "cuts": `method`, `intervals`, `labels`) as one
// that lists them (kind "breaks"); any other as it is. `intervals` is a number, or one for each level, each a
// divisor of the one before. Errors name `source`.
Value settled_specification(const Value& specification, const Column& column, const std::string& source);

}  // namespace sfumato::masking
