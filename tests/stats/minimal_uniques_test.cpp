// Minimal sample uniques against a look at every set of columns of every record.
#include "stats/minimal_uniques.hpp"

#include <gtest/gtest.h>

namespace sfumato::stats {
namespace {

const sfumato::Run run({.seed = 1, .threads = 2});

bool unique_in(const KeyTable& keys, std::size_t row, std::uint64_t set) {
  for (std::size_t j = 0; j < keys.columns.size(); ++j) {
    if ((set >> j & 1U) != 0 && keys.columns[j].codes[row] == KeyColumn::missing) return false;
  }
  for (std::size_t other = 0; other < keys.rows; ++other) {
    bool equal = other != row;
    for (std::size_t j = 0; j < keys.columns.size() && equal; ++j) {
      if ((set >> j & 1U) != 0) equal = keys.columns[j].codes[other] == keys.columns[j].codes[row];
    }
    if (equal) return false;
  }
  return true;
}

// The definition: unique, and not without any one of the columns.
std::vector<MinimalUnique> plain_uniques(const KeyTable& keys, std::size_t max_size) {
  std::vector<MinimalUnique> result;
  for (std::uint32_t row = 0; row < keys.rows; ++row) {
    for (std::uint64_t set = 1; set < std::uint64_t{1} << keys.columns.size(); ++set) {
      if (static_cast<std::size_t>(std::popcount(set)) > max_size || !unique_in(keys, row, set)) continue;
      bool minimal = true;
      for (std::uint64_t rest = set; rest != 0; rest &= rest - 1) {
        const std::uint64_t smaller = set & ~(rest & (~rest + 1));
        if (smaller != 0 && unique_in(keys, row, smaller)) minimal = false;
      }
      if (minimal) result.push_back({row, set});
    }
  }
  return result;
}

TEST(MinimalUniques, ByHand) {
  // (a,x) (a,y) (b,x) (b,x) (c,y): c alone is unique; a with x, and a with y; b with x is a pair.
  const KeyTable keys{5, {{{0, 0, 1, 1, 2}, 3}, {{0, 1, 0, 0, 1}, 2}}};
  EXPECT_EQ(minimal_uniques(keys, 2, run), (std::vector<MinimalUnique>{{0, 3}, {1, 3}, {4, 1}}));
  EXPECT_EQ(minimal_uniques(keys, 1, run), (std::vector<MinimalUnique>{{4, 1}}));
}

TEST(MinimalUniques, AMissingValueEqualsNothing) {
  // The one record with a value in the first column is unique there; both miss nothing in the second.
  const KeyTable keys{3, {{{-1, 0, -1}, 1}, {{0, 0, -1}, 1}}};
  EXPECT_EQ(minimal_uniques(keys, 2, run), (std::vector<MinimalUnique>{{1, 1}}));
}

TEST(MinimalUniques, AreThoseOfEverySetOfColumns) {
  Rng rng({5, 5});
  for (const auto& [rows, columns, values, missing] : {std::tuple{0, 2, 2, 0.0},
                                                       {1, 3, 1, 0.0},
                                                       {30, 3, 3, 0.0},
                                                       {60, 5, 2, 0.1},
                                                       {80, 6, 3, 0.2},
                                                       {40, 7, 4, 0.05},
                                                       {25, 8, 2, 0.4}}) {
    KeyTable keys{static_cast<std::size_t>(rows), std::vector<KeyColumn>(static_cast<std::size_t>(columns))};
    for (std::size_t j = 0; j < keys.columns.size(); ++j) {
      KeyColumn& column = keys.columns[j];
      column.distinct = values + static_cast<std::int32_t>(j % 3);
      for (std::size_t row = 0; row < keys.rows; ++row) {
        const auto code = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(column.distinct)));
        column.codes.push_back(rng.chance(missing) ? KeyColumn::missing : code);
      }
    }
    for (const std::size_t max_size : {std::size_t{1}, std::size_t{3}, keys.columns.size()}) {
      EXPECT_EQ(minimal_uniques(keys, max_size, run), plain_uniques(keys, max_size))
          << rows << " x " << columns << ", up to " << max_size;
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
