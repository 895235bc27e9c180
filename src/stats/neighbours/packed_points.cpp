// Packs of points and their distances; every lane adds its columns in order, like a scalar would.
#include "stats/neighbours/packed_points.hpp"

#include <algorithm>
#include <limits>

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

// Each lane keeps the two nearest of its own points, and the pack of the nearest.
struct LaneNearest {
  using Packs = std::int64_t __attribute__((vector_size(32)));
  static constexpr std::size_t vectors = pack_width / 4;

  DoubleLanes first[vectors], second[vectors];
  Packs pack[vectors];
};

SFUMATO_VECTOR_CLONES
void lane_nearest(const double* coordinates, const double* centre, std::size_t columns, std::size_t packs,
                  LaneNearest& result) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  LaneNearest best;
  for (std::size_t v = 0; v < LaneNearest::vectors; ++v) {
    best.first[v] = best.second[v] = DoubleLanes{infinite, infinite, infinite, infinite};
    best.pack[v] = LaneNearest::Packs{};
  }
  for (std::size_t pack = 0; pack < packs; ++pack) {
    DoubleLanes squared[LaneNearest::vectors] = {};
    const double* points = coordinates + pack * columns * pack_width;
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t v = 0; v < LaneNearest::vectors; ++v) {
        DoubleLanes difference;
        load_lanes(difference, points + j * pack_width + v * 4);
        difference -= centre[j];
        squared[v] += difference * difference;
      }
    }
    const auto number = static_cast<std::int64_t>(pack);
    for (std::size_t v = 0; v < LaneNearest::vectors; ++v) {
      const DoubleLanes found = squared[v];
      const auto nearer = found < best.first[v];
      const DoubleLanes other = nearer ? best.first[v] : found;
      best.second[v] = other < best.second[v] ? other : best.second[v];
      best.first[v] = nearer ? found : best.first[v];
      best.pack[v] = nearer ? LaneNearest::Packs{number, number, number, number} : best.pack[v];
    }
  }
  result = best;
}

}  // namespace

PackedPoints::PackedPoints(const Matrix& points) : size_(points.rows()), columns_(points.columns()) {
  static_assert(width == pack_width);
  // Points that fill the last pack are infinitely far away.
  coordinates_.resize(padded_size() * columns_, std::numeric_limits<double>::infinity());
  for (std::size_t j = 0; j < columns_; ++j) {
    for (std::size_t i = 0; i < size_; ++i) {
      coordinates_[(i / width * columns_ + j) * width + i % width] = points(i, j);
    }
  }
}

void PackedPoints::squared_distances_to(const double* centre, double* result) const {
  all_packs(coordinates_.data(), centre, columns_, padded_size() / width, result);
}

TwoNearest PackedPoints::two_nearest(const double* centre) const {
  LaneNearest lanes;
  lane_nearest(coordinates_.data(), centre, columns_, padded_size() / width, lanes);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  TwoNearest result{static_cast<std::uint32_t>(size_), infinite, infinite};
  for (std::size_t lane = 0; lane < width; ++lane) {
    const std::size_t v = lane / 4, place = lane % 4;
    const double first = lanes.first[v][place], second = lanes.second[v][place];
    const auto row =
        static_cast<std::uint32_t>(static_cast<std::size_t>(lanes.pack[v][place]) * width + lane);
    if (first < result.squared || (first == result.squared && row < result.nearest)) {
      result.second = std::min(result.squared, second);
      result.squared = first;
      result.nearest = row;
    } else {
      result.second = std::min(result.second, first);
    }
  }
  return result;
}

std::vector<double> row_by_row(const Matrix& points) {
  std::vector<double> rows(points.rows() * points.columns());
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (std::size_t i = 0; i < points.rows(); ++i) rows[i * points.columns() + j] = points(i, j);
  }
  return rows;
}

}  // namespace sfumato::stats
