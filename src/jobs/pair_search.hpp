// Linkages of records that lie in parts: records that are searched for go to every part, each part finds the
// nearest of its own, and the nearest of all parts are those of all records, exactly.
#pragma once

#include <string>
#include <vector>

#include "jobs/pair_parts.hpp"
#include "risk/searched_pairs.hpp"

namespace sfumato::jobs {

// Records that one linkage searches for at most, since they go to every part.
inline constexpr std::size_t most_searched = 200'000;

// One linkage: which records it searches for.
struct PairSearch {
  std::string measure;
  ParamValues params;
  bool by_ranks = false;         // in ranks, or in numbers
  bool by_largest = false;       // by the largest difference of any column
  stats::RecordSample searched;  // places among the records that are complete, in the order of their numbers
};

// Those of the plan; where there are no records, none. Suppressed cells and too many records are errors.
std::vector<PairSearch> pair_searches(const PairPlan& plan, const PairState& state, const Run& run);

// After the facts: measures that need their records in one place, since the masked table misses values that
// the original has. They have no search here, and no value.
std::vector<std::string> measures_of_whole(const PairPlan& plan, const PairState& state);

// In which space distance-linkage searches; nothing with a note where no column can be used.
std::optional<risk::DistanceSpace> space_of(const PairSearch& search, const PairState& state,
                                            const Table& original, Score& result);

// Which records of numbers can be searched for (whose numbers are all there): 1, else 0, in "complete".
Table complete_pairs_of(const Table& values, std::size_t columns);

// Twice the largest change of rank of each record, a whole number, in "twice".
Table pair_distances(const Table& ranks, const PairState& state);

// What a part has for each query: columns query, linkage, squared, count, second, second_count. Queries and
// points are both records of numbers, or both of ranks.
Table found_in_part(const PairSearch& search, const PairState& state, const Table& original,
                    const Table& queries, const Table& points, const Run& run);

// What several parts have, as one.
Table found_in_parts(const Table& found, bool by_largest);

// Sets the score from what all parts have. `order` has twice the changes of rank at some places of their
// order, for permutation-distance: columns twice, count and below.
void set_linkage(const PairSearch& search, const PairState& state, const Table& original,
                 const Table& queries, const Table& found, const Table* order, Score& result);

// Places of the order that the quantiles of permutation-distance need.
std::vector<std::size_t> quantile_places(std::size_t records);

}  // namespace sfumato::jobs
