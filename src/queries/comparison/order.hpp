// The ranking of protections for a workload.
#pragma once

#include <vector>

#include "queries/comparison.hpp"

namespace sfumato::queries {

// Protections that answered something come first and get ranks.
void put_in_order(std::vector<ComparedQueries>& compared, QueryRank rank);

}  // namespace sfumato::queries
