// Counts of a pool against a count over all of its records.
#include "masking/key_pool.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"

namespace sfumato::masking {
namespace {

CountedKeys random_keys(std::size_t rows, std::size_t width, std::uint64_t seed) {
  Rng rng({seed, 3});
  CountedKeys keys;
  keys.width = width;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < width; ++j) keys.codes.push_back(static_cast<std::int32_t>(rng.below(4)) - 1);
    keys.counts.push_back(1 + static_cast<std::uint32_t>(rng.below(3)));
  }
  return keys;
}

std::uint64_t counted(const CountedKeys& keys, std::span<const std::int32_t> key, ColumnMask ignored) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bool agrees = true;
    for (std::size_t j = 0; j < keys.width; ++j) {
      const std::int32_t other = keys.key(i)[j];
      agrees = agrees && (((ignored >> j) & 1U) != 0 || key[j] < 0 || other < 0 || other == key[j]);
    }
    sum += agrees ? keys.counts[i] : 0;
  }
  return sum;
}

TEST(KeyPool, CountsRecordsThatAgreeOutsideSomeColumns) {
  // 60 keys are few for their 16 patterns, 600 are not.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const CountedKeys keys = random_keys(seed == 20 ? 600 : 60, 4, seed);
    const KeyPool pool(keys);
    EXPECT_EQ(pool.scattered(), seed != 20);
    for (std::size_t i = 0; i < keys.size(); i += seed == 20 ? 7 : 1) {
      for (ColumnMask more = 0; more < 16; ++more) {
        const ColumnMask ignored = more | missing_columns(keys.key(i));
        EXPECT_EQ(pool.count(keys.key(i), ignored), counted(keys, keys.key(i), ignored));
      }
    }
  }
}

TEST(KeyPool, NoRecordAgreesInAnEmptyPool) {
  const std::vector<std::int32_t> key{1, 2};
  EXPECT_EQ(KeyPool(CountedKeys{2, {}, {}}).count(key, 0), 0U);
}

TEST(AgreeingRecords, AreExactBelowEnough) {
  CountedKeys keys{2, {0, 0, 0, 1, -1, 1, 2, -1}, {1, 1, 2, 1}};
  // (0,0): itself. (0,1): itself and the two (?,1). (?,1): two, (0,1), (2,?). (2,?): one, (?,1).
  EXPECT_EQ(agreeing_records(keys, 100, sfumato::Run()), (std::vector<std::uint64_t>{1, 3, 4, 3}));
  // Every key of three columns with three values or missing, each with a count of its own.
  CountedKeys all{3, {}, {}};
  Rng rng({5, 5});
  for (int number = 0; number < 64; ++number) {
    for (int column = 0; column < 3; ++column) all.codes.push_back((number >> (2 * column)) % 4 - 1);
    all.counts.push_back(1 + static_cast<std::uint32_t>(rng.below(3)));
  }
  const std::vector<std::uint64_t> found = agreeing_records(all, 1000, sfumato::Run());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(found[i], counted(all, all.key(i), 0)) << i;
}

TEST(AgreeingRecords, AreCountedByPatternsWhereTheseAreFew) {
  // 512 different keys of three columns, seven values each or missing, in no more than eight patterns.
  CountedKeys keys{3, {}, {}};
  Rng rng({5, 6});
  for (int number = 0; number < 512; ++number) {
    for (int column = 0; column < 3; ++column) keys.codes.push_back((number >> (3 * column)) % 8 - 1);
    keys.counts.push_back(1 + static_cast<std::uint32_t>(rng.below(3)));
  }
  const std::vector<std::uint64_t> found = agreeing_records(keys, 100000, sfumato::Run());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(found[i], counted(keys, keys.key(i), 0)) << i;
}

}  // namespace
}  // namespace sfumato::masking
