// Answers without noise: for a database whose records were masked when they came in.
#pragma once

#include <vector>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

// NaN where there is nothing to average or to order. A quantile is the least value that at least that share
// of the values does not exceed. The interval is the value itself.
std::vector<GroupAnswer> exact_answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                       const Run& run);

}  // namespace sfumato::queries
