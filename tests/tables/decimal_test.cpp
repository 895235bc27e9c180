#include "tables/decimal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/rng.hpp"

namespace sfumato::tables {
namespace {

TEST(Decimal, GivesBackTheTextItWasReadFrom) {
  for (const char* text : {"0", "0.0000", "16847646.84", "348936.0", "-12.340", "1792.1500", "-0.05",
                           "9223372036854775807", "0.000000000000000001"}) {
    const std::optional<Decimal> read = Decimal::parse(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->text(), text);
  }
}

TEST(Decimal, ReadsSignsAndExponents) {
  EXPECT_EQ(Decimal::parse("+7")->text(), "7");
  EXPECT_EQ(Decimal::parse("1.5e3")->text(), "1500");
  EXPECT_EQ(Decimal::parse("1.5e-3")->text(), "0.0015");
  EXPECT_EQ(Decimal::parse(".5")->text(), "0.5");
  EXPECT_EQ(Decimal::parse("0e50")->text(), "0");
}

TEST(Decimal, RefusesTextThatIsNotANumberOrDoesNotFit) {
  for (const char* text :
       {"", "-", ".", "1.2.3", "1,5", "12a", "e5", "1e", "1e999999999999", "9223372036854775808", "1e19",
        "0.00000000000000000012", "inf", "nan", " 1", "--1"}) {
    EXPECT_FALSE(Decimal::parse(text)) << text;
  }
}

TEST(Decimal, ComparesByValue) {
  EXPECT_EQ(*Decimal::parse("1.5"), *Decimal::parse("1.500"));
  EXPECT_LT(*Decimal::parse("-2"), *Decimal::parse("-1.999"));
  EXPECT_GT(*Decimal::parse("9223372036854775807"), *Decimal::parse("0.000000000000000001"));
}

TEST(Decimal, AddsAndMultipliesExactly) {
  const Decimal tenth(1, 1), fifth(2, 1);
  EXPECT_EQ(tenth + fifth, Decimal(3, 1));  // not so in doubles
  EXPECT_EQ((Decimal(166760, 0) * Decimal(22, 1)).text(), "366872.0");
  EXPECT_EQ((Decimal(1, 2) - Decimal(1, 0)).text(), "-0.99");
  EXPECT_EQ((-Decimal(5, 1)).text(), "-0.5");
}

TEST(Decimal, SaysWhenASumIsTooLarge) {
  const Decimal most(9223372036854775807, 0);
  EXPECT_THROW(most + most, Error);
  EXPECT_THROW(most * Decimal(2, 0), Error);
  EXPECT_THROW(most + Decimal(1, 1), Error);
  EXPECT_EQ(most * Decimal(10, 1), most);  // the zero at the end is dropped
}

TEST(Decimal, RoundsNumbersHalfAwayFromZero) {
  EXPECT_EQ(Decimal::of_number(0.125, 2)->text(), "0.13");
  EXPECT_EQ(Decimal::of_number(-0.125, 2)->text(), "-0.13");
  EXPECT_EQ(Decimal::of_number(28.26, 6)->text(), "28.26");
  EXPECT_EQ(Decimal::of_number(1e-40, 6)->text(), "0");
  EXPECT_EQ(Decimal::of_number(1.0 / 3, 4)->text(), "0.3333");
  EXPECT_FALSE(Decimal::of_number(1e300, 2));
  EXPECT_FALSE(Decimal::of_number(std::nan(""), 2));
}

TEST(Decimal, HasUnitsOnlyWhereTheyAreExact) {
  EXPECT_EQ(Decimal(15, 1).units_at(3), 1500);
  EXPECT_EQ(Decimal(1500, 3).units_at(1), 15);
  EXPECT_FALSE(Decimal(1501, 3).units_at(1));
  EXPECT_FALSE(Decimal(9223372036854775807, 0).units_at(1));
}

TEST(Decimal, IsTheNearestDoubleOfItsText) {
  Rng rng(derive_key({}, "decimal", 0));
  for (int i = 0; i < 2000; ++i) {
    const Decimal number(static_cast<std::int64_t>(rng.bits() >> (1 + i % 60)), i % 19);
    EXPECT_EQ(number.number(), parse_number(number.text()));
    EXPECT_EQ(Decimal::parse(number.text())->units(), number.units());
  }
}

}  // namespace
}  // namespace sfumato::tables
