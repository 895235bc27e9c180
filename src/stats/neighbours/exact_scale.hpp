// Scaling of a column so that equal differences stay equal: distances that tie before scaling tie after it.
// Plain division rounds every value by itself, and loses such ties.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// What the scaling depends on, of one side: parts of it can be looked at apart and merged.
struct ScaleFacts {
  std::uint32_t whole = 0x7f;  // bit d: with d decimals all values become whole numbers
  double largest = 0.0;        // of absolute values

  void observe(double value);
  void merge(const ScaleFacts& other);
};

// How each value is scaled: times a power of ten, a whole number where there is one, times a factor.
struct ExactScale {
  double power = 1.0;
  double factor = 1.0;

  ExactScale(std::span<const ScaleFacts> sides, double wanted);
  double operator()(double value) const;
};

// Multiplies the values of all sides, which are one column of several files, by `factor` (above 0). Values
// that have up to six decimals, or are whole numbers plus eighths, get exact products: the factor is
// shortened to the bits that these leave free, at least 22, which changes it by less than 1 in 4 million.
// Where the values leave fewer bits the products are rounded. NaN stays NaN.
void scale_exactly(const std::vector<std::span<double>>& sides, double factor);

}  // namespace sfumato::stats
