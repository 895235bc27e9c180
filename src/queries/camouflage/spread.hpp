// How large and how small the variance of weighted means of several vectors can be, proved for numbers that
// lie up to one unit above them.
#pragma once

#include <cstdint>
#include <span>

namespace sfumato::queries {

struct Spread {
  long double lower = 0, upper = 0;  // variance, divided by the number of records; units squared
};

// Of all x with Σ γ_j q_ij ≤ x_i ≤ Σ γ_j q_ij + 1 for some weights γ. Entries as in extremes.hpp.
//
// Numbers from 0 to 1 have a standard deviation of at most ½, so that sd(x) is within ½ of sd(Σ γ_j q_j). The
// variance γᵀCγ, C the covariances of the vectors, is convex in γ: it is greatest at a vector, and for any γ⁰
// at least 2 min_j (Cγ⁰)_j − γ⁰ᵀCγ⁰, the tangent's least value, which meets it at the best γ⁰.
Spread variance_range(std::span<const std::int64_t> entries, std::size_t count);

}  // namespace sfumato::queries
