// The inner end of the interval of an extreme: the minimum over the weights of the maximum of the records'
// weighted means. A linear program with one variable per vector; its bound is verified in integers.
#pragma once

#include <cstdint>
#include <span>

namespace sfumato::queries {

// The floor of min over weights γ ≥ 0, Σγ_j = 1, of max over records i of Σ γ_j q_ij; never above it, and
// below it only by rounding. `entries` has `count` entries per record, for at least one record; all are below
// 2^57 in absolute value.
//
// By duality this equals the max over shares λ of the records of min_j Σ λ_i q_ij, and any λ gives a lower
// bound. So the program is solved in floating point, and the bound of the final λ is computed in integers.
std::int64_t minimax(std::span<const std::int64_t> entries, std::size_t count);

}  // namespace sfumato::queries
