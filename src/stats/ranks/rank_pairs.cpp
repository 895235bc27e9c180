// Columns are ranked in parallel, in place. In a column with labels the matrix of masked values first holds
// the numbers of the cells, so that records can be left out or drawn, and then their positions.
#include "stats/ranks/rank_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/number_limits.hpp"
#include "stats/covers/cover_positions.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/ranks/rank_values.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {

namespace {

using CoarseColumns = std::vector<std::optional<CoveredColumn>>;

CoarseRanks coarse_ranks(const CoarseColumns& columns) {
  CoarseRanks result{std::vector<char>(columns.size(), 0), cover_reason(columns), cover_note(columns)};
  for (std::size_t j = 0; j < columns.size(); ++j) result.placed[j] = columns[j] ? 1 : 0;
  return result;
}

// The numbers of cells in place of the values of coarse columns.
Matrix masked_values(const Table& original, const Table& masked, const ColumnSet& columns,
                     const CoarseColumns& coarse) {
  Matrix result = rank_values(masked, original, columns);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!coarse[j]) continue;
    const auto target = result.column(j);
    for (std::size_t row = 0; row < target.size(); ++row) {
      const std::int32_t cell = coarse[j]->masked[row];
      target[row] = cell < 0 ? nan : static_cast<double>(cell);
    }
  }
  return result;
}

// From numbers of cells to positions among these originals, which are not ranked yet.
void place_cells(const CoveredColumn& column, std::span<const double> all_values,
                 std::span<const double> originals, std::span<const std::size_t> weights,
                 std::span<double> cells) {
  std::vector<double> ascending(originals.begin(), originals.end());
  std::sort(ascending.begin(), ascending.end());
  const std::vector<double> positions =
      cell_positions(column, ascending, values_by_place(column, all_values), weights);
  for (double& cell : cells) cell = positions[static_cast<std::size_t>(cell)];
}

void rank_column(Matrix& data, std::size_t j) {
  const std::vector<double> ranks = average_ranks(data.column(j));
  std::copy(ranks.begin(), ranks.end(), data.column(j).begin());
}

}  // namespace

void rank_columns(Matrix& data, const Run& run) {
  run.parallel(data.columns(), [&](std::size_t j) { rank_column(data, j); });
}

RankPairs rank_pairs(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) {
  const CoarseColumns coarse = coarse_columns(original, masked, columns, true);
  const Matrix values = rank_values(original, original, columns);
  RankPairs result{complete_pairs(values, masked_values(original, masked, columns, coarse)),
                   coarse_ranks(coarse)};
  if (!result.reason.empty()) return result;
  run.parallel(columns.size(), [&](std::size_t j) {
    if (coarse[j]) {
      place_cells(*coarse[j], values.column(j), result.original.column(j),
                  weights_of(*coarse[j], result.rows), result.masked.column(j));
    } else {
      rank_column(result.masked, j);
    }
    rank_column(result.original, j);
  });
  return result;
}

UnpairedRecords unpaired_rank_values(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run) {
  UnpairedRecords records =
      unpaired_records(rank_values(original, original, columns), rank_values(masked, original, columns));
  sample_to_equal_length(records, run);
  return records;
}

UnpairedRanks unpaired_ranks(const Table& original, const Table& masked, const ColumnSet& columns,
                             bool sampled, const Run& run) {
  const CoarseColumns coarse = coarse_columns(original, masked, columns, original.rows() == masked.rows());
  const Matrix values = rank_values(original, original, columns);
  UnpairedRanks result{unpaired_records(values, masked_values(original, masked, columns, coarse)),
                       coarse_ranks(coarse)};
  if (!result.reason.empty()) return result;
  if (sampled) sample_to_equal_length(result, run);
  run.parallel(columns.size(), [&](std::size_t j) {
    if (coarse[j]) {
      place_cells(*coarse[j], values.column(j), result.original.column(j), coarse[j]->counts,
                  result.masked.column(j));
    } else {
      rank_column(result.masked, j);
    }
    rank_column(result.original, j);
  });
  return result;
}

void centre_positions(Matrix& masked, const std::vector<char>& placed) {
  const double middle = (static_cast<double>(masked.rows()) + 1.0) / 2.0;
  for (std::size_t j = 0; j < masked.columns(); ++j) {
    if (placed[j] == 0 || masked.rows() == 0) continue;
    const auto positions = masked.column(j);
    const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
    const bool constant = *low == *high;
    const double mean =
        std::accumulate(positions.begin(), positions.end(), 0.0) / static_cast<double>(positions.size());
    for (double& position : positions) position = constant ? middle : position - mean + middle;
  }
}

}  // namespace sfumato::stats
