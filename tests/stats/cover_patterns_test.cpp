// Patterns of agreement with cells that cover several values, against a comparison of every pair.
#include "stats/linkage/cover_patterns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <mutex>

#include "core/rng.hpp"
#include "stats/linkage/pair_weights.hpp"

namespace sfumato::stats {
namespace {

// Cell c covers the values from c to c + reach.
PatternColumn covering_column(std::size_t rows, double suppressed, Rng& rng) {
  const std::int32_t values = 2 + static_cast<std::int32_t>(rng.below(8));
  const auto reach = static_cast<std::int32_t>(rng.below(3));
  PatternColumn column{{}, {}, static_cast<std::size_t>(values), [reach](std::int32_t a, std::int32_t b) {
                         return b <= a && a <= b + reach;
                       }};
  for (std::size_t i = 0; i < rows; ++i) {
    column.original.push_back(
        rng.chance(0.05) ? -1 : static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(values))));
    column.masked.push_back(rng.chance(suppressed)
                                ? -1
                                : static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(values))));
  }
  return column;
}

TEST(CoverPatterns, AgreeWithComparingEveryPair) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    Rng rng({round, 13});
    const std::size_t rows = 1 + rng.below(60);
    std::vector<PatternColumn> columns;
    for (std::uint64_t j = 0; j < 1 + rng.below(4); ++j) {
      columns.push_back(covering_column(rows, j % 2 == 0 ? 0.2 : 0.0, rng));
    }
    const sfumato::Run run({.threads = 2});
    const CoverPatterns patterns(columns, run);
    std::vector<std::map<std::uint32_t, std::uint32_t>> expected(rows);
    std::vector<std::uint64_t> counts(std::size_t{1} << patterns.layout().bits());
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<std::uint32_t> row(rows);
      patterns.row(i, row);
      for (std::size_t k = 0; k < rows; ++k) {
        std::uint32_t pattern = 0;
        for (std::size_t j = 0; j < columns.size(); ++j) {
          const std::int32_t a = columns[j].original[i], b = columns[j].masked[k];
          if (b < 0) pattern |= patterns.layout().unknown(j);
          if (b >= 0 && a >= 0 && columns[j].agree(a, b)) pattern |= patterns.layout().agreement(j);
        }
        EXPECT_EQ(patterns.pattern(i, k), pattern);
        EXPECT_EQ(row[k], pattern);
        ++expected[i][pattern];
        ++counts[pattern];
      }
    }
    EXPECT_EQ(patterns.counts(run), counts);
    std::mutex one_at_a_time;
    patterns.for_each_row(
        [&](std::size_t i, std::span<const PatternCount> found) {
          const std::lock_guard lock(one_at_a_time);
          ASSERT_EQ(found.size(), expected[i].size());
          for (const auto& [pattern, count] : found) EXPECT_EQ(expected[i].at(pattern), count);
        },
        run);
  }
}

TEST(CoverPatterns, AnUnknownColumnAddsNoWeight) {
  const PatternLayout layout(std::vector<bool>{false, true});
  LatentClasses classes;
  classes.match = {0.8, 0.9};
  classes.other = {0.2, 0.1};
  const std::vector<double> weights = pair_weights(classes, layout);
  ASSERT_EQ(weights.size(), 8U);
  const std::uint32_t agree = layout.agreement(0), unknown = layout.unknown(1);
  EXPECT_NEAR(weights[agree | unknown], 2.0, 1e-9);  // log₂(0.8/0.2)
  EXPECT_NEAR(weights[unknown], -2.0, 1e-9);         // log₂(0.2/0.8)
  EXPECT_NEAR(weights[agree | layout.agreement(1)], 2.0 + std::log2(9.0), 1e-9);
}

}  // namespace
}  // namespace sfumato::stats
