// Sums over fixed blocks of points, which are added in their order.
#include "stats/transport/fitted_clusters.hpp"

#include <algorithm>
#include <vector>

#include "stats/neighbours/packed_points.hpp"
#include "stats/samples/record_sample.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t joining_block = 16384;

// The members of each centre among some points, and the sums of their coordinates.
struct MemberSums {
  std::vector<double> sums;  // centre by centre
  std::vector<std::int64_t> sizes;
};

MemberSums joined(const Matrix& points, const PackedPoints& centres, std::size_t begin, std::size_t end) {
  const std::size_t columns = points.columns();
  MemberSums result{std::vector<double>(centres.size() * columns), std::vector<std::int64_t>(centres.size())};
  std::vector<double> point(columns);
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t j = 0; j < columns; ++j) point[j] = points(i, j);
    const std::size_t own = centres.two_nearest(point.data()).nearest;
    ++result.sizes[own];
    for (std::size_t j = 0; j < columns; ++j) result.sums[own * columns + j] += point[j];
  }
  return result;
}

// Every point joins the nearest of the clusters of a sample, whose centres move to the means of all members.
Clusters with_all_points(const Matrix& points, Clusters result, const Run& run) {
  const PackedPoints centres(result.centres);
  std::vector<MemberSums> parts((points.rows() + joining_block - 1) / joining_block);
  run.blocks(points.rows(), joining_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
    parts[block] = joined(points, centres, begin, end);
  });
  MemberSums all = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    for (std::size_t i = 0; i < all.sums.size(); ++i) all.sums[i] += parts[part].sums[i];
    for (std::size_t c = 0; c < all.sizes.size(); ++c) all.sizes[c] += parts[part].sizes[c];
  }
  std::vector<std::size_t> used;
  result.sizes.clear();
  for (std::size_t c = 0; c < all.sizes.size(); ++c) {
    if (all.sizes[c] == 0) continue;
    used.push_back(c);
    result.sizes.push_back(all.sizes[c]);
    for (std::size_t j = 0; j < points.columns(); ++j) {
      result.centres(c, j) = all.sums[c * points.columns() + j] / static_cast<double>(all.sizes[c]);
    }
  }
  result.centres = taking_rows(result.centres, used);
  return result;
}

}  // namespace

Clusters fitted_clusters(const Matrix& points, std::size_t count, int most_rounds, std::size_t fitted,
                         const Run& run) {
  return fitted_clusters_from(Matrix(0, points.columns()), points, count, most_rounds, fitted, run);
}

Clusters fitted_clusters_from(const Matrix& centres, const Matrix& points, std::size_t count, int most_rounds,
                              std::size_t fitted, const Run& run) {
  if (fitted >= points.rows()) return k_means_from(centres, points, count, most_rounds, run);
  const Matrix sample = taking_rows(points, drawn_records(points.rows(), fitted, run.rng("sample")).rows);
  return with_all_points(points, k_means_from(centres, sample, count, most_rounds, run), run);
}

}  // namespace sfumato::stats
