// The secret vectors of one column: drawn around the true values, and rounded down to whole units. All
// arithmetic is in whole numbers, so that the truth is inside without any doubt.
#pragma once

#include <cstdint>
#include <vector>

#include "core/secure_rng.hpp"
#include "queries/engine.hpp"

namespace sfumato::queries {

inline constexpr int least_vectors = 3, most_vectors = 16;

// Weights are whole numbers of 2^-40 and add up to 1; places between 0 and 1 are those of 2^-30. A place
// weighed is a whole number of 2^-70, and times a width of up to 2^56 units fits into 128 bits.
inline constexpr int weight_bits = 40, place_bits = 30;

// Uniform among all ways to write 2^40 as an ordered sum of `count` positive whole numbers.
std::vector<std::uint64_t> draw_weights(int count, SecureRng& rng);

// One 0, one 2^30, and numbers between them, in random order.
void draw_places(std::vector<std::uint64_t>& places, SecureRng& rng);

// Where intervals may lie, and how wide they are if they can; in units.
struct IntervalLimits {
  std::int64_t lower = 0, upper = 0;
  std::int64_t width = 0;
};

// The widest interval up to limits.width that has the value at the share θ = weighed · 2^-70 of its length
// and lies within the limits. At least 1, as the value is strictly inside the limits and 0 < θ < 1.
std::int64_t interval_width(std::int64_t value, Wide weighed, const IntervalLimits& limits);

// ⌊value + (x − θ) · width⌋ for the place x.
std::int64_t entry(std::int64_t value, std::uint64_t place, Wide weighed, std::int64_t width);

struct CamouflagedNumbers {
  std::vector<std::vector<std::int64_t>> vectors;  // by vector, then record
  std::size_t narrowed = 0;                        // intervals that are not of the full width
  std::int64_t narrowest = 0;                      // 0 without records
};

CamouflagedNumbers camouflage_numbers(const std::vector<std::int64_t>& values, const IntervalLimits& limits,
                                      const std::vector<std::uint64_t>& weights, SecureRng& rng);

}  // namespace sfumato::queries
