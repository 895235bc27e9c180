// Patterns by degrees of freedom: every published cell removes one, until the next would disclose a sensitive
// cell. Where there are few of them this quickly finds patterns that linear programs miss.
#pragma once

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// Whether there are few enough degrees of freedom.
bool fits_sparse_pattern(const CutSystem& system, const Elimination& elimination);

// The greedy pattern.
Pattern greedy_pattern(const CutSystem& system, const Elimination& elimination);

// A cheap pattern of the system's cells: several searches from different starts, and the best of them
// continued. Checks how far cells move only where few degrees of freedom are left: the caller must check the
// pattern.
Pattern sparse_pattern(const CutSystem& system, const Elimination& elimination, const Limit& limit,
                       const Run& run);

}  // namespace sfumato::tables
