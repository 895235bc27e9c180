// The largest and the smallest values of a column replaced by their means, as a step before a method that
// keeps values: extremes would stay in the file otherwise.
#pragma once

#include <string>

#include "core/column.hpp"

namespace sfumato::masking {

struct CodedTails {
  Column column;
  std::size_t coded = 0;  // cells that are in a tail
};

// Shares of the present values, 0 to 0.5 each. A tail has the values beyond the one that ends it, so that
// values equal to that one stay. Numbers become the mean of their tail; dates and ordered categories the
// lower median of it. A tail of one or two values is an error that names the parameter `top` or `bottom`.
CodedTails with_tail_means(const Column& column, const std::string& name, double bottom, double top);

}  // namespace sfumato::masking
