// Columns with Laplace noise, one function per mode. All arithmetic between the input and
// the noise is in whole steps of a grid, so that sensitivities are exact.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "masking/laplace_noise.hpp"
#include "stats/groups/grouping.hpp"

namespace sfumato::masking {

// Every value gets its own noise; rows stay where they are.
Table noisy_records(const Table& original, const ColumnSet& columns, const std::vector<ColumnNoise>& noises,
                    const Run& run);

// Every centroid gets noise once and replaces its group's records; groups are written in random order.
Table noisy_centroids(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                      const std::vector<ColumnNoise>& noises, const Run& run);

// Each column alone: sorted, cut into groups of k, noise once for each mean, rows in a random order of
// the column's own.
Table noisy_rankings(const Table& original, const ColumnSet& columns, std::int64_t k,
                     const std::vector<ColumnNoise>& noises, const Run& run);

// Every record gets the centroid of its group with noise of its own, as in the paper of 2013; rows keep their
// order.
Table noisy_members(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                    const std::vector<ColumnNoise>& noises, const Run& run);

// The rows of a table in an unpredictable random order.
std::vector<std::size_t> shuffled_rows(std::size_t rows, const Run& run);

}  // namespace sfumato::masking
