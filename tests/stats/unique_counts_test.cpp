// Uniques of sets of columns by hand, and against counting every pair of records.
#include "stats/classes/unique_counts.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

// Records that differ from every other in one of the columns.
std::uint32_t plainly_counted(const KeyTable& keys, const ColumnPositions& set) {
  std::uint32_t uniques = 0;
  for (std::size_t a = 0; a < keys.rows; ++a) {
    bool unique = true;
    for (std::size_t b = 0; b < keys.rows; ++b) {
      bool equal = a != b;
      for (const std::size_t position : set) {
        equal = equal && keys.columns[position].codes[a] == keys.columns[position].codes[b];
      }
      unique = unique && !equal;
    }
    uniques += unique ? 1U : 0U;
  }
  return uniques;
}

KeyTable random_keys(std::size_t rows, const std::vector<std::int32_t>& distinct, Rng& rng) {
  KeyTable keys{rows, {}};
  for (const std::int32_t values : distinct) {
    KeyColumn& column = keys.columns.emplace_back();
    column.distinct = values;
    for (std::size_t row = 0; row < rows; ++row) {
      column.codes.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(values) + 1)) -
                             1);
    }
  }
  return keys;
}

TEST(UniqueCounts, ListsSetsBySizeAndPosition) {
  EXPECT_EQ(column_sets(3, 2), (std::vector<ColumnPositions>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(column_sets(2, 5), (std::vector<ColumnPositions>{{0}, {1}, {0, 1}}));
  EXPECT_EQ(column_sets(20, 3).size(), 20U + 190U + 1140U);
}

TEST(UniqueCounts, AreThoseOfAllPairs) {
  Rng rng({4, 4});
  for (const std::size_t rows : {1, 2, 30, 90}) {
    const KeyTable keys = random_keys(rows, {2, 5, 3, 40}, rng);
    const std::vector<ColumnPositions> sets = column_sets(4, 4);
    const std::vector<std::uint32_t> counts = unique_counts(keys, sets, sfumato::Run());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      EXPECT_EQ(counts[i], plainly_counted(keys, sets[i])) << i;
    }
  }
}

// 3000·3000 combinations are too many for places, and are looked up instead.
TEST(UniqueCounts, OfManyValues) {
  Rng rng({5, 4});
  const KeyTable keys = random_keys(400, {3000, 3000, 2}, rng);
  const std::vector<ColumnPositions> sets{{0, 1}, {0, 1, 2}, {0}, {2}};
  const std::vector<std::uint32_t> counts = unique_counts(keys, sets, sfumato::Run());
  for (std::size_t i = 0; i < sets.size(); ++i) EXPECT_EQ(counts[i], plainly_counted(keys, sets[i]));
}

}  // namespace
}  // namespace sfumato::stats
