// Minimal sample uniques against a search over every set of columns of every record.
#include "stats/classes/minimal_uniques.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "core/error.hpp"

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

KeyTable random_keys(std::size_t rows, std::size_t columns, std::int32_t values, double missing, Rng& rng) {
  KeyTable keys{rows, std::vector<KeyColumn>(columns)};
  for (std::size_t j = 0; j < columns; ++j) {
    KeyColumn& column = keys.columns[j];
    column.distinct = values + static_cast<std::int32_t>(j % 3);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto code = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(column.distinct)));
      column.codes.push_back(rng.chance(missing) ? KeyColumn::missing : code);
    }
  }
  return keys;
}

TEST(MinimalUniques, AreThoseOfEverySetOfColumns) {
  Rng rng({5, 5});
  for (const auto& [rows, columns, values, missing] : {std::tuple{0U, 2U, 2, 0.0},
                                                       {1U, 3U, 1, 0.0},
                                                       {30U, 3U, 3, 0.0},
                                                       {60U, 5U, 2, 0.1},
                                                       {80U, 6U, 3, 0.2},
                                                       {40U, 7U, 4, 0.05},
                                                       {25U, 8U, 2, 0.4},
                                                       {1U, 11U, 2, 0.1},
                                                       {30U, 11U, 2, 0.1},
                                                       {50U, 12U, 2, 0.0}}) {
    const KeyTable keys = random_keys(rows, columns, values, missing, rng);
    for (const std::size_t max_size : {std::size_t{1}, std::size_t{3}, keys.columns.size()}) {
      EXPECT_EQ(minimal_uniques(keys, max_size, run), plain_uniques(keys, max_size))
          << rows << " x " << columns << ", up to " << max_size;
    }
  }
}

TEST(MinimalUniques, AreTheSameByPairsAsBySets) {
  // With 23 columns the search goes over sets, though the last nine are missing and in none of them.
  Rng rng({6, 5});
  const KeyTable keys = random_keys(120, 14, 2, 0.05, rng);
  KeyTable wide = keys;
  wide.columns.resize(23, KeyColumn{std::vector<std::int32_t>(keys.rows, KeyColumn::missing), 0});
  const std::vector<MinimalUnique> found = minimal_uniques(keys, 14, run);
  EXPECT_GT(found.size(), 64U * keys.rows);
  EXPECT_EQ(minimal_uniques(wide, 14, run), found);
  EXPECT_EQ(minimal_uniques(keys, 14, sfumato::Run({.seed = 1, .threads = 1})), found);
}

TEST(MinimalUniques, TooManyAreRefused) {
  EXPECT_NO_THROW(check_number_of_uniques(most_uniques));
  EXPECT_THROW(check_number_of_uniques(most_uniques + 1), Error);
}

TEST(MinimalUniques, OfManyColumnsAreInterrupted) {
  Rng rng({7, 5});
  for (const std::size_t columns : {std::size_t{21}, std::size_t{40}}) {
    const KeyTable keys = random_keys(2000, columns, 3, 0.0, rng);
    std::stop_source source;
    const sfumato::Run stopped({.seed = 1, .threads = 2, .stop = source.get_token()});
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      source.request_stop();
    });
    try {
      minimal_uniques(keys, columns, stopped);
      ADD_FAILURE() << columns << " columns: not interrupted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::interrupted) << error.message;
    }
    later.join();
  }
}

}  // namespace
}  // namespace sfumato::stats
