// Insensitive grouping by hand, and an attempt to break its insensitivity.
#include "stats/groups/insensitive_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;
const double nan = std::nan("");

Groups groups(const Matrix& points, std::size_t k) {
  return insensitive_groups(points, k, sfumato::Run({.seed = 1})).groups;
}

Matrix one_column(const std::vector<double>& values) {
  Matrix result(values.size(), 1);
  std::copy(values.begin(), values.end(), result.column(0).begin());
  return result;
}

TEST(InsensitiveGroups, FarEndThenNearEnd) {
  // Distances 0 … 7 with k = 2: 8 ≥ 3k, so {6, 7} and {0, 1}; 4 left ≥ 2k, so {4, 5}; then {2, 3}.
  EXPECT_EQ(groups(one_column({0, 1, 2, 3, 4, 5, 6, 7}), 2), (Groups{{6, 7}, {0, 1}, {4, 5}, {2, 3}}));
  // 7 = 3k + 1: {5, 6}, {0, 1}, and 3 < 2k are left.
  EXPECT_EQ(groups(one_column({0, 1, 2, 3, 4, 5, 6}), 2), (Groups{{5, 6}, {0, 1}, {2, 3, 4}}));
  EXPECT_EQ(groups(one_column({5, -6, 1}), 2), (Groups{{0, 1, 2}}));
  EXPECT_TRUE(groups(Matrix(0, 2), 2).empty());
}

TEST(InsensitiveGroups, TiesGoByValueAndThenByRow) {
  Matrix points(6, 2);  // all at squared distance 25, the last one scaled by 2/1
  const double x[6] = {4, 3, -5, 3, 0, nan}, y[6] = {3, 4, 0, 4, -5, 5};
  for (std::size_t i = 0; i < 6; ++i) {
    points(i, 0) = x[i];
    points(i, 1) = y[i];
  }
  EXPECT_EQ(order_by_distance(points), (std::vector<std::uint32_t>{2, 4, 1, 3, 0, 5}));
  points(0, 1) = nan;  // (4, missing): 16·2 = 32, before (missing, 5): 25·2 = 50
  points(1, 0) = nan;  // (missing, 4): the same 32, but a missing value stands after a number
  EXPECT_EQ(order_by_distance(points), (std::vector<std::uint32_t>{2, 4, 3, 0, 1, 5}));
}

TEST(InsensitiveGroups, ARecordWithoutValuesBelongsToNoGroup) {
  Matrix points = random_points(7, 2, false, 3);
  points(2, 0) = points(2, 1) = nan;
  std::size_t members = 0;
  for (const auto& group : groups(points, 3)) {
    members += group.size();
    EXPECT_EQ(std::count(group.begin(), group.end(), 2U), 0);
  }
  EXPECT_EQ(members, 6U);
}

TEST(InsensitiveGroups, HaveKToTwoKMinusOneRecords) {
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t rows = k; rows < 60; ++rows) {
      std::size_t members = 0;
      for (const auto& group : groups(random_points(rows, 2, true, rows), k)) {
        EXPECT_GE(group.size(), k);
        EXPECT_LT(group.size(), 2 * k);
        EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
        members += group.size();
      }
      EXPECT_EQ(members, rows);
    }
  }
}

// Whatever record is replaced by whatever other, no group loses or gains more than one record.
TEST(InsensitiveGroups, OneRecordChangesEachGroupByOneAtMost) {
  Rng rng({5, 5});
  for (int attempt = 0; attempt < 2000; ++attempt) {
    const std::size_t rows = 3 + rng.below(60), k = 1 + rng.below(std::min<std::size_t>(rows, 9));
    const bool grid = rng.chance(0.5);
    Matrix points = random_points(rows, 3, grid, static_cast<std::uint64_t>(attempt));
    const Groups before = groups(points, k);
    const std::size_t replaced = rng.below(rows);
    for (std::size_t j = 0; j < 3; ++j)
      points(replaced, j) = grid ? static_cast<double>(rng.below(4)) : 2e3 * rng.normal();
    const Groups after = groups(points, k);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t group = 0; group < before.size(); ++group) {
      std::vector<std::uint32_t> gone;
      std::set_difference(before[group].begin(), before[group].end(), after[group].begin(),
                          after[group].end(), std::back_inserter(gone));
      EXPECT_LE(gone.size(), 1U);
      EXPECT_EQ(before[group].size(), after[group].size());
    }
  }
}

TEST(InsensitiveGroups, StopWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const sfumato::Run run({.seed = 1, .stop = source.get_token()});
  EXPECT_ANY_THROW(insensitive_groups(random_points(100, 2, false, 4), 3, run));
}

}  // namespace
}  // namespace sfumato::stats
