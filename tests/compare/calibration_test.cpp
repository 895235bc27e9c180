// Responses that are known in closed form, so that the right answer is too.
#include "compare/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace {

using sfumato::compare::calibrate;
using sfumato::compare::Calibration;
using sfumato::compare::DialRange;
using sfumato::compare::Estimate;
using sfumato::compare::Response;
using sfumato::compare::Shape;

DialRange real_dial(double lower, double upper, bool logarithmic = false) {
  return {.parameter = "x",
          .logarithmic = logarithmic,
          .lower = lower,
          .upper = upper,
          .smallest = lower > 0.0 ? lower : 1e-4};
}
DialRange whole_dial(double lower, double upper) {
  return {.parameter = "k",
          .integer = true,
          .logarithmic = true,
          .lower = lower,
          .upper = upper,
          .smallest = std::max(lower, 1.0)};
}

template <class Function>
Response response_of(const Function& function, double standard_error = 0.0, int* calls = nullptr) {
  return [=](const std::vector<double>& parameters) {
    std::vector<Estimate> result;
    for (const double parameter : parameters) {
      if (calls != nullptr) ++*calls;
      result.push_back({.value = function(parameter), .standard_error = standard_error, .draws = 1});
    }
    return result;
  };
}

TEST(Calibrate, RecoversTheParameterOfAKnownResponse) {
  int calls = 0;
  const Calibration found = calibrate(real_dial(0, 100, true), 0.45, 0.01,
                                      response_of([](double x) { return x / (1.0 + x); }, 0.0, &calls));
  ASSERT_TRUE(found.reached);
  EXPECT_NEAR(found.best->parameter, 0.45 / 0.55, 2e-4 * 0.45 / 0.55 / 0.55 + 5e-4);
  EXPECT_LE(std::fabs(*found.best->estimate.value - 0.45), 1e-4 * 0.45);
  EXPECT_EQ(found.shape, Shape::monotone);
  EXPECT_LT(calls, 60);
  // x/(1+x) is within 1 % of 0.45 for x from 0.80360 to 0.83318.
  EXPECT_NEAR(found.interval->first, 0.80360, 0.02 * 0.81);
  EXPECT_NEAR(found.interval->second, 0.83318, 0.02 * 0.83);
}

TEST(Calibrate, RecoversFallingResponsesOfEveryScale) {
  sfumato::Rng rng({5, 6});
  for (int round = 0; round < 100; ++round) {
    const double upper = std::exp(rng.uniform(-3.0, 9.0)), steep = rng.uniform(0.3, 3.0);
    const bool logarithmic = rng.chance(0.5);
    const double wanted = rng.uniform(0.02, 0.98) * upper;
    const auto function = [&](double x) { return 100.0 * std::pow(1.0 - x / (2.0 * upper), steep); };
    const Calibration found =
        calibrate(real_dial(0, upper, logarithmic), function(wanted), 0.01, response_of(function));
    ASSERT_TRUE(found.reached) << found.reason;
    EXPECT_LE(std::fabs(*found.best->estimate.value - function(wanted)), 1e-4 * function(wanted));
    EXPECT_LE(found.interval->first, found.best->parameter);
    EXPECT_GE(found.interval->second, found.best->parameter);
  }
}

TEST(Calibrate, FindsTheNearestInteger) {
  const auto function = [](double k) { return std::log(k) / 10.0; };
  const Calibration found = calibrate(whole_dial(1, 1000), 0.301, 0.01, response_of(function));
  ASSERT_TRUE(found.reached);
  EXPECT_EQ(found.best->parameter, 20.0);  // ln 20 = 2.9957, ln 21 = 3.0445
  EXPECT_EQ(found.interval->first, 20.0);  // within 0.00301 of 0.301: 20 (0.2996) alone; 21 is 0.30445
  EXPECT_EQ(found.interval->second, 20.0);
}

TEST(Calibrate, FindsTheNearestIntegerThoughNeighboursGoBackAndForth) {
  // 5k, but for 7 and 8, which change places.
  const auto function = [](double k) { return 5.0 * (k == 7.0 ? 8.0 : k == 8.0 ? 7.0 : k); };
  const Calibration found = calibrate(whole_dial(1, 64), 35.0, 0.01, response_of(function));
  ASSERT_TRUE(found.reached);
  EXPECT_EQ(found.best->parameter, 8.0);
}

TEST(Calibrate, SaysWhatIsAttainableWhereTheTargetIsOutOfReach) {
  const Calibration found =
      calibrate(real_dial(0, 10), 3.0, 0.01, response_of([](double x) { return 2.0 - 0.1 * x; }));
  EXPECT_FALSE(found.reached);
  EXPECT_EQ(found.best->parameter, 0.0);
  EXPECT_DOUBLE_EQ(found.lowest, 1.0);
  EXPECT_DOUBLE_EQ(found.highest, 2.0);
  EXPECT_EQ(found.reason, "attains 1 to 2 and not the target; the nearest is 2 at x = 0");
  EXPECT_FALSE(found.interval);
}

TEST(Calibrate, SaysThatAJumpPassesOverTheTarget) {
  const Calibration found =
      calibrate(real_dial(0, 10), 1.5, 0.01, response_of([](double x) { return x < 3.0 ? 1.0 : 2.2; }));
  EXPECT_FALSE(found.reached);
  EXPECT_NEAR(found.best->parameter, 3.0, 1e-3);
  EXPECT_EQ(*found.best->estimate.value, 1.0);
  EXPECT_NE(found.reason.find("passes over the target"), std::string::npos);
  EXPECT_NE(found.reason.find("2.2"), std::string::npos) << found.reason;
}

TEST(Calibrate, LooksAroundAJumpForParametersAtTheTarget) {
  // Rising in steps of 0.01, whose tops lie alternately 0.1 too low and too high but for one near 0.53.
  const auto jumpy = [](double x) {
    const double step = std::floor(100.0 * x);
    if (step == 53.0) return 0.5;
    return 0.01 * step + (static_cast<int>(step) % 2 == 0 ? 0.1 : -0.1);
  };
  const Calibration found = calibrate(real_dial(0, 1), 0.5, 0.01, response_of(jumpy));
  EXPECT_TRUE(found.reached) << found.reason;
}

TEST(Calibrate, TriesOtherCrossingsWhereTheFirstJumps) {
  // Over 0.5 at x = 2 in a jump, then down through it.
  const auto turning = [](double x) { return x < 2.0 ? 0.1 : 1.0 - 0.1 * (x - 2.0); };
  const Calibration found = calibrate(real_dial(0, 10), 0.5, 0.01, response_of(turning));
  ASSERT_TRUE(found.reached) << found.reason;
  EXPECT_NEAR(found.best->parameter, 7.0, 1e-2);
}

TEST(Calibrate, ReachesBelowTheScaleOfALogarithmicDial) {
  // 100 at 0 and 20 at 1e-4, so that 50 lies far below.
  const auto steep = [](double x) { return x == 0.0 ? 100.0 : -20.0 * std::log10(x) - 60.0; };
  const Calibration found = calibrate(real_dial(0, 100, true), 50.0, 0.01, response_of(steep));
  ASSERT_TRUE(found.reached) << found.reason;
  EXPECT_NEAR(std::log10(found.best->parameter), -5.5, 0.03);
}

TEST(Calibrate, SaysThatIntegersPassOverTheTarget) {
  const Calibration found = calibrate(whole_dial(1, 50), 1.5, 0.01, response_of([](double k) { return k; }));
  EXPECT_FALSE(found.reached);
  EXPECT_EQ(found.reason, "passes over the target: the nearest is 1 at k = 1, and k = 2 gives 2");
}

TEST(Calibrate, ReportsAPlateau) {
  const auto function = [](double x) { return x < 1.0 ? 0.45 * x : x < 20.0 ? 0.45 : 0.45 * x / 20.0; };
  const Calibration found = calibrate(real_dial(0, 100, true), 0.45, 0.01, response_of(function));
  ASSERT_TRUE(found.reached);
  EXPECT_NEAR(found.interval->first, 0.99, 0.03);
  EXPECT_NEAR(found.interval->second, 20.2, 0.5);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_TRUE(found.notes[0].starts_with("flat: every x from")) << found.notes[0];
}

TEST(Calibrate, ReportsAConstantResponse) {
  const Calibration off = calibrate(real_dial(0, 10), 2.0, 0.01, response_of([](double) { return 1.0; }));
  EXPECT_FALSE(off.reached);
  EXPECT_EQ(off.shape, Shape::constant);
  EXPECT_EQ(off.notes.front(), "changing x does not change the measure");
  const Calibration on = calibrate(real_dial(0, 10), 1.0, 0.01, response_of([](double) { return 1.0; }));
  EXPECT_TRUE(on.reached);
  EXPECT_EQ(on.interval, std::pair(0.0, 10.0));
}

TEST(Calibrate, ReportsAShuffledResponse) {
  const auto shuffled = [](double x) {
    return sfumato::Rng({static_cast<std::uint64_t>(1e6 * x), 3}).uniform();
  };
  const Calibration found = calibrate(real_dial(0, 10), 0.5, 0.01, response_of(shuffled));
  EXPECT_EQ(found.shape, Shape::erratic);
  EXPECT_NE(found.notes.back().find("without a direction"), std::string::npos);
  const double nearest = std::fabs(*found.best->estimate.value - 0.5);
  EXPECT_EQ(found.reached, nearest <= 0.005);
}

TEST(Calibrate, TakesTheCrossingWithTheLeastProtection) {
  // A parabola crosses 0.5 near 1.4645 and 8.5355.
  const auto parabola = [](double x) { return 1.0 - (x - 5.0) * (x - 5.0) / 25.0; };
  const Calibration more = calibrate(real_dial(0, 10), 0.5, 0.01, response_of(parabola));
  EXPECT_NEAR(more.best->parameter, 1.4645, 1e-3);
  EXPECT_EQ(more.shape, Shape::erratic);
  EXPECT_NE(more.notes.front().find("crossed 2 times"), std::string::npos);
  DialRange less = real_dial(0, 10);
  less.more_is_safer = false;
  EXPECT_NEAR(calibrate(less, 0.5, 0.01, response_of(parabola)).best->parameter, 8.5355, 1e-3);
}

TEST(Calibrate, FindsATargetThatATurnHidesBetweenScannedPoints) {
  // Above 0.9 only between 4.7 and 5.3, where no scanned point lies but 5.
  const auto peak = [](double x) { return std::exp(-std::pow((x - 4.4) / 0.8, 2)); };
  const Calibration found = calibrate(real_dial(0, 10), 0.9, 0.01, response_of(peak));
  EXPECT_TRUE(found.reached) << found.reason;
}

TEST(Calibrate, StopsAtTheStandardError) {
  int calls = 0;
  const Calibration found =
      calibrate(real_dial(0, 10), 0.5, 0.1, response_of([](double x) { return 0.1 * x; }, 0.02, &calls));
  EXPECT_TRUE(found.reached);
  EXPECT_LE(std::fabs(*found.best->estimate.value - 0.5), 0.02);
}

TEST(Calibrate, DoesNotTakeALargeStandardErrorForTheTolerance) {
  const Calibration found =
      calibrate(real_dial(0, 10), 0.5, 0.001, response_of([](double x) { return 0.1 * x; }, 0.2));
  EXPECT_TRUE(found.reached) << found.reason;
  EXPECT_LE(std::fabs(*found.best->estimate.value - 0.5), 0.0005);
}

TEST(Calibrate, LeavesOutParametersWithoutAValue) {
  const Response response = [](const std::vector<double>& parameters) {
    std::vector<Estimate> result;
    for (const double x : parameters) {
      result.push_back(x > 6.0 ? Estimate{.value = std::nullopt, .note = "too large"}
                               : Estimate{.value = x, .draws = 1});
    }
    return result;
  };
  const Calibration found = calibrate(real_dial(0, 10), 4.4, 0.01, response);
  EXPECT_TRUE(found.reached);
  EXPECT_NEAR(found.best->parameter, 4.4, 1e-3);
  const Calibration none = calibrate(real_dial(7, 10), 4.4, 0.01, response);
  EXPECT_FALSE(none.best);
  EXPECT_EQ(none.reason, "the measure has no value at any parameter: too large");
}

TEST(Calibrate, ReachesATargetOfZeroOnlyExactly) {
  const Calibration found =
      calibrate(real_dial(0, 10), 0.0, 0.01, response_of([](double x) { return std::max(0.0, 3.0 - x); }));
  ASSERT_TRUE(found.reached);
  EXPECT_EQ(*found.best->estimate.value, 0.0);
  EXPECT_EQ(found.interval->second, 10.0);
}

TEST(ShapeOf, OverlooksWhatStandardErrorsExplain) {
  std::vector<sfumato::compare::CurvePoint> curve;
  for (int i = 0; i < 6; ++i) {
    curve.push_back({static_cast<double>(i), {.value = i % 2 * 0.01, .standard_error = 0.02, .draws = 5}});
  }
  EXPECT_EQ(sfumato::compare::shape_of(curve), Shape::constant);
}

}  // namespace
