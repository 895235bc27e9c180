// A sample of households or units whose records lie in parts: the caller finds the first record of each,
// whose number names its draw.
#pragma once

#include <memory>

#include "masking/block_work.hpp"
#include "masking/sample_weights.hpp"

namespace sfumato::masking {

// How many of `all` are drawn: rounded, and at least one of any.
std::uint64_t sample_size(double fraction, std::uint64_t all);

// `unit` is the column of households or units. Records without one are one each.
std::unique_ptr<BlockWork> unit_sample_work(const Table& outline, ColumnId unit, double fraction,
                                            Reweight reweight, const Run& run);

}  // namespace sfumato::masking
