// A shrinking set of points with an exact search for the farthest one. Boxes prune little for that in many
// dimensions; instead the points are sorted by their distance from the middle, so that the search ends early,
// and single-precision distances leave few to be computed exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// A row and its squared distance from the query.
struct FoundRow {
  double squared;
  std::uint32_t row;
};

class FarthestPoints {
 public:
  // The given rows of `points`, which have no missing values.
  FarthestPoints(const Matrix& points, std::span<const std::uint32_t> rows);

  void remove(std::uint32_t row);

  // The rows whose squared distance to `centre`, summed in column order, is within `slack` of the
  // largest, in no order. The row `except` does not count.
  std::vector<FoundRow> farthest(std::span<const double> centre, double slack, std::uint32_t except) const;

 private:
  static constexpr std::size_t block_size = 64;

  std::size_t columns_;
  std::vector<double> middle_;
  std::vector<std::uint32_t> rows_;  // by descending distance from the middle
  std::vector<double> norms_;        // that distance of the first of each block, which is its largest
  std::vector<double> coordinates_;  // record by record
  std::vector<float> offsets_;       // from the middle; per block, column by column. NaN: removed
  std::vector<std::uint32_t> place_of_;
};

}  // namespace sfumato::stats
