// Draws samples block by block, in parallel and in order, so that any number of rows can be written
// in bounded memory; or as one table where that fits.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/run.hpp"
#include "core/table.hpp"
#include "sample/sample.hpp"

namespace sfumato::sample {

// Passes on consecutive blocks, a few for each thread at a time, in order. Row i depends on the run's
// seed and on i, not on `rows` or threads. Without rows there is one empty block.
void draw_in_blocks(const Sample& sample, std::uint64_t rows, const Run& run,
                    const std::function<void(std::span<const Table>)>& sink);

// All rows in memory.
Table draw_table(const Sample& sample, std::size_t rows, const Run& run);

}  // namespace sfumato::sample
