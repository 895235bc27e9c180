// HAVING: which groups of an answer are shown. It reads published answers and the catalogue, never the data.
#pragma once

#include <vector>

#include "queries/mechanism.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// One for each group. `answers`: of each aggregate, all groups. A condition on an answer is about its value;
// if `certain`, about every number of its interval: a condition that only a part of the interval satisfies is
// neither true nor false, like one on an answer without a value. A group is shown if the condition is true.
std::vector<bool> shown_groups(const Question& question, const CatalogueTable& table,
                               const std::vector<const std::vector<GroupAnswer>*>& answers, bool certain);

}  // namespace sfumato::queries
