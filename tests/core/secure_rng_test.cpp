// ChaCha20 against the vectors of RFC 8439, and the generator made of it.
#include "core/secure_rng.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

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

}  // namespace
}  // namespace sfumato
