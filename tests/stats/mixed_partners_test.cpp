// Ranks of partners against a comparison of every pair.
#include "stats/neighbours/mixed_partners.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

double squared_difference(const std::vector<MixedColumn>& columns, std::size_t query, std::size_t point) {
  double sum = 0.0;
  for (const MixedColumn& column : columns) {
    if (column.categorical) {
      const std::int32_t a = column.query_codes[query], b = column.point_codes[point];
      const double apart = a < 0 || b < 0 ? 0.0 : column.distance.between(a, b);
      sum += a < 0 || b < 0 ? column.missing : column.weight * apart * apart;
    } else {
      const double difference = column.queries[query] - column.points[point];
      sum += std::isnan(difference) ? column.missing : difference * difference;
    }
  }
  return sum;
}

void expect_places(const std::vector<MixedColumn>& columns, std::size_t rows) {
  const std::vector<PartnerPlace> found = partner_places(columns, sfumato::Run({.threads = 2}));
  ASSERT_EQ(found.size(), rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double partner = squared_difference(columns, i, i);
    std::uint64_t closer = 0, equal = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      closer += squared_difference(columns, i, k) < partner ? 1 : 0;
      equal += squared_difference(columns, i, k) == partner ? 1 : 0;
    }
    EXPECT_EQ(found[i].closer, std::min<std::uint64_t>(closer, 2)) << i;
    if (closer < 2) {
      EXPECT_EQ(found[i].equal, equal) << i;
    }
  }
}

MixedColumn categories(std::size_t rows, std::uint64_t count, double kept, Rng& rng) {
  MixedColumn column;
  column.categorical = true;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto code = static_cast<std::int32_t>(rng.below(count));
    column.point_codes.push_back(rng.chance(0.05) ? -1 : code);
    column.query_codes.push_back(rng.chance(kept) ? code : static_cast<std::int32_t>(rng.below(count)));
    if (rng.chance(0.05)) column.query_codes.back() = -1;
  }
  return column;
}

TEST(MixedPartners, AgreeWithComparingEveryPair) {
  const Hierarchy tree({{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}, {"d", "y", "*"}, {"e", "z", "*"}});
  for (std::uint64_t round = 0; round < 30; ++round) {
    Rng rng({round, 9});
    const std::size_t rows = 1 + rng.below(300);
    std::vector<MixedColumn> columns;
    columns.push_back(categories(rows, 1 + rng.below(100), 0.9, rng));
    columns.push_back(categories(rows, 7, 0.8, rng));  // the hierarchy's values, two of them inner ones
    columns.back().distance = CategoryDistance::hierarchical({"a", "b", "c", "d", "e", "x", "y"}, tree);
    columns.back().weight = columns.back().missing = 0.5;
    columns.push_back(categories(rows, 3, 0.9, rng));
    columns.back().distance = CategoryDistance::ordinal({0.0, 0.5, 1.0});
    for (std::uint64_t numbers = rng.below(3); numbers > 0; --numbers) {
      MixedColumn column;
      for (std::size_t i = 0; i < rows; ++i) {
        column.points.push_back(static_cast<double>(rng.below(20)) / 8.0);
        column.queries.push_back(column.points.back() + static_cast<double>(rng.below(3)) / 8.0);
        if (rng.chance(0.1)) column.points.back() = std::nan("");
        if (rng.chance(0.1)) column.queries.back() = std::nan("");
      }
      column.missing = 9.0;
      columns.push_back(column);
    }
    expect_places(columns, rows);
    expect_places({columns.back()}, rows);
  }
}

TEST(MixedPartners, OfNoRecords) {
  MixedColumn column;
  column.categorical = true;
  EXPECT_TRUE(partner_places({column}, sfumato::Run({.threads = 1})).empty());
}

}  // namespace
}  // namespace sfumato::stats
