// Records are turned to their principal axes first: there each direction has variance 1, and a subset is
// singular where a pivot of its covariance is nearly 0.
#include "stats/linear/minimum_covariance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/special_functions/gamma.hpp>

#include "core/rng.hpp"
#include "stats/distributions/boost_policy.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t all_starts = 500, best_kept = 10;
constexpr std::size_t subset_records = 300, most_subsets = 5;
constexpr double least_pivot = 1e-12;
constexpr int most_steps_to_end = 100;
constexpr double inside_share = 0.975;

using Rows = std::vector<std::uint32_t>;

// Scores on the principal axes, each of variance 1; as many columns as the records vary in.
Matrix whitened(const Matrix& records) {
  const Matrix scores = standardized(records);
  const Eigensystem axes = symmetric_eigensystem(covariance(scores));
  std::size_t rank = 0;
  while (rank < axes.values.size() && axes.values[rank] > 1e-12 * std::max(axes.values[0], 1e-300)) ++rank;
  if (rank > 0 && !(axes.values[0] > 0.0)) rank = 0;
  Matrix result(records.rows(), rank);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const double scale = 1.0 / std::sqrt(axes.values[axis]);
    for (std::size_t i = 0; i < records.rows(); ++i) {
      double along = 0.0;
      for (std::size_t j = 0; j < records.columns(); ++j) along += axes.vectors(j, axis) * scores(i, j);
      result(i, axis) = along * scale;
    }
  }
  return result;
}

// Centre and covariance of some records, with the triangular root of the covariance.
struct Scatter {
  std::vector<double> mean;
  Matrix root;  // lower triangular
  // −∞: singular, which is the smallest there is; +∞: none was found.
  double log_determinant = std::numeric_limits<double>::infinity();

  bool singular() const { return !std::isfinite(log_determinant); }
};

Scatter scatter_of(const Matrix& points, const Rows& rows) {
  const std::size_t p = points.columns(), n = rows.size();
  Scatter result{std::vector<double>(p, 0.0), Matrix(p, p)};
  for (std::size_t j = 0; j < p; ++j) {
    for (const std::uint32_t row : rows) result.mean[j] += points(row, j);
    result.mean[j] /= static_cast<double>(n);
  }
  Matrix& a = result.root;
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t l = 0; l <= j; ++l) {
      double sum = 0.0;
      for (const std::uint32_t row : rows) {
        sum += (points(row, j) - result.mean[j]) * (points(row, l) - result.mean[l]);
      }
      a(j, l) = sum / static_cast<double>(n - 1);
    }
  }
  double log_determinant = 0.0;
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t l = 0; l < j; ++l) a(j, j) -= a(j, l) * a(j, l);
    if (!(a(j, j) > least_pivot)) {
      result.log_determinant = -std::numeric_limits<double>::infinity();
      return result;
    }
    log_determinant += std::log(a(j, j));
    a(j, j) = std::sqrt(a(j, j));
    for (std::size_t i = j + 1; i < p; ++i) {
      for (std::size_t l = 0; l < j; ++l) a(i, j) -= a(i, l) * a(j, l);
      a(i, j) /= a(j, j);
    }
  }
  result.log_determinant = log_determinant;
  return result;
}

double squared_distance(const Matrix& points, std::uint32_t row, const Scatter& scatter) {
  double sum = 0.0, solved_part[64];
  std::vector<double> more;
  const std::size_t p = points.columns();
  double* solved = solved_part;
  if (p > 64) {
    more.resize(p);
    solved = more.data();
  }
  for (std::size_t j = 0; j < p; ++j) {
    double value = points(row, j) - scatter.mean[j];
    for (std::size_t l = 0; l < j; ++l) value -= scatter.root(j, l) * solved[l];
    solved[j] = value / scatter.root(j, j);
    sum += solved[j] * solved[j];
  }
  return sum;
}

std::vector<double> distances_of(const Matrix& points, const Rows& among, const Scatter& scatter) {
  std::vector<double> result(among.size());
  for (std::size_t i = 0; i < among.size(); ++i) result[i] = squared_distance(points, among[i], scatter);
  return result;
}

// A concentration step: the `half` records of `among` that are nearest to the scatter. Ties by position.
Scatter concentrated(const Matrix& points, const Rows& among, const Scatter& scatter, std::size_t half) {
  const std::vector<double> distances = distances_of(points, among, scatter);
  std::vector<std::uint32_t> order(among.size());
  std::iota(order.begin(), order.end(), 0U);
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half - 1), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
                   });
  Rows nearest(half);
  for (std::size_t i = 0; i < half; ++i) nearest[i] = among[order[i]];
  std::sort(nearest.begin(), nearest.end());
  return scatter_of(points, nearest);
}

// p + 1 records at random, and more where they are singular.
Scatter start_of(const Matrix& points, const Rows& among, Rng rng) {
  Rows shuffled = among;
  std::size_t taken = 0;
  Rows rows;
  Scatter scatter;
  while (scatter.singular() && taken < shuffled.size()) {
    const std::size_t wanted = std::min(shuffled.size(), std::max(points.columns() + 1, 2 * taken));
    for (; taken < wanted; ++taken) {
      std::swap(shuffled[taken], shuffled[taken + rng.below(shuffled.size() - taken)]);
      rows.push_back(shuffled[taken]);
    }
    if (rows.size() > 1) scatter = scatter_of(points, rows);
  }
  return scatter;
}

// A singular subset of all records is the smallest; that of some of them says nothing.
void keep_best(std::vector<Scatter>& scatters, bool of_all) {
  if (!of_all) std::erase_if(scatters, [](const Scatter& scatter) { return scatter.singular(); });
  std::stable_sort(scatters.begin(), scatters.end(),
                   [](const Scatter& a, const Scatter& b) { return a.log_determinant < b.log_determinant; });
  if (scatters.size() > best_kept) scatters.resize(best_kept);
}

std::vector<Scatter> after_steps(const Matrix& points, const Rows& among, std::vector<Scatter> scatters,
                                 std::size_t half, int steps, const Run& run) {
  run.parallel(scatters.size(), [&](std::size_t s) {
    for (int step = 0; step < steps && !scatters[s].singular(); ++step) {
      Scatter next = concentrated(points, among, scatters[s], half);
      const bool ended = next.log_determinant == scatters[s].log_determinant;
      scatters[s] = std::move(next);
      if (ended) break;
    }
  });
  keep_best(scatters, among.size() == points.rows());
  return scatters;
}

std::vector<Scatter> best_starts(const Matrix& points, const Rows& among, std::size_t starts,
                                 std::size_t half, const Run& run, std::uint64_t part) {
  std::vector<Scatter> scatters(starts);
  const StreamKey key = derive_key({0, 0}, "minimum covariance", part);
  run.parallel(starts, [&](std::size_t s) {
    scatters[s] = start_of(points, among, Rng(derive_key(key, "start", s)));
  });
  std::erase_if(scatters, [](const Scatter& scatter) { return scatter.singular(); });
  return after_steps(points, among, std::move(scatters), half, 2, run);
}

// The subset of `half` records with the smallest determinant; singular where all that were found are.
Scatter smallest_scatter(const Matrix& points, std::size_t half, const Run& run) {
  const std::size_t n = points.rows();
  Rows all(n);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<Scatter> best;
  if (n <= 2 * subset_records) {
    best = best_starts(points, all, all_starts, half, run, 0);
  } else {
    Rows drawn = all;
    Rng rng(derive_key({0, 0}, "minimum covariance subsets"));
    rng.shuffle(std::span<std::uint32_t>(drawn));
    const std::size_t subsets = std::min(most_subsets, n / subset_records);
    const std::size_t size = std::min(subset_records, n / subsets);
    const double share = static_cast<double>(half) / static_cast<double>(n);
    const auto part_of = [&](std::size_t records) {
      return std::max(static_cast<std::size_t>(std::ceil(share * static_cast<double>(records))),
                      points.columns() + 2);
    };
    for (std::size_t part = 0; part < subsets; ++part) {
      const auto begin = drawn.begin() + static_cast<std::ptrdiff_t>(part * size);
      const Rows among(begin, begin + static_cast<std::ptrdiff_t>(size));
      for (Scatter& scatter :
           best_starts(points, among, all_starts / subsets, part_of(size), run, part + 1)) {
        best.push_back(std::move(scatter));
      }
    }
    const Rows merged(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(subsets * size));
    best = after_steps(points, merged, std::move(best), part_of(merged.size()), 2, run);
  }
  best = after_steps(points, all, std::move(best), half, most_steps_to_end, run);
  return best.empty() ? Scatter{} : std::move(best.front());
}

// Distances from the records that are inside the 97.5 % ellipsoid of the raw estimate.
void reweigh_distances(const Matrix& points, const Scatter& raw, RobustDistances& result) {
  const std::size_t p = points.columns();
  Rows all(points.rows()), inside;
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<double> distances = distances_of(points, all, raw);
  std::vector<double> sorted = distances;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double scale = *middle / chi_square_quantile(p, 0.5);
  const double limit = scale * chi_square_quantile(p, inside_share);
  result.inside.assign(points.rows(), 0);
  for (std::uint32_t row = 0; row < points.rows(); ++row) {
    if (!(distances[row] <= limit)) continue;
    inside.push_back(row);
    result.inside[row] = 1;
  }
  const Scatter final = scatter_of(points, inside);
  const double cut = chi_square_quantile(p, inside_share);
  const double shrunk = boost::math::gamma_p(0.5 * static_cast<double>(p) + 1.0, 0.5 * cut, Quiet());
  result.squared = distances_of(points, all, final.singular() ? raw : final);
  for (double& distance : result.squared) distance *= final.singular() ? 1.0 / scale : shrunk / inside_share;
}

}  // namespace

double chi_square_quantile(std::size_t degrees, double p) {
  return 2.0 * boost::math::gamma_p_inv(0.5 * static_cast<double>(degrees), p, Quiet());
}

RobustDistances robust_distances(const Matrix& records, const Run& run) {
  RobustDistances result;
  const std::size_t n = records.rows();
  result.squared.assign(n, 0.0);
  result.inside.assign(n, 1);
  const Matrix points = whitened(records);
  result.dimensions = points.columns();
  const std::size_t p = points.columns();
  if (p == 0 || n < 2 * (p + 1)) return result;
  const std::size_t least = (n + p + 1) / 2;
  const auto share = [&](std::size_t tenths) { return std::max(least, n * tenths / 10); };
  for (const std::size_t half : {least, n * 3 / 4, share(9), n}) {
    if (half < least) continue;
    const Scatter raw = smallest_scatter(points, half, run);
    if (raw.singular()) continue;
    result.half = half;
    reweigh_distances(points, raw, result);
    return result;
  }
  return result;
}

}  // namespace sfumato::stats
