// Draws that samples share: one of several by their shares, heavy tails, amounts, made-up words.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/rng.hpp"

namespace sfumato::sample {

// A position, with probability shares[i]; the last has the rest up to 1.
std::int32_t one_of(std::span<const double> shares, Rng& rng);
template <std::size_t count>
std::int32_t one_of(const double (&shares)[count], Rng& rng) {
  return one_of(std::span<const double>(shares), rng);
}

// lower … upper, uniformly.
std::int64_t whole_between(std::int64_t lower, std::int64_t upper, Rng& rng);

// Pareto of index `shape` from 1, cut off at `largest`.
double bounded_pareto(double shape, double largest, Rng& rng);

// exp(level + spread·N(0, 1)).
double log_normal(double level, double spread, Rng& rng);

// To the nearest whole number within the bounds.
std::int64_t amount(double value, double lower, double upper);

// A capitalized word of so many syllables, of no language.
std::string made_up_word(int syllables, Rng& rng);

}  // namespace sfumato::sample
