// Lloyd's algorithm over fixed blocks of points, whose sums are added in their order.
#include "stats/groups/k_means.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/neighbours/packed_points.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t block_size = 4096;
constexpr std::size_t sample_per_seed = 100;

std::vector<std::size_t> seeding_rows(std::size_t rows, std::size_t count, Rng& rng) {
  const std::size_t size = std::min(rows, sample_per_seed * count);
  std::vector<std::size_t> sample(size);
  for (std::size_t i = 0; i < size; ++i) sample[i] = size == rows ? i : rng.below(rows);
  return sample;
}

// Lowers squared distances to those from a new centre where it is nearer.
void take_nearer(const Matrix& points, const std::vector<double>& centre, std::vector<double>& squared,
                 const Run& run) {
  run.blocks(points.rows(), block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> sums(end - begin, 0.0);
    for (std::size_t j = 0; j < points.columns(); ++j) {
      const double* column = points.column(j).data() + begin;
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += (column[i] - centre[j]) * (column[i] - centre[j]);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) squared[begin + i] = std::min(squared[begin + i], sums[i]);
  });
}

// The row at which running sums of the weights pass `share` of their total; a weight of 0 is never chosen.
std::size_t chosen(const std::vector<double>& weights, double total, double share) {
  double sum = 0.0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0.0) continue;
    last = i;
    sum += weights[i];
    if (sum > share * total) break;
  }
  return last;
}

// The given centres, and seeds up to `count`: each next one with probability in proportion to its squared
// distance from those before.
Matrix with_seeds(const Matrix& points, const Matrix& given, std::size_t count, const Run& run) {
  if (given.rows() >= count) return given;
  Rng rng = run.rng("k-means");
  const Matrix sample = taking_rows(points, seeding_rows(points.rows(), count, rng));
  std::vector<double> squared(sample.rows(), std::numeric_limits<double>::infinity());
  std::vector<double> centre(points.columns());
  const auto take = [&](const Matrix& from, std::size_t row) {
    for (std::size_t j = 0; j < centre.size(); ++j) centre[j] = from(row, j);
    take_nearer(sample, centre, squared, run);
  };
  for (std::size_t c = 0; c < given.rows(); ++c) take(given, c);
  std::vector<std::size_t> rows;
  if (given.rows() == 0) rows.push_back(static_cast<std::size_t>(rng.below(sample.rows())));
  if (!rows.empty()) take(sample, rows.back());
  while (given.rows() + rows.size() < count) {
    double total = 0.0;
    for (const double value : squared) total += value;
    if (total <= 0.0) break;
    rows.push_back(chosen(squared, total, rng.uniform()));
    take(sample, rows.back());
  }
  Matrix result(given.rows() + rows.size(), points.columns());
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (std::size_t c = 0; c < given.rows(); ++c) result(c, j) = given(c, j);
    for (std::size_t c = 0; c < rows.size(); ++c) result(given.rows() + c, j) = sample(rows[c], j);
  }
  return result;
}

class Lloyd {
 public:
  Lloyd(const Matrix& points, Matrix first_centres, const Run& run)
      : points_(points),
        rows_(row_by_row(points)),
        centres_(std::move(first_centres)),
        run_(run),
        own_(points.rows(), 0),
        upper_(points.rows(), std::numeric_limits<double>::infinity()),
        lower_(points.rows(), 0.0) {}

  Clusters clustered(int most_rounds) {
    Clusters result;
    while (result.rounds < most_rounds && !result.converged) {
      run_.check_stop();
      ++result.rounds;
      result.converged = assign() == 0 && result.rounds > 1;
      if (!result.converged) move_centres();
    }
    std::vector<std::size_t> used;
    for (std::size_t c = 0; c < sizes_.size(); ++c) {
      if (sizes_[c] == 0) continue;
      used.push_back(c);
      result.sizes.push_back(sizes_[c]);
    }
    result.centres = taking_rows(centres_, used);
    return result;
  }

 private:
  double distance_to_own(std::size_t i) const {
    double squared = 0.0;
    for (std::size_t j = 0; j < points_.columns(); ++j) {
      const double difference = points_(i, j) - centres_(own_[i], j);
      squared += difference * difference;
    }
    return std::sqrt(squared);
  }

  // Half the distance from each centre to its nearest other: a point nearer than that keeps its centre.
  std::vector<double> safe_radii(const PackedPoints& packed) const {
    std::vector<double> radii(packed.size());
    const std::vector<double> centres = row_by_row(centres_);
    for (std::size_t c = 0; c < radii.size(); ++c) {
      // The nearest is the centre itself.
      radii[c] = 0.5 * std::sqrt(packed.two_nearest(centres.data() + c * centres_.columns()).second);
    }
    return radii;
  }

  // Every point to its nearest centre; how many changed.
  std::size_t assign() {
    const PackedPoints packed(centres_);
    const std::vector<double> radii = safe_radii(packed);
    std::vector<std::size_t> changes((points_.rows() + block_size - 1) / block_size);
    run_.blocks(points_.rows(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const double safe = std::max(radii[own_[i]], lower_[i]);
        if (upper_[i] < safe) continue;
        upper_[i] = distance_to_own(i);
        if (upper_[i] < safe) continue;
        changes[block] += search(i, packed) ? 1 : 0;
      }
    });
    std::size_t sum = 0;
    for (const std::size_t count : changes) sum += count;
    return sum;
  }

  bool search(std::size_t i, const PackedPoints& packed) {
    const TwoNearest found = packed.two_nearest(rows_.data() + i * points_.columns());
    const bool changed = found.nearest != own_[i];
    own_[i] = found.nearest;
    upper_[i] = std::sqrt(found.squared);
    lower_[i] = std::sqrt(found.second);
    return changed;
  }

  // Centres to the means of their members; one without any stays. Then the bounds follow.
  void move_centres() {
    const std::size_t count = centres_.rows(), columns = points_.columns();
    const std::size_t block_count = (points_.rows() + sum_block - 1) / sum_block;
    std::vector<std::vector<double>> sums(block_count);
    std::vector<std::vector<std::int64_t>> sizes(block_count);
    run_.blocks(points_.rows(), sum_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      sums[block].assign(count * columns, 0.0);
      sizes[block].assign(count, 0);
      for (std::size_t i = begin; i < end; ++i) {
        ++sizes[block][own_[i]];
        for (std::size_t j = 0; j < columns; ++j) {
          sums[block][own_[i] * columns + j] += rows_[i * columns + j];
        }
      }
    });
    sizes_.assign(count, 0);
    for (const auto& part : sizes) {
      for (std::size_t c = 0; c < count; ++c) sizes_[c] += part[c];
    }
    std::vector<double> moves(count, 0.0);
    for (std::size_t c = 0; c < count; ++c) {
      if (sizes_[c] > 0) moves[c] = moved(c, sums);
    }
    loosen_bounds(moves);
  }

  double moved(std::size_t c, const std::vector<std::vector<double>>& sums) {
    double squared = 0.0;
    for (std::size_t j = 0; j < points_.columns(); ++j) {
      double sum = 0.0;
      for (const auto& part : sums) sum += part[c * points_.columns() + j];
      const double mean = sum / static_cast<double>(sizes_[c]);
      squared += (mean - centres_(c, j)) * (mean - centres_(c, j));
      centres_(c, j) = mean;
    }
    return std::sqrt(squared);
  }

  void loosen_bounds(const std::vector<double>& moves) {
    std::size_t farthest = 0;
    for (std::size_t c = 0; c < moves.size(); ++c) farthest = moves[c] > moves[farthest] ? c : farthest;
    double next = 0.0;
    for (std::size_t c = 0; c < moves.size(); ++c) next = c == farthest ? next : std::max(next, moves[c]);
    for (std::size_t i = 0; i < own_.size(); ++i) {
      upper_[i] += moves[own_[i]];
      lower_[i] -= own_[i] == farthest ? next : moves[farthest];
    }
  }

  static constexpr std::size_t sum_block = 16384;

  const Matrix& points_;
  std::vector<double> rows_;
  Matrix centres_;
  const Run& run_;
  std::vector<std::uint32_t> own_;  // centre of each point
  std::vector<double> upper_;       // bound of the distance to it
  std::vector<double> lower_;       // bound of the distance to any other
  std::vector<std::int64_t> sizes_;
};

}  // namespace

Clusters k_means(const Matrix& points, std::size_t count, int most_rounds, const Run& run) {
  return k_means_from(Matrix(0, points.columns()), points, count, most_rounds, run);
}

Clusters k_means_from(const Matrix& centres, const Matrix& points, std::size_t count, int most_rounds,
                      const Run& run) {
  if (points.rows() == 0 || count == 0) return {};
  return Lloyd(points, with_seeds(points, centres, count, run), run).clustered(most_rounds);
}

}  // namespace sfumato::stats
