// Small groups of cells that share many relations, such as a line of a table with several sums, and all the
// sets of their cells that can move together. An inequality that holds for each of these sets holds for all
// patterns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

struct LocalGroup {
  std::vector<std::size_t> cells;       // not hidden; ascending
  std::vector<std::uint32_t> patterns;  // bit k: cells[k] moves; ascending
};

// Published cells reveal exactly the cells in the span of their combinations of free cells. So the published
// cells of a group form a closed set, a flat, if no suppressed cell is fixed. The patterns of a group are the
// complements of its flats without sensitive cells.
std::vector<LocalGroup> local_groups(const CutSystem& system, const Elimination& elimination, const Run& run);

}  // namespace sfumato::tables
