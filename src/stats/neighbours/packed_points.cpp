// Packs of points and their distances; every lane adds its columns in order, like a scalar would.
#include "stats/neighbours/packed_points.hpp"

#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t pack_width = 16;

SFUMATO_VECTOR_CLONES
void all_packs(const double* coordinates, const double* centre, std::size_t columns, std::size_t packs,
               double* result) {
  for (std::size_t pack = 0; pack < packs; ++pack) {
    squared_distances<DoubleLanes, pack_width>(coordinates + pack * columns * pack_width, centre, columns,
                                               result + pack * pack_width);
  }
}

}  // namespace

PackedPoints::PackedPoints(const Matrix& points) : size_(points.rows()), columns_(points.columns()) {
  static_assert(width == pack_width);
  coordinates_.resize(padded_size() * columns_);
  for (std::size_t j = 0; j < columns_; ++j) {
    for (std::size_t i = 0; i < size_; ++i) {
      coordinates_[(i / width * columns_ + j) * width + i % width] = points(i, j);
    }
  }
}

void PackedPoints::squared_distances_to(const double* centre, double* result) const {
  all_packs(coordinates_.data(), centre, columns_, padded_size() / width, result);
}

std::vector<double> row_by_row(const Matrix& points) {
  std::vector<double> rows(points.rows() * points.columns());
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (std::size_t i = 0; i < points.rows(); ++i) rows[i * points.columns() + j] = points(i, j);
  }
  return rows;
}

}  // namespace sfumato::stats
