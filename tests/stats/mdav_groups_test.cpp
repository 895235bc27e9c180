// MDAV's grouping against a plain implementation of its definition.
#include "stats/groups/mdav_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

double squared(const Matrix& points, const std::vector<double>& centre, std::uint32_t row) {
  double sum = 0.0;
  std::size_t shared = 0;
  for (std::size_t j = 0; j < points.columns(); ++j) {
    if (std::isnan(points(row, j)) || std::isnan(centre[j])) continue;
    sum += (points(row, j) - centre[j]) * (points(row, j) - centre[j]);
    ++shared;
  }
  if (shared == 0) return std::numeric_limits<double>::infinity();
  return shared == points.columns()
             ? sum
             : sum * (static_cast<double>(points.columns()) / static_cast<double>(shared));
}

std::vector<double> row_of(const Matrix& points, std::uint32_t row) {
  std::vector<double> result;
  for (std::size_t j = 0; j < points.columns(); ++j) result.push_back(points(row, j));
  return result;
}

// The definition, step by step: linear scans, no optimisation.
Groups textbook(const Matrix& points, std::size_t k, GroupSeeds seeds) {
  std::vector<std::uint32_t> left(points.rows());
  std::iota(left.begin(), left.end(), 0U);
  const auto farthest_from = [&](const std::vector<double>& centre, std::uint32_t except) {
    std::uint32_t best = except;
    for (const std::uint32_t row : left) {
      if (row != except && (best == except || squared(points, centre, row) > squared(points, centre, best)))
        best = row;
    }
    return best;
  };
  Groups groups;
  const auto take = [&](std::uint32_t seed, std::uint32_t except) {
    std::vector<std::uint32_t> group{seed};
    std::vector<std::pair<double, std::uint32_t>> others;
    for (const std::uint32_t row : left) {
      if (row != seed && row != except) others.emplace_back(squared(points, row_of(points, seed), row), row);
    }
    std::sort(others.begin(), others.end());
    for (std::size_t i = 0; i + 1 < k; ++i) group.push_back(others[i].second);
    std::sort(group.begin(), group.end());
    std::erase_if(left,
                  [&](std::uint32_t row) { return std::binary_search(group.begin(), group.end(), row); });
    groups.push_back(group);
  };
  constexpr std::uint32_t none = ~0U;
  while (left.size() >= 2 * k && left.size() > 1) {
    std::uint32_t r = 0, s = 0;
    if (seeds == GroupSeeds::farthest) {
      std::vector<double> centroid;
      for (std::size_t j = 0; j < points.columns(); ++j) {
        double sum = 0.0;
        std::size_t count = 0;
        for (const std::uint32_t row : left) {
          if (std::isnan(points(row, j))) continue;
          sum += points(row, j);
          ++count;
        }
        centroid.push_back(sum / static_cast<double>(count));
      }
      r = farthest_from(centroid, none);
      s = farthest_from(row_of(points, r), r);
    } else {
      double most = -1.0;
      for (const std::uint32_t a : left) {
        for (const std::uint32_t b : left) {
          if (a < b && squared(points, row_of(points, a), b) > most) {
            most = squared(points, row_of(points, a), b);
            r = a;
            s = b;
          }
        }
      }
    }
    if (left.size() < 3 * k) {
      take(r, none);
      break;
    }
    take(r, s);
    take(s, none);
  }
  if (!left.empty()) groups.push_back(left);
  return groups;
}

Matrix random_points(std::size_t rows, std::size_t columns, bool grid, double missing, std::uint64_t seed) {
  Rng rng({seed, 6});
  Matrix points(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      points(i, j) = grid ? static_cast<double>(rng.below(5)) : rng.normal();
      if (j > 0 && rng.chance(missing)) points(i, j) = std::nan("");
    }
  }
  return points;
}

// With one thread nothing is foreseen.
void expect_textbook(const Matrix& points, std::size_t k, GroupSeeds seeds) {
  const Groups expected = textbook(points, k, seeds);
  for (const int threads : {1, 8}) {
    const sfumato::Run run({.seed = 1, .threads = threads});
    EXPECT_EQ(mdav_groups(points, k, seeds, run).groups, expected)
        << points.rows() << "×" << points.columns() << ", k = " << k << ", threads " << threads;
  }
}

// A table of one of many kinds: ties, duplicates, constant columns, clusters, skewed and missing values.
Matrix random_table(sfumato::Rng& rng) {
  const std::size_t rows = 1 + rng.below(90), columns = 1 + rng.below(6);
  Matrix points(rows, columns);
  const double share = rng.below(2) == 0 ? 0.0 : 0.4 * rng.uniform();
  for (std::size_t j = 0; j < columns; ++j) {
    const std::uint64_t kind = rng.below(5);
    for (double& value : points.column(j)) {
      value = kind == 0   ? 0.3
              : kind == 1 ? static_cast<double>(rng.below(3)) - 0.7
              : kind == 2 ? std::exp(2.0 * rng.normal())
              : kind == 3 ? 10.0 * static_cast<double>(rng.below(2)) + 0.01 * rng.normal()
                          : rng.normal();
      if (j > 0 && rng.chance(share)) value = std::nan("");
    }
  }
  for (std::size_t i = 1; i < rows; ++i) {
    if (!rng.chance(0.1)) continue;
    const std::size_t twin = rng.below(i);
    for (std::size_t j = 0; j < columns; ++j) points(i, j) = points(twin, j);
  }
  return points;
}

TEST(MdavGroups, EqualTheDefinition) {
  for (const std::size_t rows : {1, 2, 5, 6, 7, 8, 9, 30, 31, 32, 33, 34, 200}) {
    for (const std::size_t k : {1, 2, 3, 5, 10}) {
      if (k > rows) continue;
      for (const std::size_t columns : {1, 2, 6}) {
        for (const bool grid : {false, true}) {
          const Matrix points = random_points(rows, columns, grid, 0.0, rows * 100 + k);
          expect_textbook(points, k, GroupSeeds::farthest);
          if (rows < 50) expect_textbook(points, k, GroupSeeds::most_distant);
        }
      }
    }
  }
}

TEST(MdavGroups, EqualTheDefinitionWithMissingValues) {
  for (const std::size_t rows : {6, 31, 100}) {
    for (const bool grid : {false, true}) {
      expect_textbook(random_points(rows, 4, grid, 0.3, rows), 3, GroupSeeds::farthest);
    }
  }
}

TEST(MdavGroups, EqualTheDefinitionOnManyRecords) {
  expect_textbook(random_points(2000, 5, false, 0.0, 1), 3, GroupSeeds::farthest);
  expect_textbook(random_points(2000, 3, true, 0.0, 2), 4, GroupSeeds::farthest);
}

TEST(MdavGroups, EqualTheDefinitionOnRandomTables) {
  sfumato::Rng rng({21, 6});
  for (int table = 0; table < 300; ++table) {
    const Matrix points = random_table(rng);
    const std::size_t k =
        1 + rng.below(table % 3 == 0 ? points.rows() : std::min<std::size_t>(points.rows(), 5));
    expect_textbook(points, k, GroupSeeds::farthest);
    if (table % 4 == 0) expect_textbook(points, k, GroupSeeds::most_distant);
  }
}

// Enough records that groups are foreseen, and trees and shells are rebuilt.
TEST(MdavGroups, EqualTheDefinitionWhereGroupsAreForeseen) {
  for (const std::size_t k : {2, 3, 7}) {
    for (const bool grid : {false, true}) {
      for (const double missing : {0.0, 0.1}) {
        expect_textbook(random_points(2400, 4, grid, missing, k), k, GroupSeeds::farthest);
      }
    }
  }
}

TEST(MdavGroups, ColumnsOfVeryDifferentMissingnessKeepTheDefinition) {
  for (const std::size_t columns : {2, 5, 12}) {
    sfumato::Rng rng({columns, 9});
    Matrix points = random_points(900, columns, false, 0.0, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      for (double& value : points.column(j)) {
        if (rng.chance(0.8 * static_cast<double>(j) / static_cast<double>(columns))) value = std::nan("");
      }
    }
    expect_textbook(points, 3, GroupSeeds::farthest);
  }
}

TEST(MdavGroups, ARecordWithoutValuesBelongsToNoGroup) {
  Matrix points = random_points(7, 2, false, 0.0, 3);
  points(2, 0) = points(2, 1) = std::nan("");
  std::size_t members = 0;
  for (const auto& group : mdav_groups(points, 3, GroupSeeds::farthest, sfumato::Run({.seed = 1})).groups) {
    members += group.size();
    EXPECT_EQ(std::count(group.begin(), group.end(), 2U), 0);
  }
  EXPECT_EQ(members, 6U);
}

TEST(MdavGroups, NoRecordsNoGroups) {
  EXPECT_TRUE(mdav_groups(Matrix(0, 3), 3, GroupSeeds::farthest, sfumato::Run({.seed = 1})).groups.empty());
}

TEST(MdavGroups, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const sfumato::Run run({.seed = 1, .stop = source.get_token()});
  EXPECT_ANY_THROW(mdav_groups(random_points(100, 2, false, 0.0, 4), 3, GroupSeeds::farthest, run));
}

}  // namespace
}  // namespace sfumato::stats
