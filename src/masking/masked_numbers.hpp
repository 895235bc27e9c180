// The numbers of the records of a masked table, which name the draws that come after its method.
#pragma once

#include <cstdint>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// Those of the run, of the records of the original that the table still has; the places of its records where
// they are new, or where the run has no numbers.
std::vector<std::uint64_t> numbers_of_masked(const Masked& masked, std::size_t rows, const Run& run);

}  // namespace sfumato::masking
