// Suppression under the wildcard reading, where it is cut into blocks and where k is large: every record must
// reach k in its own block.
#include "masking/wildcard_suppression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>

#include "core/error.hpp"
#include "core/rng.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int32_t missing = stats::KeyColumn::missing;

stats::KeyTable random_keys(std::size_t rows, std::vector<std::int32_t> distinct, double gaps,
                            std::uint64_t seed) {
  Rng rng({seed, 21});
  stats::KeyTable keys{rows, {}};
  for (const std::int32_t values : distinct) {
    stats::KeyColumn column{{}, values};
    for (std::size_t row = 0; row < rows; ++row) {
      const auto code = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(values)));
      column.codes.push_back(rng.chance(gaps) ? missing : code);
    }
    keys.columns.push_back(std::move(column));
  }
  return keys;
}

void blank(stats::KeyTable& keys, const std::vector<ColumnMask>& masks) {
  for (std::size_t row = 0; row < keys.rows; ++row) {
    for (std::size_t j = 0; j < keys.columns.size(); ++j) {
      if (((masks[row] >> j) & 1U) != 0) keys.columns[j].codes[row] = missing;
    }
  }
}

bool is_blank(const stats::KeyTable& keys, std::size_t row) {
  return std::all_of(keys.columns.begin(), keys.columns.end(),
                     [&](const stats::KeyColumn& column) { return column.codes[row] == missing; });
}

// Records that agree with this one, by comparing every other; one that misses every key counts for no other.
std::size_t agreeing(const stats::KeyTable& keys, std::size_t row) {
  if (is_blank(keys, row)) return keys.rows;
  std::size_t count = 0;
  for (std::size_t other = 0; other < keys.rows; ++other) {
    if (is_blank(keys, other)) continue;
    count += std::all_of(keys.columns.begin(), keys.columns.end(), [&](const stats::KeyColumn& column) {
      const std::int32_t a = column.codes[row], b = column.codes[other];
      return a == b || a == missing || b == missing;
    });
  }
  return count;
}

// More records below k than one block takes, no record safe at the start, and k above half a usual block.
TEST(WildcardSuppression, EveryBlockHasEnoughRecordsForALargeK) {
  stats::KeyTable keys = random_keys(33500, {40, 50, 60}, 0.0, 1);
  constexpr std::size_t k = 700;
  ASSERT_EQ(records_below(keys, k, sfumato::Run()), keys.rows);
  blank(keys, wildcard_suppression(keys, k, {1.0, 1.0, 1.0}, sfumato::Run({.threads = 2})));
  EXPECT_EQ(records_below(keys, k, sfumato::Run()), 0U);
  for (std::size_t row = 0; row < keys.rows; row += 331) EXPECT_GE(agreeing(keys, row), k) << row;
}

TEST(WildcardSuppression, RecordsBelowAreThoseThatAPlainCountFinds) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const stats::KeyTable keys = random_keys(300, {3, 5, 2, 6}, 0.2, seed);
    for (const std::size_t k : {2UL, 5UL, 20UL, 100UL}) {
      std::size_t below = 0;
      for (std::size_t row = 0; row < keys.rows; ++row) below += agreeing(keys, row) < k;
      EXPECT_EQ(records_below(keys, k, sfumato::Run({.threads = 2})), below) << seed << ", " << k;
    }
  }
}

// Sets of columns are looked up in another way where there are many columns.
TEST(WildcardSuppression, ManyColumnsKeepThePromise) {
  for (const std::size_t width : {9UL, 12UL, 20UL, 40UL}) {
    stats::KeyTable keys = random_keys(150, std::vector<std::int32_t>(width, 3), 0.05, width);
    blank(keys, wildcard_suppression(keys, 4, std::vector<double>(width, 1.0), sfumato::Run()));
    for (std::size_t row = 0; row < keys.rows; ++row) EXPECT_GE(agreeing(keys, row), 4U) << width;
  }
}

TEST(WildcardSuppression, ManyPatternsOfMissingCellsKeepThePromise) {
  stats::KeyTable keys = random_keys(1500, std::vector<std::int32_t>(15, 3), 0.2, 8);
  const std::size_t before = records_below(keys, 2, sfumato::Run());
  EXPECT_GT(before, 500U);
  EXPECT_LT(before, keys.rows);  // the others are a pool of nearly as many patterns
  blank(keys, wildcard_suppression(keys, 2, std::vector<double>(15, 1.0), sfumato::Run({.threads = 2})));
  for (std::size_t row = 0; row < keys.rows; ++row) EXPECT_GE(agreeing(keys, row), 2U) << row;
}

TEST(WildcardSuppression, ManyPatternsAreInterrupted) {
  const stats::KeyTable keys = random_keys(1500, std::vector<std::int32_t>(15, 3), 0.2, 8);
  std::stop_source source;
  source.request_stop();
  const sfumato::Run stopped({.seed = 1, .threads = 2, .stop = source.get_token()});
  EXPECT_THROW(records_below(keys, 2, stopped), Error);
  EXPECT_THROW(wildcard_suppression(keys, 2, std::vector<double>(15, 1.0), stopped), Error);
}

TEST(WildcardSuppression, ThreadsDoNotMatter) {
  const stats::KeyTable keys = random_keys(36000, {30, 40, 50, 60}, 0.01, 3);
  const std::vector<double> costs{1.0, 2.0, 1.0, 1.0};
  EXPECT_EQ(wildcard_suppression(keys, 2, costs, sfumato::Run({.threads = 1})),
            wildcard_suppression(keys, 2, costs, sfumato::Run({.threads = 8})));
}

// Every record ends with k records that have a key, or without one: random tables of few columns, where
// records become blank often, counted pair by pair.
TEST(WildcardSuppression, BlankRecordsProtectNoOther) {
  Rng rng({11, 3});
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t rows = 8 + rng.below(30), width = 1 + rng.below(3), k = 2 + rng.below(3);
    stats::KeyTable keys{rows, {}};
    for (std::size_t j = 0; j < width; ++j) {
      stats::KeyColumn& column = keys.columns.emplace_back(stats::KeyColumn{{}, 6});
      for (std::size_t row = 0; row < rows; ++row) {
        column.codes.push_back(rng.chance(0.15) ? -1 : static_cast<std::int32_t>(rng.below(6)));
      }
    }
    const sfumato::Run run({.seed = 1, .threads = 1});
    const auto masks = wildcard_suppression(keys, k, std::vector<double>(width, 1.0), run);
    const auto code = [&](std::size_t row, std::size_t j) {
      return ((masks[row] >> j) & 1U) != 0 ? -1 : keys.columns[j].codes[row];
    };
    const auto blank = [&](std::size_t row) {
      for (std::size_t j = 0; j < width; ++j) {
        if (code(row, j) >= 0) return false;
      }
      return true;
    };
    for (std::size_t row = 0; row < rows; ++row) {
      std::size_t agreeing = 0;
      for (std::size_t other = 0; other < rows; ++other) {
        bool agrees = !blank(other);
        for (std::size_t j = 0; j < width; ++j) {
          agrees = agrees && (code(row, j) == code(other, j) || code(row, j) < 0 || code(other, j) < 0);
        }
        agreeing += agrees ? 1 : 0;
      }
      EXPECT_TRUE(blank(row) || agreeing >= k) << trial << ' ' << row;
    }
  }
}

}  // namespace
}  // namespace sfumato::masking
