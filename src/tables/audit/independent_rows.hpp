// Independent rows of a part: the others are linear combinations of them. Redundant rows cause numerical
// problems in solvers.
#pragma once

#include <cstddef>
#include <vector>

#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

// Ascending. All rows where there are no more of them than cells, where coefficients are not integers, and
// where the elimination would take too long.
std::vector<std::size_t> independent_rows(const AttackPart& part);

}  // namespace sfumato::tables
