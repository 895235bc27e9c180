// The far end of an extreme: how small the greatest of several weighted means can be. A linear program in as
// many variables as there are vectors, whose answer is proved in whole numbers.
#pragma once

#include <cstdint>
#include <span>

namespace sfumato::queries {

// The floor of min over weights γ ≥ 0, Σγ_j = 1, of max over records i of Σ γ_j q_ij; never above it, and
// below it by rounding only. `entries` has the `count` entries of one record after those of another, of one
// record at least; all are below 2^57 in absolute value.
//
// By duality that is max over shares λ of the records of min_j Σ λ_i q_ij, and any λ proves a lower bound. So
// the program is solved in floating point, and the λ it ends with is weighed again in whole numbers.
std::int64_t least_greatest(std::span<const std::int64_t> entries, std::size_t count);

}  // namespace sfumato::queries
