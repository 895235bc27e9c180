// Cells that deviate in proportion whatever happens: one of them published tells the others, so that they
// are suppressed together or not at all. Taken as one cell they make the system smaller and its cuts deeper.
#pragma once

#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// The elimination belongs to the system as it was before. Cells that cannot move at all leave.
void merge_proportional(CutSystem& system, const Elimination& elimination);

}  // namespace sfumato::tables
