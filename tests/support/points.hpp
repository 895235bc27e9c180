// Random points with and without ties, and a plain search to compare with.
#pragma once

#include <algorithm>
#include <vector>

#include "core/rng.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/found_row.hpp"

namespace sfumato::stats {

// With `grid`, coordinates are small integers, so that ties and duplicates abound.
inline Matrix random_points(std::size_t rows, std::size_t columns, bool grid, std::uint64_t seed) {
  Rng rng({seed, 8});
  Matrix points(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (double& value : points.column(j))
      value = grid ? static_cast<double>(rng.below(4)) : 1e3 * rng.normal();
  }
  return points;
}

// All rows but `except`, with their squared distances, nearest first and then lowest first.
inline std::vector<FoundRow> by_distance(const Matrix& points, const std::vector<std::uint32_t>& rows,
                                         const std::vector<double>& centre, std::uint32_t except) {
  std::vector<FoundRow> result;
  for (const std::uint32_t row : rows) {
    if (row == except) continue;
    double squared = 0.0;
    for (std::size_t j = 0; j < points.columns(); ++j) {
      const double difference = points(row, j) - centre[j];
      squared += difference * difference;
    }
    result.push_back({squared, row});
  }
  std::sort(result.begin(), result.end(), [](const FoundRow& a, const FoundRow& b) {
    return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
  });
  return result;
}

}  // namespace sfumato::stats
