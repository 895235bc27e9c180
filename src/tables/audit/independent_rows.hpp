// Rows of a part that say everything: the others follow from them. Solvers stumble over those others, whose
// rounding errors no pivot can mend.
#pragma once

#include <cstddef>
#include <vector>

#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

// Ascending. All rows where there are no more of them than cells, where coefficients are not whole numbers,
// and where it would take too long to tell.
std::vector<std::size_t> independent_rows(const AttackPart& part);

}  // namespace sfumato::tables
