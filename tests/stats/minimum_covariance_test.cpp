// Robust distances against all subsets of a small table, and whether outliers move them.
#include "stats/linear/minimum_covariance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

struct PlanePoint {
  double x = 0.0, y = 0.0;
};

struct PlaneMoments {
  PlanePoint mean;
  double xx = 0.0, xy = 0.0, yy = 0.0;
  double determinant() const { return xx * yy - xy * xy; }
  double squared_distance(const PlanePoint& point) const {
    const double dx = point.x - mean.x, dy = point.y - mean.y;
    return (yy * dx * dx - 2.0 * xy * dx * dy + xx * dy * dy) / determinant();
  }
};

PlaneMoments plane_moments(const std::vector<PlanePoint>& points) {
  PlaneMoments result;
  const auto n = static_cast<double>(points.size());
  for (const PlanePoint& point : points) {
    result.mean.x += point.x / n;
    result.mean.y += point.y / n;
  }
  for (const PlanePoint& point : points) {
    const double dx = point.x - result.mean.x, dy = point.y - result.mean.y;
    result.xx += dx * dx / (n - 1.0);
    result.xy += dx * dy / (n - 1.0);
    result.yy += dy * dy / (n - 1.0);
  }
  return result;
}

// Of all subsets of seven, the moments of the one with the smallest determinant.
PlaneMoments smallest_of_seven(const std::vector<PlanePoint>& points) {
  PlaneMoments best;
  double least = INFINITY;
  for (unsigned set = 0; set < 4096U; ++set) {
    if (std::popcount(set) != 7) continue;
    std::vector<PlanePoint> chosen;
    for (unsigned i = 0; i < 12; ++i) {
      if ((set >> i & 1U) != 0U) chosen.push_back(points[i]);
    }
    const PlaneMoments found = plane_moments(chosen);
    if (found.determinant() >= least) continue;
    least = found.determinant();
    best = found;
  }
  return best;
}

// χ² with two degrees of freedom is exponential: its quantile is −2·ln(1 − p).
TEST(MinimumCovariance, ChiSquareQuantiles) {
  EXPECT_NEAR(chi_square_quantile(2, 0.975), -2.0 * std::log(0.025), 1e-12);
  EXPECT_NEAR(chi_square_quantile(1, 0.95), 3.841458820694124, 1e-12);
  EXPECT_NEAR(chi_square_quantile(5, 0.5), 4.351460191095526, 1e-12);
}

// All C(12, 7) = 792 subsets of 12 records by hand; P(χ²₄ ≤ q) = 1 − e^(−q/2)·(1 + q/2).
TEST(MinimumCovariance, FindsTheSmallestDeterminant) {
  Rng rng({1, 2});
  for (int round = 0; round < 20; ++round) {
    std::vector<PlanePoint> points;
    Matrix data(12, 2);
    for (std::size_t i = 0; i < 12; ++i) {
      const double x = 100.0 * rng.normal();
      points.push_back({x, 0.5 * x + 20.0 * rng.normal() + (i < 3 ? 900.0 : 0.0)});
      data(i, 0) = points[i].x;
      data(i, 1) = points[i].y;
    }
    const PlaneMoments raw = smallest_of_seven(points);
    std::vector<double> distances;
    for (const PlanePoint& point : points) distances.push_back(raw.squared_distance(point));
    std::vector<double> sorted = distances;
    std::sort(sorted.begin(), sorted.end());
    const double scale = sorted[6] / (2.0 * std::log(2.0)), cut = -2.0 * std::log(0.025);
    std::vector<PlanePoint> inside;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (distances[i] <= scale * cut) inside.push_back(points[i]);
    }
    const PlaneMoments final = plane_moments(inside);
    const double shrunk = (1.0 - 0.025 * (1.0 + cut / 2.0)) / 0.975;
    const RobustDistances found = robust_distances(data, sfumato::Run());
    ASSERT_EQ(found.half, 7U);
    ASSERT_EQ(found.dimensions, 2U);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double wanted = final.squared_distance(points[i]) * shrunk;
      EXPECT_NEAR(found.squared[i], wanted, 1e-7 * (1.0 + wanted)) << round << ' ' << i;
    }
  }
}

// A third of the records lies elsewhere: they are found, and the others look as without them. Above 600
// records the nested subsets are used.
TEST(MinimumCovariance, OutliersDoNotMoveIt) {
  for (const std::size_t records : {300U, 3000U}) {
    Rng rng({3, 4});
    Matrix data(records, 3);
    for (std::size_t i = 0; i < records; ++i) {
      const double common = rng.normal(), away = i % 3 == 0 ? 40.0 : 0.0;
      for (std::size_t j = 0; j < 3; ++j) {
        data(i, j) = common + 0.5 * rng.normal() + away * static_cast<double>(j);
      }
    }
    const RobustDistances found = robust_distances(data, sfumato::Run({.threads = 2}));
    std::size_t regular = 0, beyond = 0;
    for (std::size_t i = 0; i < records; ++i) {
      if (i % 3 == 0) {
        EXPECT_GT(found.squared[i], 500.0) << i;
        EXPECT_EQ(found.inside[i], 0);
        continue;
      }
      ++regular;
      beyond += found.squared[i] > chi_square_quantile(3, 0.975) ? 1 : 0;
    }
    EXPECT_LT(static_cast<double>(beyond), 0.08 * static_cast<double>(regular)) << records;
    const RobustDistances again = robust_distances(data, sfumato::Run({.seed = 9, .threads = 1}));
    EXPECT_EQ(found.squared, again.squared) << "depends on the data alone";
  }
}

// Two columns that are the same, a constant one, and one that is 0 in 80 % of the records: half and three
// quarters of them vary in one direction only.
TEST(MinimumCovariance, LeavesOutDirectionsWithoutVariation) {
  Rng rng({5, 6});
  Matrix data(200, 4);
  for (std::size_t i = 0; i < 200; ++i) {
    data(i, 0) = rng.normal();
    data(i, 1) = 2.0 * data(i, 0) + 1.0;
    data(i, 2) = 7.0;
    data(i, 3) = i % 5 == 0 ? 1.0 + rng.uniform() : 0.0;
  }
  const RobustDistances found = robust_distances(data, sfumato::Run());
  EXPECT_EQ(found.dimensions, 2U);
  EXPECT_EQ(found.half, 180U);
  for (const double distance : found.squared) EXPECT_TRUE(std::isfinite(distance));
  EXPECT_EQ(robust_distances(Matrix(5, 2), sfumato::Run()).half, 0U);
}

}  // namespace
}  // namespace sfumato::stats
