// Proved bounds of the variance of weighted means of several vectors, for numbers up to one unit above them.
#pragma once

#include <cstdint>
#include <span>

namespace sfumato::queries {

struct VarianceRange {
  long double lower = 0, upper = 0;  // variance, divided by the number of records; units squared
};

// Of all x with Σ γ_j q_ij ≤ x_i ≤ Σ γ_j q_ij + 1 for some weights γ. Entries as in extremes.hpp.
//
// Numbers from 0 to 1 have a standard deviation of at most ½: sd(x) is within ½ of sd(Σ γ_j q_j). The
// variance γᵀCγ, C the covariances of the vectors, is convex in γ: its maximum is at a vector, and for any γ⁰
// it is at least 2 min_j (Cγ⁰)_j − γ⁰ᵀCγ⁰, the minimum of the tangent at γ⁰; equality holds at the optimal
// γ⁰.
VarianceRange variance_range(std::span<const std::int64_t> entries, std::size_t count);

}  // namespace sfumato::queries
