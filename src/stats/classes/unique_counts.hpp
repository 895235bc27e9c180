// How many records are unique on some columns, for many sets of columns at once: which background knowledge
// identifies most.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

using ColumnPositions = std::vector<std::size_t>;  // in a table of keys

// All sets of 1 to `largest` of `columns` columns, smaller ones first and then in order of their positions.
std::vector<ColumnPositions> column_sets(std::size_t columns, std::size_t largest);

// Records that no other equals in the columns of each set; missing is a value like others.
std::vector<std::uint32_t> unique_counts(const KeyTable& keys, const std::vector<ColumnPositions>& sets,
                                         const Run& run);

}  // namespace sfumato::stats
