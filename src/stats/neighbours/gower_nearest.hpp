// The nearest records of one table to those of another by Gower's distance over numbers and categories,
// exactly and without comparing every pair.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/gower_boxes.hpp"

namespace sfumato::stats {

// Of each query the distances to its `count` nearest records, ascending, query by query; infinite where there
// are fewer. Equal records count each: a record that is searched in its own table finds itself first, at 0.
std::vector<double> nearest_distances(const GowerSpace& space, const SpaceRecords& queries,
                                      const SpaceRecords& records, std::size_t count, const Run& run);

// Calls found(query rows, records) once for all equal queries, with every record of the least distance, in no
// order; calls come from several threads, each for other queries.
void for_nearest_records(
    const GowerSpace& space, const SpaceRecords& queries, const SpaceRecords& records, const Run& run,
    const std::function<void(std::span<const std::uint32_t>, std::span<const std::uint32_t>)>& found);

}  // namespace sfumato::stats
