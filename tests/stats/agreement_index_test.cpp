// Keys that agree, against comparing one after the other.
#include "stats/linkage/agreement_index.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

std::vector<std::size_t> agreeing(const AgreementIndex& index, std::span<const std::int32_t> key) {
  std::vector<std::size_t> result;
  index.visit(key, [&](std::size_t number) { result.push_back(number); });
  return result;
}

TEST(AgreementIndex, ByHand) {
  const std::vector<std::int32_t> codes{0, 1, 0, -1, 1, 1, -1, -1};
  const AgreementIndex index(codes, 2);
  EXPECT_EQ(agreeing(index, std::vector<std::int32_t>{0, 1}), (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(agreeing(index, std::vector<std::int32_t>{-1, 1}), (std::vector<std::size_t>{0, 1, 2, 3}));
  // No key has this value, so those that miss the column are left.
  EXPECT_EQ(agreeing(index, std::vector<std::int32_t>{0, 7}), (std::vector<std::size_t>{1, 3}));
  EXPECT_TRUE(agreeing(AgreementIndex({}, 2), std::vector<std::int32_t>{0, 1}).empty());
}

TEST(AgreementIndex, AgreesWithComparingAll) {
  Rng rng({4, 4});
  // 5000 keys are several blocks of words; 400 values are too many for bits.
  for (const auto& [keys, width, values, missing] : {std::tuple{1U, 1U, 2U, 0.5},
                                                     {64U, 3U, 2U, 0.0},
                                                     {65U, 3U, 3U, 0.3},
                                                     {700U, 6U, 4U, 0.5},
                                                     {5000U, 4U, 400U, 0.4}}) {
    std::vector<std::int32_t> codes;
    for (std::size_t cell = 0; cell < std::size_t{keys} * width; ++cell) {
      const std::size_t most = cell % width == 0 ? values : std::min(values, 5U);
      codes.push_back(rng.chance(missing) ? -1 : static_cast<std::int32_t>(rng.below(most)));
    }
    const AgreementIndex index(codes, width);
    for (std::size_t asked = 0; asked < keys; asked += 1 + keys / 50) {
      const std::span key = std::span<const std::int32_t>(codes).subspan(asked * width, width);
      std::vector<std::size_t> expected;
      for (std::size_t other = 0; other < keys; ++other) {
        bool agree = true;
        for (std::size_t j = 0; j < width; ++j) {
          const std::int32_t code = codes[other * width + j];
          agree = agree && (code == key[j] || code < 0 || key[j] < 0);
        }
        if (agree) expected.push_back(other);
      }
      EXPECT_EQ(agreeing(index, key), expected) << keys << " keys, " << asked;
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
