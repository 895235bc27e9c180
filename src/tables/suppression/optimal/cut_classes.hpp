// Cells that always deviate in proportion: one of them published reveals the others, so that they are
// suppressed together or not at all. Merged into one cell they make the system smaller and its cuts deeper.
#pragma once

#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// The elimination belongs to the system as it was before. Cells that cannot move are removed.
void merge_proportional(CutSystem& system, const Elimination& elimination);

}  // namespace sfumato::tables
