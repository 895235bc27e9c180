// The ranking of protections by what they are worth to a workload.
#pragma once

#include <vector>

#include "queries/comparison.hpp"

namespace sfumato::queries {

// Those that were made and answered something come first and get their ranks.
void put_in_order(std::vector<ComparedQueries>& compared, QueryRank rank);

}  // namespace sfumato::queries
