// Scores of measures of pairs from the state of all parts, in the document that the job `measure` gives.
#pragma once

#include <vector>

#include "jobs/measure.hpp"
#include "jobs/pair_search.hpp"

namespace sfumato::jobs {

// Of one search: the records that were searched for, and what all parts found.
struct PairFound {
  Table queries;
  Table found;
};

// `found` has one entry for each of pair_searches(), in their order; `order` is that of changes of rank.
MeasureResult measure_pairs(const MeasureRequest& request, const PairState& state,
                            const std::vector<PairFound>& found, const Table* order, const Run& run);

}  // namespace sfumato::jobs
