// Remaining records by Gower's distance against a simple implementation that scans every record.
#include "stats/neighbours/gower_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "stats/groups/remaining_records.hpp"

namespace sfumato::stats {
namespace {

double distance(const std::vector<GowerColumn>& columns, std::uint32_t a, std::uint32_t b) {
  double sum = 0.0, shared = 0.0;
  for (const GowerColumn& column : columns) {
    const double apart = column.categorical ? column.distance.between(column.codes[a], column.codes[b])
                                            : std::fabs(column.numbers[a] - column.numbers[b]);
    if (std::isnan(apart)) continue;
    sum += apart;
    shared += 1.0;
  }
  const auto all = static_cast<double>(columns.size());
  return shared < all ? sum * (all / shared) : sum;
}

// Few different numbers, so that ties are many; more categories than bits of a mask, and a hierarchy.
std::vector<GowerColumn> random_columns(std::size_t rows, Rng& rng) {
  const Hierarchy tree(
      {{"a", "x", "p", "*"}, {"b", "x", "p", "*"}, {"c", "y", "p", "*"}, {"d", "z", "q", "*"}});
  std::vector<GowerColumn> columns(5);
  for (const std::size_t j : {0, 1, 3, 4}) columns[j].categorical = true;
  columns[3].count = 4;
  columns[3].distance = CategoryDistance::hierarchical({"a", "b", "c", "d"}, tree);
  columns[3].centre = Centre::marginality;
  columns[4].count = 70;
  columns[0].count = 4;
  columns[1].count = 5;
  columns[1].distance = CategoryDistance::ordinal({0.0, 0.25, 0.5, 1.0, std::nan("")});
  columns[1].missing_code = 4;
  columns[1].centre = Centre::median;
  const bool missing = rng.chance(0.5);
  for (std::size_t i = 0; i < rows; ++i) {
    columns[0].codes.push_back(static_cast<std::int32_t>(rng.below(4)));
    columns[1].codes.push_back(static_cast<std::int32_t>(rng.below(5)));
    columns[3].codes.push_back(static_cast<std::int32_t>(rng.below(4)));
    columns[4].codes.push_back(static_cast<std::int32_t>(rng.chance(0.7) ? 0 : rng.below(70)));
    columns[2].numbers.push_back(missing && rng.chance(0.2) ? std::nan("")
                                                            : static_cast<double>(rng.below(5)) / 4.0);
  }
  return columns;
}

TEST(GowerRecords, EqualAScanOfEveryRecord) {
  for (std::uint64_t round = 0; round < 40; ++round) {
    Rng rng({round, 4});
    const std::size_t rows = 12 + rng.below(400), k = 2 + rng.below(4);
    const std::vector<GowerColumn> columns = random_columns(rows, rng);
    GowerRecords records(columns, sfumato::Run({.threads = 1}));
    while (records.size() >= k + 2) {
      const std::vector<std::uint32_t> left = records.rows();
      ASSERT_EQ(left.size(), records.size());
      const std::uint32_t seed = left[rng.below(left.size())];
      std::uint32_t farthest = no_record;
      for (const std::uint32_t row : left) {
        if (row == seed) continue;
        if (farthest == no_record || distance(columns, seed, row) > distance(columns, seed, farthest)) {
          farthest = row;
        }
      }
      EXPECT_EQ(records.farthest_from(seed).row, farthest);
      std::vector<std::uint32_t> others = left;
      std::erase(others, seed);
      std::erase(others, farthest);
      std::stable_sort(others.begin(), others.end(), [&](std::uint32_t a, std::uint32_t b) {
        return distance(columns, seed, a) < distance(columns, seed, b);
      });
      others.resize(k - 1);
      others.push_back(seed);
      std::sort(others.begin(), others.end());
      EXPECT_EQ(records.take(seed, k, farthest), others);
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
