// Numbers to text and back.
#include "core/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/rng.hpp"

namespace sfumato {
namespace {

TEST(NumberText, ShortestReadsBackToTheSameBits) {
  Rng rng({3, 3});
  for (int i = 0; i < 100000; ++i) {
    const double number = std::bit_cast<double>(rng.bits());
    if (!std::isfinite(number)) continue;
    const auto back = parse_number(shortest(number));
    ASSERT_TRUE(back);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(number));
  }
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(45554.0), "45554");
  EXPECT_EQ(shortest(-0.0), "-0");
}

TEST(NumberText, RoundedIsForPeople) {
  EXPECT_EQ(rounded(34.20187), "34.202");
  EXPECT_EQ(rounded(0.45048213), "0.45048");
  EXPECT_EQ(rounded(0.0), "0");
  EXPECT_EQ(rounded(100.0), "100");
  EXPECT_EQ(rounded(0.000180922), "0.00018092");
  EXPECT_EQ(rounded(1.5e-7), "1.5e-07");
  EXPECT_EQ(rounded(123456.0), "123456");
  EXPECT_EQ(rounded(-2.5), "-2.5");
  EXPECT_EQ(rounded(3.2e12), "3.2e+12");
}

TEST(NumberText, ParsingTakesWholeFiniteNumbersOnly) {
  EXPECT_EQ(parse_number("+5"), 5.0);
  EXPECT_EQ(parse_number("-1.5e3"), -1500.0);
  for (const char* text : {"", " 1", "1 ", "1e999", "inf", "nan", "0x10", "1,5", "+-1", "++1", "1.2.3"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* text : {"9223372036854775808", "1.0", "", "1e3"})
    EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(NumberText, RoundedTakesEveryDouble) {
  EXPECT_EQ(rounded(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(rounded(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(rounded(5e-324, 1), "5e-324");
}

}  // namespace
}  // namespace sfumato
