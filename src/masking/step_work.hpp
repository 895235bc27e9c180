// The work of one step on records that lie in parts: which of the ways a step takes, by its method, strata
// and households.
#pragma once

#include <memory>

#include "masking/block_work.hpp"
#include "masking/step.hpp"

namespace sfumato::masking {

// The run is that of the step, and not of the method. With `block_rows` a method that needs all records is
// approximated by blocks of about so many near records; 0: none. There must be no hindrance.
std::unique_ptr<BlockWork> step_work(const Table& outline, const Step& step, std::size_t block_rows,
                                     const Run& run);

}  // namespace sfumato::masking
