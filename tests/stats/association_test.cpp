// Associations of two columns, computed by hand.
#include "stats/ranks/association.hpp"

#include <cmath>

namespace sfumato::stats {
namespace {

AssociatedColumn numbers(std::vector<double> values) { return {.numbers = std::move(values)}; }
AssociatedColumn codes(std::vector<std::int32_t> values, std::size_t count) {
  return {.categorical = true, .codes = std::move(values), .categories = count};
}

TEST(Association, IsSpearmansForNumbers) {
  // 1 − 6·(1 + 1 + 0 + 0)/(4·15) = 0.8.
  EXPECT_NEAR(association(numbers({1, 2, 3, 4}), numbers({20, 10, 30, 40})).value(), 0.8, 1e-15);
  EXPECT_NEAR(association(numbers({1, 2, std::nan(""), 3}), numbers({3, 2, 9, 1})).value(), -1.0, 1e-15);
  EXPECT_FALSE(association(numbers({1, 1, 1}), numbers({1, 2, 3})));
}

TEST(Association, IsCramersVForCategories) {
  // Table 3 1 / 1 3: χ² = 8·(9 − 1)²/4⁴ = 2, V = √(2/8).
  const AssociatedColumn a = codes({0, 0, 0, 0, 1, 1, 1, 1}, 3), b = codes({0, 0, 0, 1, 0, 1, 1, 1}, 2);
  EXPECT_NEAR(association(a, b).value(), 0.5, 1e-15);
  EXPECT_FALSE(association(a, codes({1, 1, 1, 1, 1, 1, 1, -1}, 2)));
}

TEST(Association, IsTheCorrelationRatioForBoth) {
  // Groups 1, 2 and 3, 6: between 2·1.5² + 2·1.5² = 9, all 14 around 3.
  const AssociatedColumn group = codes({0, 0, 1, 1, -1}, 2), value = numbers({1, 2, 3, 6, 100});
  EXPECT_NEAR(association(group, value).value(), std::sqrt(9.0 / 14.0), 1e-15);
  EXPECT_NEAR(association(value, group).value(), std::sqrt(9.0 / 14.0), 1e-15);
  EXPECT_FALSE(association(group, numbers({4, 4, 4, 4, 1})));
}

// 10 sevenths of 7 do not add up to 7 exactly.
TEST(Association, IsNoneForAConstantWhoseMeanRounds) {
  for (const double constant : {7.0, 0.1, -1e9 / 3.0}) {
    for (std::size_t rows = 3; rows < 60; ++rows) {
      std::vector<std::int32_t> groups(rows, 0);
      groups.front() = 1;
      EXPECT_FALSE(association(codes(groups, 2), numbers(std::vector<double>(rows, constant))))
          << constant << ", " << rows << " rows";
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
