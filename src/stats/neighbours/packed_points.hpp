// Points stored sixteen to a pack, column by column, so that their distances to one point are simple vector
// code: used by full scans where boxes would prune too little.
#pragma once

#include <cstdint>
#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// The nearest point, the earliest of equally near ones, and the squared distances of the two nearest.
struct TwoNearest {
  std::uint32_t nearest = 0;
  double squared = 0.0;
  double second = 0.0;  // infinite where there is one point only
};

class PackedPoints {
 public:
  // The rows of `points`, which have no missing values.
  explicit PackedPoints(const Matrix& points);

  std::size_t size() const { return size_; }
  // The length that a result needs: size() rounded up to whole packs.
  std::size_t padded_size() const { return (size_ + width - 1) / width * width; }

  // Squared distances of all points to `centre`, summed in column order. Elements after size() have no
  // meaning.
  void squared_distances_to(const double* centre, double* result) const;

  // Of at least one point.
  TwoNearest two_nearest(const double* centre) const;

 private:
  static constexpr std::size_t width = 16;

  std::size_t size_;
  std::size_t columns_;
  std::vector<double> coordinates_;
};

// The rows of a matrix one after the other: from which centres are taken.
std::vector<double> row_by_row(const Matrix& points);

}  // namespace sfumato::stats
