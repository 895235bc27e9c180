// Exact fractions: ties, directions of rounding, and numbers near the end of 128 bits.
#include "tables/rules/rules_fraction.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::decimal;

Fraction fraction(const char* text) { return Fraction(decimal(text)); }

TEST(RuleFraction, ComputesWhatDoublesDoNot) {
  EXPECT_EQ(fraction("0.1") + fraction("0.2"), fraction("0.3"));
  EXPECT_EQ(fraction("15") * fraction("0.7") / Fraction(100), fraction("0.105"));
  EXPECT_EQ(Fraction(1) / Fraction(3) + Fraction(1) / Fraction(6), Fraction(1) / Fraction(2));
  EXPECT_LT(Fraction(1) / Fraction(3), fraction("0.333333333333333334"));
  EXPECT_GT(Fraction(1) / Fraction(3), fraction("0.333333333333333333"));
  EXPECT_EQ(Fraction(1) / Fraction(-4), fraction("-0.25"));
}

TEST(RuleFraction, RoundsToTheRequestedSide) {
  const Fraction third = Fraction(1) / Fraction(3);
  EXPECT_EQ(third.rounded_up(4).text(), "0.3334");
  EXPECT_EQ(third.rounded_down(4).text(), "0.3333");
  EXPECT_EQ((third * Fraction(-1)).rounded_up(4).text(), "-0.3333");
  EXPECT_EQ((third * Fraction(-1)).rounded_down(4).text(), "-0.3334");
  EXPECT_EQ(fraction("2.50").rounded_up(6).text(), "2.5");
  // With 18 decimals it would not fit: as many as do.
  EXPECT_EQ((fraction("1000000000000") + third).rounded_up(18).text(), "1000000000000.333334");
}

TEST(RuleFraction, BringsLargeNumbersToLowestTermsOrRefuses) {
  const Fraction large = fraction("9000000000000000000");
  const Fraction small = fraction("0.000000000000000001");
  EXPECT_EQ(large * large * small * small, fraction("9") * fraction("9") * fraction("1"));
  EXPECT_EQ(large * small * large * small, Fraction(81));
  EXPECT_THROW(large * large * large, Error);
  EXPECT_THROW((large * large) + (small * small), Error);
}

}  // namespace
}  // namespace sfumato::tables
