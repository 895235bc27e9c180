// One sort per column, then one pass over the records.
#include "stats/ranks/record_permutation.hpp"

#include <algorithm>
#include <cmath>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

// Columns of the records that are complete in all of them.
std::vector<Numbers> complete_columns(const Table& released, const ColumnSet& columns) {
  std::vector<Numbers> all, kept(columns.size());
  for (const ColumnId id : columns) all.push_back(released.column(id).to_numbers());
  for (std::size_t row = 0; row < released.rows(); ++row) {
    const bool complete =
        std::none_of(all.begin(), all.end(), [&](const Numbers& column) { return std::isnan(column[row]); });
    for (std::size_t j = 0; complete && j < all.size(); ++j) kept[j].push_back(all[j][row]);
  }
  return kept;
}

// The row of the value that is closest; the smaller value wins a tie.
std::size_t closest_row(const Numbers& column, double wanted) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < column.size(); ++i) {
    const double here = std::fabs(column[i] - wanted), before = std::fabs(column[best] - wanted);
    if (here < before || (here == before && column[i] < column[best])) best = i;
  }
  return best;
}

void add_spread(VerifiedValue& value, const Numbers& column, const std::vector<double>& ranks,
                double distance) {
  Numbers near;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (std::fabs(ranks[i] - value.rank) <= distance) near.push_back(column[i]);
  }
  const auto [lower, upper] = std::minmax_element(near.begin(), near.end());
  value.lower = *lower;
  value.upper = *upper;
  if (near.size() < 2) return;
  double mean = 0.0, squares = 0.0;
  for (const double one : near) mean += one / static_cast<double>(near.size());
  for (const double one : near) squares += (one - mean) * (one - mean);
  value.deviation = std::sqrt(squares / static_cast<double>(near.size() - 1));
}

}  // namespace

RecordPermutation record_permutation(const Table& released, const ColumnSet& columns,
                                     const std::vector<double>& values) {
  RecordPermutation result;
  const std::vector<Numbers> complete = complete_columns(released, columns);
  if (complete.empty() || complete.front().empty()) return result;
  result.records = complete.front().size();
  std::vector<std::vector<double>> ranks;
  std::vector<double> largest(result.records, 0.0);  // over the columns
  for (std::size_t j = 0; j < columns.size(); ++j) {
    ranks.push_back(average_ranks(complete[j]));
    const std::size_t row = closest_row(complete[j], values[j]);
    result.values.push_back({.closest = complete[j][row], .rank = ranks[j][row]});
    for (std::size_t i = 0; i < result.records; ++i) {
      largest[i] = std::max(largest[i], std::fabs(ranks[j][i] - ranks[j][row]));
    }
  }
  result.distance = *std::min_element(largest.begin(), largest.end());
  result.nearest = static_cast<std::size_t>(std::count(largest.begin(), largest.end(), result.distance));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    add_spread(result.values[j], complete[j], ranks[j], result.distance);
  }
  return result;
}

}  // namespace sfumato::stats
