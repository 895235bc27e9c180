// Expected counts by hand, and that fitted tables have the margins they should and no effects beyond.
#include "stats/models/log_linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

KeyTable keys_of(const std::vector<std::vector<std::int32_t>>& columns, std::int32_t distinct) {
  KeyTable keys{columns.front().size(), {}};
  for (const auto& codes : columns) keys.columns.push_back({codes, distinct});
  return keys;
}

// Four records with 0 0 0 1 and 0 0 1 1: 4·¾·½, 4·¾·½ and 4·¼·½.
TEST(LogLinear, MainEffectsByHand) {
  const KeyTable keys = keys_of({{0, 0, 0, 1}, {0, 0, 1, 1}}, 2);
  const KeyClasses classes = equal_classes(keys, sfumato::Run());
  const FittedCounts fitted = fitted_main_effects(keys, classes);
  EXPECT_EQ(fitted.of_class, (std::vector<double>{1.5, 1.5, 0.5}));
  EXPECT_EQ(fitted.cells, 4.0);
}

TEST(LogLinear, MissingIsAValue) {
  const KeyTable keys = keys_of({{0, 0, -1, 1}, {0, 0, 0, 0}}, 2);
  EXPECT_EQ(cell_count(keys), 6.0);
  const FittedCounts fitted = fitted_main_effects(keys, equal_classes(keys, sfumato::Run()));
  EXPECT_EQ(fitted.of_class, (std::vector<double>{2, 1, 1}));
}

TEST(LogLinear, PairsOfTwoKeysAreTheCounts) {
  const KeyTable keys = keys_of({{0, 0, 0, 1}, {0, 0, 1, 1}}, 2);
  const auto fitted = fitted_pairs(keys, equal_classes(keys, sfumato::Run()), sfumato::Run());
  EXPECT_EQ(fitted->of_class, (std::vector<double>{2, 1, 1}));
}

// In a 2×2×2 table without the effect of all three, the odds ratio of two keys is the same at either value of
// the third, and every pair's counts are those of the data.
TEST(LogLinear, PairsHaveMarginsOfTheDataAndOneOddsRatio) {
  const std::vector<std::vector<double>> counts{{7, 3, 2, 8}, {4, 6, 5, 9}};  // by third; then first, second
  std::vector<std::vector<std::int32_t>> columns(3);
  for (std::int32_t c = 0; c < 2; ++c) {
    for (std::int32_t ab = 0; ab < 4; ++ab) {
      for (double i = 0; i < counts[static_cast<std::size_t>(c)][static_cast<std::size_t>(ab)]; ++i) {
        columns[0].push_back(ab / 2);
        columns[1].push_back(ab % 2);
        columns[2].push_back(c);
      }
    }
  }
  const KeyTable keys = keys_of(columns, 2);
  const auto fitted = fitted_pairs(keys, equal_classes(keys, sfumato::Run()), sfumato::Run());
  ASSERT_TRUE(fitted && fitted->converged);
  const std::vector<double>& m = fitted->of_class;  // in the order of the loops above
  EXPECT_NEAR(m[0] * m[3] / (m[1] * m[2]), m[4] * m[7] / (m[5] * m[6]), 1e-7);
  EXPECT_NEAR(m[0] + m[1], 10.0, 1e-8);  // first 0, third 0
  EXPECT_NEAR(m[0] + m[2], 9.0, 1e-8);   // second 0, third 0
  EXPECT_NEAR(m[0] + m[4], 11.0, 1e-8);  // first 0, second 0
  EXPECT_NEAR(m[7] + m[3], 17.0, 1e-8);
}

// Where keys are independent in the data exactly, pairs add nothing to main effects.
TEST(LogLinear, PairsOfIndependentKeysAreMainEffects) {
  std::vector<std::vector<std::int32_t>> columns(3);
  for (std::int32_t i = 0; i < 24; ++i) {
    columns[0].push_back(i % 2);
    columns[1].push_back(i / 2 % 3);
    columns[2].push_back(i / 6 % 4);
  }
  const KeyTable keys = keys_of(columns, 4);
  const KeyClasses classes = equal_classes(keys, sfumato::Run());
  const FittedCounts main = fitted_main_effects(keys, classes);
  const auto pairs = fitted_pairs(keys, classes, sfumato::Run());
  for (std::size_t i = 0; i < classes.count(); ++i) EXPECT_NEAR(pairs->of_class[i], main.of_class[i], 1e-9);
}

TEST(LogLinear, SaysWhereATableIsTooLarge) {
  KeyTable keys{3, {}};
  for (int j = 0; j < 3; ++j) keys.columns.push_back({{0, 1, 999}, 1000});
  EXPECT_FALSE(fitted_pairs(keys, equal_classes(keys, sfumato::Run()), sfumato::Run()).has_value());
}

}  // namespace
}  // namespace sfumato::stats
