// V-MDAV's grouping against a plain implementation of its definition, and its guarantee.
#include "stats/groups/variable_mdav_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

using Group = std::vector<std::uint32_t>;
using Groups = std::vector<Group>;
constexpr double infinity = std::numeric_limits<double>::infinity();

double squared(const Matrix& points, std::uint32_t row, const std::vector<double>& centre) {
  double sum = 0.0;
  std::size_t shared = 0;
  for (std::size_t j = 0; j < points.columns(); ++j) {
    if (std::isnan(points(row, j)) || std::isnan(centre[j])) continue;
    sum += (points(row, j) - centre[j]) * (points(row, j) - centre[j]);
    ++shared;
  }
  if (shared == 0) return infinity;
  return shared == points.columns()
             ? sum
             : sum * (static_cast<double>(points.columns()) / static_cast<double>(shared));
}

double squared(const Matrix& points, std::uint32_t a, std::uint32_t b) {
  std::vector<double> centre;
  for (std::size_t j = 0; j < points.columns(); ++j) centre.push_back(points(b, j));
  return squared(points, a, centre);
}

// The definition, step by step: linear scans, nothing stored, nothing pruned.
class Textbook {
 public:
  Textbook(const Matrix& points, std::size_t k, double gain) : points_(points), k_(k), gain_(gain) {
    for (std::uint32_t row = 0; row < points.rows(); ++row) left_.push_back(row);
    for (std::size_t j = 0; j < points.columns(); ++j) {
      double sum = 0.0, count = 0.0;
      for (const double value : points.column(j)) {
        if (std::isnan(value)) continue;
        sum += value;
        count += 1.0;
      }
      centroid_.push_back(sum / count);
    }
  }

  Groups groups() {
    while (left_.size() >= k_ && !left_.empty()) {
      Group group{farthest()};
      std::erase(left_, group[0]);
      while (group.size() < k_) take(group, nearest_to({group[0]}));
      while (group.size() < 2 * k_ - 1 && left_.size() > 1) {
        const std::uint32_t candidate = nearest_to(group);
        double outside = infinity;
        for (const std::uint32_t row : left_) {
          if (row != candidate) outside = std::min(outside, squared(points_, candidate, row));
        }
        if (!(distance(candidate, group) < gain_ * gain_ * outside)) break;
        take(group, candidate);
      }
      EXPECT_GE(group.size(), k_);
      EXPECT_LE(group.size(), 2 * k_ - 1);
      std::sort(group.begin(), group.end());
      groups_.push_back(group);
    }
    join_leftovers();
    return groups_;
  }

 private:
  std::uint32_t farthest() const {
    std::uint32_t best = left_[0];
    for (const std::uint32_t row : left_) {
      if (squared(points_, row, centroid_) > squared(points_, best, centroid_)) best = row;
    }
    return best;
  }

  double distance(std::uint32_t row, const Group& group) const {
    double least = infinity;
    for (const std::uint32_t member : group) least = std::min(least, squared(points_, row, member));
    return least;
  }

  std::uint32_t nearest_to(const Group& group) const {
    std::uint32_t best = left_[0];
    for (const std::uint32_t row : left_) {
      if (distance(row, group) < distance(best, group)) best = row;
    }
    return best;
  }

  void take(Group& group, std::uint32_t row) {
    group.push_back(row);
    std::erase(left_, row);
  }

  void join_leftovers() {
    const Groups before = groups_;
    for (const std::uint32_t row : left_) {
      double least = infinity;
      std::uint32_t nearest = ~0U;
      std::size_t chosen = 0;
      for (std::size_t group = 0; group < before.size(); ++group) {
        for (const std::uint32_t member : before[group]) {
          const double distance = squared(points_, row, member);
          if (distance < least || (distance == least && member < nearest)) {
            least = distance;
            nearest = member;
            chosen = group;
          }
        }
      }
      groups_[chosen].push_back(row);
      std::sort(groups_[chosen].begin(), groups_[chosen].end());
    }
  }

  const Matrix& points_;
  std::size_t k_;
  double gain_;
  std::vector<double> centroid_;
  Group left_;
  Groups groups_;
};

enum class Shape { normal, grid, clusters };

Matrix random_points(std::size_t rows, std::size_t columns, Shape shape, double missing, std::uint64_t seed) {
  Rng rng({seed, 9});
  Matrix points(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto cluster = static_cast<double>(rng.below(1 + rows / 5));
    for (std::size_t j = 0; j < columns; ++j) {
      points(i, j) = shape == Shape::grid ? static_cast<double>(rng.below(5))
                     : shape == Shape::clusters
                         ? std::fmod(cluster * (7.0 + static_cast<double>(j)), 10.0) + 0.05 * rng.normal()
                         : rng.normal();
      if (j > 0 && rng.chance(missing)) points(i, j) = std::nan("");
    }
  }
  return points;
}

Groups groups(const Matrix& points, std::size_t k, double gain) {
  return variable_mdav_groups(points, k, gain, sfumato::Run({.seed = 1})).groups;
}

void expect_textbook(const Matrix& points, std::size_t k, double gain) {
  EXPECT_EQ(groups(points, k, gain), Textbook(points, k, gain).groups())
      << points.rows() << "×" << points.columns() << ", k = " << k << ", gain " << gain;
}

TEST(VariableMdavGroups, ByHand) {
  Matrix points(7, 1);
  const double values[7] = {0, 1, 2, 10, 11, 30, 31};  // centroid 85/7 = 12.1
  std::copy(std::begin(values), std::end(values), points.column(0).begin());
  // k = 2: 31 takes 30. Next to {30, 31} is 11 at 19, whose neighbour 10 is at 1: 19 ≥ 0.2·1. Then 0
  // takes 1; 2 is at 1 from the group and at 8 from 10: 1 < 0.2·8, it joins. 10 and 11 are left.
  EXPECT_EQ(groups(points, 2, 0.2), (Groups{{5, 6}, {0, 1, 2}, {3, 4}}));
  // Without gain: {30, 31}, {0, 1}, then 2 is farthest and takes 10; 11 is left over and joins 10.
  EXPECT_EQ(groups(points, 2, 0.0), (Groups{{5, 6}, {0, 1}, {2, 3, 4}}));
}

TEST(VariableMdavGroups, EqualTheDefinition) {
  for (const std::size_t rows : {1, 2, 5, 6, 7, 8, 9, 30, 33, 34, 120}) {
    for (const std::size_t k : {1, 2, 3, 5, 10}) {
      if (k > rows) continue;
      for (const std::size_t columns : {1, 2, 6}) {
        for (const Shape shape : {Shape::normal, Shape::grid, Shape::clusters}) {
          const Matrix points = random_points(rows, columns, shape, 0.0, rows * 100 + k);
          for (const double gain : {0.0, 0.2, 0.45, 1.1, 5.0}) expect_textbook(points, k, gain);
        }
      }
    }
  }
}

TEST(VariableMdavGroups, EqualTheDefinitionWithMissingValues) {
  for (const std::size_t rows : {6, 31, 90}) {
    for (const Shape shape : {Shape::normal, Shape::grid, Shape::clusters}) {
      for (const double gain : {0.0, 0.2, 1.1, 5.0})
        expect_textbook(random_points(rows, 4, shape, 0.3, rows), 3, gain);
    }
  }
}

TEST(VariableMdavGroups, EqualTheDefinitionOnManyRecords) {
  for (const double gain : {0.2, 1.1}) {
    expect_textbook(random_points(700, 5, Shape::normal, 0.0, 1), 3, gain);
    expect_textbook(random_points(700, 3, Shape::grid, 0.0, 2), 4, gain);
    expect_textbook(random_points(700, 2, Shape::clusters, 0.0, 3), 3, gain);
  }
}

// Every record is in one group, groups have k, and only the fewer than k left over exceed 2k − 1.
TEST(VariableMdavGroups, HaveAtLeastKRecords) {
  Rng rng({3, 3});
  for (int attempt = 0; attempt < 500; ++attempt) {
    const std::size_t rows = 1 + rng.below(150), k = 1 + rng.below(std::min<std::size_t>(rows, 12));
    const Shape shape = static_cast<Shape>(rng.below(3));
    const double gain = rng.chance(0.3) ? 0.2 : 3.0 * rng.uniform();
    const Matrix points = random_points(rows, 1 + rng.below(4), shape, rng.chance(0.3) ? 0.2 : 0.0,
                                        static_cast<std::uint64_t>(attempt));
    std::size_t excess = 0;
    std::vector<int> seen(rows, 0);
    for (const Group& group : groups(points, k, gain)) {
      EXPECT_GE(group.size(), k);
      EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
      if (group.size() > 2 * k - 1) excess += group.size() - (2 * k - 1);
      for (const std::uint32_t row : group) ++seen[row];
    }
    EXPECT_LT(excess, k);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(rows));
  }
}

TEST(VariableMdavGroups, ARecordWithoutValuesBelongsToNoGroup) {
  Matrix points = random_points(7, 2, Shape::normal, 0.0, 3);
  points(2, 0) = points(2, 1) = std::nan("");
  std::size_t members = 0;
  for (const Group& group : groups(points, 3, 0.2)) {
    members += group.size();
    EXPECT_EQ(std::count(group.begin(), group.end(), 2U), 0);
  }
  EXPECT_EQ(members, 6U);
}

TEST(VariableMdavGroups, NoRecordsNoGroups) { EXPECT_TRUE(groups(Matrix(0, 3), 3, 0.2).empty()); }

TEST(VariableMdavGroups, StopWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const sfumato::Run run({.seed = 1, .stop = source.get_token()});
  EXPECT_ANY_THROW(variable_mdav_groups(random_points(100, 2, Shape::normal, 0.0, 4), 3, 0.2, run));
}

// Groups of two: 100 and 90, then 0 and 10. 60 is then alone outside: it has no outside neighbour to compare
// with, is left over, and joins the group of 90, not the last one.
TEST(VariableMdavGroups, TheLastRecordJoinsItsNearestGroup) {
  Matrix points(5, 1);
  const double values[5] = {0, 10, 60, 90, 100};
  for (std::size_t i = 0; i < 5; ++i) points(i, 0) = values[i];
  EXPECT_EQ(variable_mdav_groups(points, 2, 1.0, sfumato::Run({.seed = 1})).groups,
            (Groups{{0, 1}, {2, 3, 4}}));
}

}  // namespace
}  // namespace sfumato::stats
