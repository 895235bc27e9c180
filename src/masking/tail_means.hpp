// The largest and the smallest values of a column replaced by their means, as a step before a method that
// keeps values: extremes would stay in the file otherwise.
#pragma once

#include <cstdint>
#include <string>

#include "core/column.hpp"
#include "core/exact_sum.hpp"

namespace sfumato::masking {

struct CodedTails {
  Column column;
  std::size_t coded = 0;  // cells that are in a tail
};

// Shares of the present values, 0 to 0.5 each. A tail has the values beyond the one that ends it, so that
// values equal to that one stay. Numbers become the mean of their tail; dates and ordered categories the
// lower median of it. A tail of one or two values is an error that names the parameter `top` or `bottom`.
// Means are exact sums, divided and rounded to the nearest number or one beside it, so that they do not
// depend on the order of the values; equal values have exactly that value as their mean.
CodedTails with_tail_means(const Column& column, const std::string& name, double bottom, double top);

// For those who find tails in blocks of values: how many of `present` values a share may reach, the error of
// a tail that is too small, and the mean of a tail.
std::size_t values_in_tail(std::size_t present, double share);
void require_tail(std::size_t size, const std::string& name, const char* parameter);
double tail_mean(const ExactSum& sum, std::uint64_t count);
// Do the tails of a column become means? Those of dates and categories become medians.
bool has_tail_means(const Column& column);

}  // namespace sfumato::masking
