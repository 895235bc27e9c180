// The farthest point from a centre that moves, against a scan of every point.
#include "stats/neighbours/gower_order.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/rng.hpp"
#include "stats/neighbours/gower_scan.hpp"

namespace sfumato::stats {
namespace {

TEST(GowerOrder, AnswersAsTheScanDoesWhileTheCentreMoves) {
  for (std::uint64_t round = 0; round < 10; ++round) {
    Rng rng({round, 13});
    const std::size_t rows = 20 + rng.below(300);
    std::vector<GowerColumn> columns(2);
    columns[0].categorical = true;
    columns[0].count = 12;
    for (std::size_t i = 0; i < rows; ++i) {
      columns[0].codes.push_back(static_cast<std::int32_t>(rng.below(12)));
      columns[1].numbers.push_back(static_cast<double>(rng.below(50)) / 49.0);
    }
    std::vector<std::uint32_t> all(rows), fronts(rows);
    std::iota(all.begin(), all.end(), 0U);
    std::iota(fronts.begin(), fronts.end(), 0U);
    GowerOrder order(columns, all, fronts);
    GowerScan scan(columns, all, all, fronts);
    GowerPoint centre{{0.0, 0.5}, {0, 0}};
    for (std::size_t left = rows; left > 0; --left) {
      centre.numbers[1] += rng.uniform(-0.01, 0.01);
      if (rng.chance(0.3)) centre.codes[0] = static_cast<std::int32_t>(rng.below(12));
      const GowerCandidate found = order.farthest(centre);
      EXPECT_EQ(found, scan.farthest(centre, no_point));
      fronts[found.second] = no_point;
      scan.remove(found.second);
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
