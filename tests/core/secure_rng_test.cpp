// ChaCha20 against the vectors of RFC 8439, and the generator made of it.
#include "core/secure_rng.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace sfumato {
namespace {

TEST(ChaCha20, BlockOfRfc8439Section232) {
  SecureRng::Key key;
  for (std::uint32_t i = 0; i < 8; ++i) key[i] = 0x03020100U + 0x04040404U * i;
  const auto block = chacha20_block(key, 1, {0x09000000, 0x4a000000, 0x00000000});
  const std::array<std::uint32_t, 16> expected{
      0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
      0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  EXPECT_EQ(block, expected);
}

TEST(SecureRng, SameKeySameBits) {
  const SecureRng::Key key{1, 2, 3};
  SecureRng a(key), b(key);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(SecureRng, FreshKeysDiffer) {
  std::set<std::uint64_t> first;
  for (int i = 0; i < 100; ++i) first.insert(SecureRng().bits());
  EXPECT_EQ(first.size(), 100U);
}

TEST(SecureRng, BitsAreBalanced) {
  SecureRng rng;
  int ones = 0;
  constexpr int words = 20000;
  for (int i = 0; i < words; ++i) ones += std::popcount(rng.bits());
  EXPECT_NEAR(ones, words * 32, 6 * 4 * 141);  // six standard deviations of 4·√words
}

// Whatever was drawn before, and however much is filled at once: the same words in the same order.
TEST(SecureRng, FillGivesTheWordsOfBits) {
  const SecureRng::Key key{9, 8, 7};
  std::vector<std::uint64_t> words(1000);
  SecureRng reference(key);
  for (std::uint64_t& word : words) word = reference.bits();
  for (std::size_t before = 0; before <= 17; ++before) {
    for (std::size_t length = 0; length <= 200; ++length) {
      SecureRng rng(key);
      for (std::size_t i = 0; i < before; ++i) ASSERT_EQ(rng.bits(), words[i]);
      std::vector<std::uint64_t> filled(length);
      rng.fill(filled);
      for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(filled[i], words[before + i]);
      ASSERT_EQ(rng.bits(), words[before + length]);  // and goes on from there
    }
  }
}

TEST(SecureRng, FillsInPartsAreOneFill) {
  const SecureRng::Key key{4};
  std::vector<std::uint64_t> whole(900), parts(900);
  SecureRng(key).fill(whole);
  SecureRng rng(key);
  for (std::size_t begin = 0, size = 1; begin < parts.size(); begin += size, size = size * 2 % 131 + 1) {
    rng.fill({parts.data() + begin, std::min(size, parts.size() - begin)});
  }
  EXPECT_EQ(parts, whole);
}

// The words of a stream are the blocks of RFC 8439 with the counter from 0 and a nonce of zeros.
TEST(SecureRng, IsTheChaCha20StreamOfItsKey) {
  const SecureRng::Key key{1, 2, 3, 4, 5, 6, 7, 8};
  SecureRng rng(key);
  for (std::uint32_t counter = 0; counter < 20; ++counter) {
    const auto block = chacha20_block(key, counter, {0, 0, 0});
    for (std::size_t i = 0; i < 16; i += 2) {
      EXPECT_EQ(rng.bits(), block[i] | static_cast<std::uint64_t>(block[i + 1]) << 32);
    }
  }
}

TEST(SecureRng, BelowIsUnbiased) {
  SecureRng rng({5, 5});
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 7ULL, 100ULL}) {
    constexpr int draws = 100000;
    std::vector<double> counts(bound, 0.0);
    for (int i = 0; i < draws; ++i) counts.at(rng.below(bound)) += 1.0;
    double chi_square = 0.0;
    const double expected = draws / static_cast<double>(bound);
    for (const double count : counts) chi_square += (count - expected) * (count - expected) / expected;
    const auto freedom = static_cast<double>(bound - 1);
    EXPECT_LE(chi_square, freedom + 6.0 * std::sqrt(2.0 * freedom) + 6.0 * (freedom > 0.0)) << bound;
  }
}

// Of ¾·2⁶⁴ values, a remainder alone would come out below a third of them twice as often as above.
TEST(SecureRng, BelowIsUnbiasedForHugeBounds) {
  SecureRng rng({6, 6});
  constexpr std::uint64_t bound = std::uint64_t{3} << 62;
  constexpr int draws = 30000;
  int low = 0;
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t value = rng.below(bound);
    ASSERT_LT(value, bound);
    low += static_cast<int>(value < bound / 3);
  }
  EXPECT_NEAR(low, draws / 3, 6.0 * std::sqrt(draws * 2.0 / 9.0));
}

TEST(SecureRng, ShufflesEveryOrderEquallyOften) {
  SecureRng rng({7, 7});
  std::map<std::vector<int>, double> counts;
  constexpr int draws = 60000;
  for (int i = 0; i < draws; ++i) {
    std::vector<int> items{0, 1, 2};
    rng.shuffle(std::span(items));
    counts[items] += 1.0;
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts)
    EXPECT_NEAR(count, draws / 6.0, 6.0 * std::sqrt(draws * 5.0 / 36.0));
}

TEST(SecureRng, MovesItsPlaceInTheStream) {
  SecureRng reference({3}), rng({3});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(rng.bits(), reference.bits());
  SecureRng moved = std::move(rng);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(moved.bits(), reference.bits());
}

}  // namespace
}  // namespace sfumato
