// Ticks on hand-computed cases, labels of numbers, and what may never happen whatever the range.
#include "report/axis.hpp"

#include <random>

#include "report/drawing_svg.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

TEST(LinearTicks, AreRoundNumbersThatCoverTheRange) {
  EXPECT_EQ(linear_ticks(0, 1), (Ticks{0, 0.2, 0.4, 0.6, 0.8, 1}));
  EXPECT_EQ(linear_ticks(0.17, 0.33), (Ticks{0.15, 0.2, 0.25, 0.3, 0.35}));
  EXPECT_EQ(linear_ticks(-3, 12), (Ticks{-5, 0, 5, 10, 15}));
  EXPECT_EQ(linear_ticks(-0.9, -0.2), (Ticks{-1, -0.8, -0.6, -0.4, -0.2}));
  EXPECT_EQ(linear_ticks(0, 120000, 6), (Ticks{0, 20000, 40000, 60000, 80000, 100000, 120000}));
}

TEST(LinearTicks, GiveEqualValuesRoom) {
  EXPECT_EQ(linear_ticks(5, 5), (Ticks{4.4, 4.6, 4.8, 5, 5.2, 5.4, 5.6}));
  EXPECT_EQ(linear_ticks(0, 0), (Ticks{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(linear_ticks(-2, -2), (Ticks{-2.2, -2.1, -2, -1.9, -1.8}));
}

TEST(LinearTicks, CoverEveryRange) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 5000; ++round) {
    const auto number = [&] {
      const double fraction = static_cast<double>(random() % 2000001) / 1e6 - 1.0;
      return fraction * std::pow(10.0, static_cast<double>(random() % 560) - 280.0);
    };
    const double a = number(), b = random() % 4 == 0 ? a * 1.001 : number();
    const double lower = std::min(a, b), upper = std::max(a, b);
    const Ticks ticks = linear_ticks(lower, upper);
    ASSERT_GE(ticks.size(), 2U) << lower << " " << upper;
    ASSERT_LE(ticks.size(), 12U) << lower << " " << upper;
    const double step = ticks[1] - ticks[0];
    EXPECT_LE(ticks.front(), lower + 1e-6 * step);
    EXPECT_GE(ticks.back(), upper - 1e-6 * step);
    for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_GT(ticks[i], ticks[i - 1]);
  }
}

TEST(LogarithmicTicks, ArePowersOfTen) {
  EXPECT_EQ(logarithmic_ticks(1e-4, 1e5), (Ticks{1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000, 1e4, 1e5}));
}

TEST(LogarithmicTicks, AreThinnedOverManyDecades) {
  EXPECT_EQ(logarithmic_ticks(1e-6, 1e6), (Ticks{1e-6, 1e-4, 1e-2, 1, 100, 1e4, 1e6}));
  EXPECT_LE(logarithmic_ticks(1e-280, 1e280).size(), 12U);
}

TEST(LogarithmicTicks, HaveStepsBetweenFewDecades) {
  EXPECT_EQ(logarithmic_ticks(0.003, 0.4), (Ticks{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5}));
  EXPECT_EQ(logarithmic_ticks(10, 10), (Ticks{5, 10, 20}));
  EXPECT_EQ(logarithmic_ticks(1, 1000), (Ticks{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}));
}

TEST(TickLabel, IsWhatPeopleRead) {
  EXPECT_EQ(tick_label(0), "0");
  EXPECT_EQ(tick_label(0.25), "0.25");
  EXPECT_EQ(tick_label(-3), "\u22123");
  EXPECT_EQ(tick_label(1000), "1000");
  EXPECT_EQ(tick_label(40000), "40\u202F000");
  EXPECT_EQ(tick_label(-1234567), "\u22121\u202F234\u202F567");
  EXPECT_EQ(tick_label(1e7), "10\u2077");
  EXPECT_EQ(tick_label(2e-5), "2\u00D710\u207B\u2075");
  EXPECT_EQ(tick_label(1e-4), "0.0001");
}

TEST(NumberLabel, RoundsAndNamesWhatIsMissing) {
  EXPECT_EQ(number_label(0.123456), "0.1235");
  EXPECT_EQ(number_label(-2), "\u22122");
  EXPECT_EQ(number_label(std::nan("")), "none");
}

TEST(Extent, IgnoresWhatTheAxisCannotShow) {
  Extent plain, logarithmic{.logarithmic = true};
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300, -2.0, 0.0, 3.0}) {
    plain.include(value);
    logarithmic.include(value);
  }
  EXPECT_EQ(plain.lower, -2.0);
  EXPECT_EQ(plain.upper, 3.0);
  EXPECT_EQ(logarithmic.lower, 3.0);
  EXPECT_TRUE(Extent{}.empty());
}

TEST(Scale, PlacesValuesBetweenItsEnds) {
  const Scale plain({0, 5, 10}, false, 100, 300);
  EXPECT_DOUBLE_EQ(plain.at(2.5), 150.0);
  EXPECT_DOUBLE_EQ(plain.at(-7), 100.0);
  EXPECT_DOUBLE_EQ(plain.at(70), 300.0);
  const Scale upward({1, 10, 100}, true, 300, 100);
  EXPECT_DOUBLE_EQ(upward.at(10), 200.0);
  EXPECT_DOUBLE_EQ(upward.at(0), 300.0);  // a whisker that reaches zero ends at the edge
}

TEST(HorizontalAxis, LeavesOutLabelsThatWouldTouch) {
  const Scale narrow({0, 10000, 20000, 30000, 40000}, false, 0, 100);
  const std::string text = page_markup(horizontal_axis(narrow, tick_labels(narrow.ticks()), 0, 50, ""));
  EXPECT_EQ(testing::occurrences(text, "<line "), 5U);
  // Labels are 45.4 wide and 25 apart: 0, 20 000 and 40 000 remain.
  EXPECT_EQ(testing::occurrences(text, "<text "), 3U) << text;
  EXPECT_EQ(text.find(">10"), std::string::npos);
}

TEST(Trimmed, EndsALittleBeyondWhatIsShown) {
  const auto range = [](double lower, double upper, bool logarithmic = false) {
    Extent extent{.logarithmic = logarithmic};
    extent.include(lower);
    extent.include(upper);
    return trimmed(extent);
  };
  const AxisRange inside = range(0.17, 0.33);  // 3 % of 0.16 beyond
  EXPECT_DOUBLE_EQ(inside.lower, 0.1652);
  EXPECT_DOUBLE_EQ(inside.upper, 0.3348);
  EXPECT_EQ(inside.ticks, (Ticks{0.2, 0.25, 0.3}));
  const AxisRange whole = range(0, 1);  // never beyond the ticks
  EXPECT_EQ(whole.lower, 0.0);
  EXPECT_EQ(whole.upper, 1.0);
  EXPECT_EQ(whole.ticks, (Ticks{0, 0.2, 0.4, 0.6, 0.8, 1}));
  const AxisRange factors = range(2, 300, true);
  EXPECT_EQ(factors.lower, 2.0);
  EXPECT_NEAR(factors.upper, 300 * std::pow(150.0, 0.03), 1e-9);
  EXPECT_EQ(factors.ticks, (Ticks{2, 5, 10, 20, 50, 100, 200}));
  const AxisRange single = range(5, 5);  // without width, ends are ticks
  EXPECT_EQ(single.ticks.front(), single.lower);
  EXPECT_EQ(single.ticks.back(), single.upper);
  EXPECT_EQ(trimmed(Extent{}).ticks, (Ticks{0, 0.2, 0.4, 0.6, 0.8, 1}));
}

TEST(Trimmed, ShowsEveryRangeWithTwoTicks) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 5000; ++round) {
    const auto number = [&] {
      return (static_cast<double>(random() % 2000001) / 1e6 - 1.0) *
             std::pow(10.0, static_cast<double>(random() % 12) - 6.0);
    };
    const bool logarithmic = random() % 2 == 0;
    Extent extent{.logarithmic = logarithmic};
    for (int i = 0; i < 3; ++i) extent.include(logarithmic ? std::fabs(number()) + 1e-7 : number());
    const AxisRange range = trimmed(extent);
    ASSERT_GE(range.ticks.size(), 2U);
    const double slack = 1e-6 * (range.upper - range.lower);  // as ticks have
    EXPECT_LE(range.lower, extent.lower + slack);
    EXPECT_GE(range.upper, extent.upper - slack);
    EXPECT_GE(range.ticks.front(), range.lower);
    EXPECT_LE(range.ticks.back(), range.upper);
  }
}

TEST(Groups, AreOfThreeDigitsFromFiveOn) {
  const std::string space = "\u202F";
  EXPECT_EQ(grouped("1234"), "1234");
  EXPECT_EQ(grouped("12345.678"), "12" + space + "345.678");
  EXPECT_EQ(with_groups("120000 ± 3500 (1)"), "120" + space + "000 ± 3500 (1)");
  EXPECT_EQ(with_groups("-1234567.25"), "-1" + space + "234" + space + "567.25");
  EXPECT_EQ(with_groups("0.1234567, 1e12345 and v20261117"), "0.1234567, 1e12345 and v20261117");
  EXPECT_EQ(with_groups(""), "");
}

}  // namespace
}  // namespace sfumato::report
