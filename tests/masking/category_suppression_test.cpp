// Suppression with missing as a category: every class has k records, counted one by one, whatever the number
// of columns and however near k is to the number of records.
#include "masking/category_suppression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/rng.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int32_t missing = stats::KeyColumn::missing;
using Key = std::vector<std::int32_t>;

stats::KeyTable random_keys(std::size_t rows, std::size_t width, double gaps, std::uint64_t seed) {
  Rng rng({seed, 22});
  stats::KeyTable keys{rows, {}};
  for (std::size_t j = 0; j < width; ++j) {
    stats::KeyColumn column{{}, static_cast<std::int32_t>(1 + rng.below(6))};
    for (std::size_t row = 0; row < rows; ++row) {
      const auto code = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(column.distinct)));
      column.codes.push_back(rng.chance(gaps) ? missing : code);
    }
    keys.columns.push_back(std::move(column));
  }
  return keys;
}

// The keys with these cells blank.
std::vector<Key> released(const stats::KeyTable& keys, const std::vector<ColumnMask>& masks) {
  std::vector<Key> result(keys.rows);
  for (std::size_t row = 0; row < keys.rows; ++row) {
    for (std::size_t j = 0; j < keys.columns.size(); ++j) {
      const bool blank = ((masks[row] >> j) & 1U) != 0;
      EXPECT_FALSE(blank && keys.columns[j].codes[row] == missing) << "a missing cell is not suppressed";
      result[row].push_back(blank ? missing : keys.columns[j].codes[row]);
    }
  }
  return result;
}

std::map<Key, std::size_t> classes(const std::vector<Key>& keys) {
  std::map<Key, std::size_t> sizes;
  for (const Key& key : keys) ++sizes[key];
  return sizes;
}

TEST(CategorySuppression, EveryClassHasK) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng({seed, 23});
    const std::size_t rows = 3 + rng.below(90), width = 1 + rng.below(14);
    const stats::KeyTable keys = random_keys(rows, width, seed % 3 == 0 ? 0.3 : 0.0, seed);
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}, 1 + rng.below(rows), rows}) {
      const auto masks =
          category_suppression(keys, k, std::vector<double>(width, 1.0), sfumato::Run({.threads = 2}));
      for (const auto& [key, size] : classes(released(keys, masks))) EXPECT_GE(size, k) << seed;
    }
  }
}

TEST(CategorySuppression, NoRecordIsChangedWhereAllHaveK) {
  stats::KeyTable keys = random_keys(50, 3, 0.2, 4);
  for (stats::KeyColumn& column : keys.columns) {
    const std::vector<std::int32_t> once = column.codes;
    for (int copy = 0; copy < 2; ++copy) column.codes.insert(column.codes.end(), once.begin(), once.end());
  }
  keys.rows *= 3;
  const auto masks = category_suppression(keys, 3, {1.0, 1.0, 1.0}, sfumato::Run());
  EXPECT_TRUE(std::all_of(masks.begin(), masks.end(), [](ColumnMask mask) { return mask == 0; }));
}

// (a, x) and (a, y) are equal without the second column, (b, x) and (c, x) without the first.
TEST(CategorySuppression, BlanksTheColumnsInWhichRecordsDiffer) {
  const stats::KeyTable keys{4, {{{0, 0, 1, 2}, 3}, {{0, 1, 2, 2}, 3}}};
  EXPECT_EQ(category_suppression(keys, 2, {1.0, 1.0}, sfumato::Run()), (std::vector<ColumnMask>{2, 2, 1, 1}));
}

}  // namespace
}  // namespace sfumato::masking
