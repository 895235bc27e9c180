// Answers without noise: for a database whose records were masked at import.
#pragma once

#include <vector>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

// NaN if there are no values. A quantile is the least value x such that at least that share of the values is
// at most x. The interval is the value itself.
std::vector<GroupAnswer> exact_answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                       const Run& run);

}  // namespace sfumato::queries
