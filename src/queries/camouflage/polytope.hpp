// The secret vectors of one column: drawn around the true values, and rounded down to integer units. All
// arithmetic is in integers, so that the true values are always inside.
#pragma once

#include <cstdint>
#include <vector>

#include "core/secure_rng.hpp"
#include "queries/engine.hpp"

namespace sfumato::queries {

inline constexpr int min_vectors = 3, max_vectors = 16;

// Weights are multiples of 2^-40 with sum 1; places between 0 and 1 are multiples of 2^-30. A weighted place
// is a multiple of 2^-70; times a width of up to 2^56 units it fits into 128 bits.
inline constexpr int weight_bits = 40, place_bits = 30;

// Uniform among all compositions of 2^40 into `count` positive integers.
std::vector<std::uint64_t> draw_weights(int count, SecureRng& rng);

// One 0, one 2^30, and numbers between them, in random order.
void draw_places(std::vector<std::uint64_t>& places, SecureRng& rng);

// The range of intervals, and their full width; in units.
struct IntervalLimits {
  std::int64_t lower = 0, upper = 0;
  std::int64_t width = 0;
};

// The widest interval up to limits.width that has the value at the fraction θ = weighed · 2^-70 of its length
// and lies within the limits. At least 1, as the value is strictly inside the limits and 0 < θ < 1.
std::int64_t interval_width(std::int64_t value, Wide weighed, const IntervalLimits& limits);

// ⌊value + (x − θ) · width⌋ for the place x.
std::int64_t entry(std::int64_t value, std::uint64_t place, Wide weighed, std::int64_t width);

struct CamouflagedNumbers {
  std::vector<std::vector<std::int64_t>> vectors;  // by vector, then record
  std::size_t narrowed = 0;                        // intervals below the full width
  std::int64_t narrowest = 0;                      // 0 without records
};

CamouflagedNumbers camouflage_numbers(const std::vector<std::int64_t>& values, const IntervalLimits& limits,
                                      const std::vector<std::uint64_t>& weights, SecureRng& rng);

}  // namespace sfumato::queries
