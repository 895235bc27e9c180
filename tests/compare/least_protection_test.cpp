// Responses that are known in closed form, so that the weakest safe setting is too.
#include "compare/least_protection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace {

using sfumato::Better;
using sfumato::compare::DialRange;
using sfumato::compare::Estimate;
using sfumato::compare::is_safe;
using sfumato::compare::least_protection;
using sfumato::compare::LeastProtection;
using sfumato::compare::Limit;
using sfumato::compare::RiskResponse;

DialRange whole_numbers(double lower, double upper) {
  return {.parameter = "k",
          .integer = true,
          .logarithmic = true,
          .lower = lower,
          .upper = upper,
          .smallest = lower};
}
DialRange amounts(double upper) {
  return {.parameter = "amount", .logarithmic = true, .lower = 0.0, .upper = upper, .smallest = 1e-3};
}

template <class... Functions>
RiskResponse risks(double standard_error, const Functions&... functions) {
  return [=](const std::vector<double>& parameters) {
    std::vector<std::vector<Estimate>> result;
    for (const double at : parameters) {
      result.push_back({Estimate{.value = functions(at), .standard_error = standard_error, .draws = 5}...});
    }
    return result;
  };
}

TEST(LeastProtection, OfAWholeNumberDialIsTheFirstSafeValue) {
  const auto found =
      least_protection(whole_numbers(2, 1000), {{0, 5.0}}, risks(0.0, [](double k) { return 100.0 / k; }));
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.found->parameter, 20);  // 100/20 = 5 is at the limit, which is safe
}

// Every whole value in the bracket is tried: a bisection would step over the first safe one.
TEST(LeastProtection, OfAResponseThatIsNotMonotone) {
  const auto bumpy = [](double k) { return 100.0 / k + (static_cast<int>(k) % 2 == 0 ? 0.3 : 0.0); };
  for (const double limit : {3.9, 4.0, 4.1, 4.3, 7.0, 11.3}) {
    double expected = 2;
    while (bumpy(expected) > limit) ++expected;
    const auto found = least_protection(whole_numbers(2, 1000), {{0, limit}}, risks(0.0, bumpy));
    ASSERT_TRUE(found.found) << limit;
    EXPECT_EQ(found.found->parameter, expected) << limit;
  }
}

// Random curves that fall on the whole and go up and down by up to a tenth, against every value tried in
// turn.
TEST(LeastProtection, AgreesWithTryingEveryValue) {
  sfumato::Rng rng({11, 12});
  std::size_t exact = 0;
  constexpr std::size_t curves = 60;
  for (std::size_t i = 0; i < curves; ++i) {
    std::vector<double> values(400);
    for (std::size_t k = 0; k < values.size(); ++k) {
      values[k] = 100.0 / static_cast<double>(k + 2) * (1.0 + 0.1 * rng.uniform());
    }
    const auto curve = [&](double k) { return values[static_cast<std::size_t>(k) - 2]; };
    const double limit = 1.0 + 20.0 * rng.uniform();
    double expected = 2;
    while (curve(expected) > limit) ++expected;
    const auto found = least_protection(whole_numbers(2, 401), {{0, limit}}, risks(0.0, curve));
    ASSERT_TRUE(found.found);
    EXPECT_LE(curve(found.found->parameter), limit);
    EXPECT_GE(found.found->parameter, expected);
    exact += found.found->parameter == expected;
  }
  EXPECT_GE(exact, curves - 6);
}

TEST(LeastProtection, KeepsAllLimitsAndBothDirections) {
  const auto found =
      least_protection(whole_numbers(2, 1000), {{0, 10.0}, {1, 1.5, Better::higher}},
                       risks(
                           0.0, [](double k) { return 100.0 / k; }, [](double k) { return std::log10(k); }));
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.found->parameter, 32);  // log10(31) = 1.491, log10(32) = 1.505
}

TEST(LeastProtection, OfAContinuousDialIsWithinAPercentAndSafe) {
  const auto curve = [](double x) { return 100.0 / (1.0 + x); };
  for (const double limit : {99.95, 80.0, 20.0, 1.5}) {
    const double exact = 100.0 / limit - 1.0;
    const auto found = least_protection(amounts(200), {{0, limit}}, risks(0.0, curve));
    ASSERT_TRUE(found.found) << limit;
    EXPECT_LE(curve(found.found->parameter), limit * (1.0 + 1e-9)) << limit;
    EXPECT_NEAR(found.found->parameter, exact, 0.012 * exact) << limit;
  }
}

// Safe in a narrow stretch only, and unsafe at the next stronger scanned setting: not taken.
TEST(LeastProtection, OfAContinuousDialStaysSafeAtTheNextStrongerSetting) {
  const DialRange dial{.parameter = "x", .lower = 0.0, .upper = 10.0};
  const auto found = least_protection(dial, {{0, 5.0}}, risks(0.0, [](double x) {
                                        return x == 3.0 ? 1.0 : 10.0 - x;  // 3 is a scanned setting
                                      }));
  ASSERT_TRUE(found.found);
  EXPECT_NEAR(found.found->parameter, 5.0, 0.05);
}

TEST(LeastProtection, CountsOneStandardError) {
  const auto found =
      least_protection(whole_numbers(2, 1000), {{0, 5.0}}, risks(1.0, [](double k) { return 100.0 / k; }));
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.found->parameter, 25);  // 100/25 + 1 = 5
}

TEST(LeastProtection, TakesTheWeakestSettingThatIsSafe) {
  const auto found = least_protection(amounts(10), {{0, 50.0}}, risks(0.0, [](double) { return 3.0; }));
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.found->parameter, 0.0);
}

TEST(LeastProtection, NamesTheNearestWhereNoneIsSafe) {
  const auto found =
      least_protection(whole_numbers(2, 100), {{0, 0.5}}, risks(0.0, [](double k) { return 100.0 / k; }));
  EXPECT_FALSE(found.found);
  ASSERT_TRUE(found.nearest);
  EXPECT_EQ(found.nearest->parameter, 100);
  const RiskResponse none = [](const std::vector<double>& parameters) {
    return std::vector<std::vector<Estimate>>(parameters.size(),
                                              {Estimate{.value = std::nullopt, .note = "no value"}});
  };
  EXPECT_FALSE(least_protection(whole_numbers(2, 100), {{0, 0.5}}, none).found);
}

TEST(LeastProtection, OfADialThatProtectsLessAsItGrows) {
  DialRange dial = amounts(100);
  dial.more_is_safer = false;
  dial.lower = dial.smallest = 0.01;
  const auto found =
      least_protection(dial, {{0, 20.0}}, risks(0.0, [](double epsilon) { return epsilon * 10.0; }));
  ASSERT_TRUE(found.found);
  EXPECT_LE(found.found->parameter, 2.0);
  EXPECT_NEAR(found.found->parameter, 2.0, 0.03);
}

TEST(LeastProtection, IsSafeUpToARelativeBillionth) {
  EXPECT_TRUE(is_safe(5.0, Limit{0, 5.0}));
  EXPECT_TRUE(is_safe(5.0 * (1.0 + 5e-10), Limit{0, 5.0}));
  EXPECT_FALSE(is_safe(5.0 * (1.0 + 5e-9), Limit{0, 5.0}));
  EXPECT_TRUE(is_safe(0.9, Limit{0, 0.9, Better::higher}));
  EXPECT_FALSE(is_safe(0.89, Limit{0, 0.9, Better::higher}));
  EXPECT_FALSE(is_safe(std::optional<double>(), Limit{0, 5.0}));
}

}  // namespace
