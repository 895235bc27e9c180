// With c the middle: ‖x − q‖ ≤ ‖x − c‖ + ‖q − c‖, so that no point after the first one too near to
// c can be farther from q than the best so far. What decides is always the double-precision sum.
#include "stats/neighbours/farthest_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t block_width = 64;

// Single-precision squared distances of a block; says whether any exceeds the threshold.
SFUMATO_VECTOR_CLONES
bool block_distances(const float* block, const float* centre, std::size_t columns, float threshold,
                     float* squared) {
  squared_distances<FloatLanes, block_width>(block, centre, columns, squared);
  int any = 0;
  for (std::size_t t = 0; t < block_width; ++t) any |= squared[t] >= threshold ? 1 : 0;
  return any != 0;
}

}  // namespace

FarthestPoints::FarthestPoints(const Matrix& points, std::span<const std::uint32_t> rows)
    : columns_(points.columns()),
      middle_(columns_, 0.0),
      rows_(rows.begin(), rows.end()),
      place_of_(points.rows()) {
  static_assert(block_size == block_width);
  const std::size_t n = rows_.size();
  for (std::size_t j = 0; j < columns_; ++j) {
    for (const std::uint32_t row : rows_) middle_[j] += points(row, j) / static_cast<double>(n);
  }
  std::vector<double> norms(points.rows(), 0.0);
  for (std::size_t j = 0; j < columns_; ++j) {
    for (const std::uint32_t row : rows_) norms[row] += std::pow(points(row, j) - middle_[j], 2);
  }
  std::sort(rows_.begin(), rows_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return norms[a] != norms[b] ? norms[a] > norms[b] : a < b;
  });
  const std::size_t blocks = (n + block_size - 1) / block_size;
  coordinates_.resize(n * columns_);
  offsets_.assign(blocks * block_size * columns_, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t place = 0; place < n; ++place) {
    const std::uint32_t row = rows_[place];
    place_of_[row] = static_cast<std::uint32_t>(place);
    if (place % block_size == 0) norms_.push_back(std::sqrt(norms[row]));
    float* block = offsets_.data() + place / block_size * block_size * columns_;
    for (std::size_t j = 0; j < columns_; ++j) {
      coordinates_[place * columns_ + j] = points(row, j);
      block[j * block_size + place % block_size] = static_cast<float>(points(row, j) - middle_[j]);
    }
  }
}

void FarthestPoints::remove(std::uint32_t row) {
  const std::size_t place = place_of_[row];
  // One NaN makes the whole sum NaN, and no comparison holds for that.
  offsets_[place / block_size * block_size * columns_ + place % block_size] =
      std::numeric_limits<float>::quiet_NaN();
}

std::vector<FoundRow> FarthestPoints::farthest(std::span<const double> centre, double slack,
                                               std::uint32_t except) const {
  std::vector<float> offset(columns_);
  double norm = 0.0;
  for (std::size_t j = 0; j < columns_; ++j) {
    offset[j] = static_cast<float>(centre[j] - middle_[j]);
    norm += (centre[j] - middle_[j]) * (centre[j] - middle_[j]);
  }
  norm = std::sqrt(norm);
  const double largest = norms_.empty() ? 0.0 : norms_.front();
  // Rounding in single precision: each offset is off by 2⁻²⁴ of a norm, each of the m + 2 operations
  // by 2⁻²⁴ of a squared distance that is at most (largest + norm)²; four times that for safety.
  const double reach = largest + norm;
  const double error = 4.0 * 0x1p-24 * (static_cast<double>(columns_) + 6.0) * reach * reach;
  std::vector<FoundRow> found;
  double best = -1.0;
  float threshold = -1.0F;
  float squared[block_width];
  for (std::size_t block = 0; block < norms_.size(); ++block) {
    const double bound = (norms_[block] + norm) * (norms_[block] + norm);
    if (bound < best - slack - error) break;
    const float* offsets = offsets_.data() + block * block_size * columns_;
    if (!block_distances(offsets, offset.data(), columns_, threshold, squared)) continue;
    for (std::size_t t = 0; t < block_size; ++t) {
      if (!(squared[t] >= threshold)) continue;
      const std::size_t place = block * block_size + t;
      if (rows_[place] == except) continue;
      double exact = 0.0;
      for (std::size_t j = 0; j < columns_; ++j) {
        const double difference = coordinates_[place * columns_ + j] - centre[j];
        exact += difference * difference;
      }
      if (exact < best - slack) continue;
      found.push_back({exact, rows_[place]});
      if (exact > best) {
        best = exact;
        threshold = static_cast<float>(std::max(-1.0, best - slack - 2.0 * error));
      }
    }
  }
  std::erase_if(found, [&](const FoundRow& entry) { return entry.squared < best - slack; });
  return found;
}

}  // namespace sfumato::stats
