// Patterns by degrees of freedom: every cell that is published takes one away, until the next would give a
// sensitive cell away. Where there are few of them this finds in moments what linear programs miss.
#pragma once

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// Few enough degrees of freedom.
bool fits_sparse_pattern(const CutSystem& system, const Elimination& elimination);

// What greed alone publishes.
Pattern greedy_pattern(const CutSystem& system, const Elimination& elimination);

// A cheap pattern of the system's cells: several walks from different beginnings, and the best of them walked
// on. Looks at how far cells move only where little freedom is left: whoever uses the pattern must check it.
Pattern sparse_pattern(const CutSystem& system, const Elimination& elimination, const Limit& limit,
                       const Run& run);

}  // namespace sfumato::tables
