// Responses in closed form: what a sample says differs from the whole file by a sum, a factor, or in shape.
#include "compare/sampled_calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/rng.hpp"

namespace sfumato::compare {
namespace {

using Function = std::function<std::optional<double>(double)>;

DialRange whole_numbers(double upper) {
  return {.parameter = "k", .integer = true, .logarithmic = true, .lower = 1, .upper = upper, .smallest = 1};
}
DialRange amounts() {
  return {.parameter = "amount", .logarithmic = true, .lower = 0.0, .upper = 10.0, .smallest = 1e-3};
}

// Counts the settings that are tried on the whole file.
struct Tried {
  std::size_t settings = 0, draws = 0;
};

CorrectedEstimates estimates(const DialRange& dial, const Function& sample, const Function& whole, bool share,
                             Tried& tried, std::size_t draws = 5) {
  CorrectedEstimates::Source source{.dial = dial, .sample = {}, .whole = {}, .draws = draws};
  source.shares = {share ? char{1} : char{0}};
  source.sample = [=](const std::vector<double>& settings) {
    CorrectedEstimates::Estimates result;
    for (const double at : settings) result.push_back({{.value = sample(at), .draws = 2}});
    return result;
  };
  source.whole = [=, &tried](const std::vector<double>& settings, std::size_t most) {
    CorrectedEstimates::Estimates result;
    for (const double at : settings) {
      const std::size_t taken = most == 0 ? draws : std::min(most, draws);
      tried.settings += 1;
      tried.draws += taken;
      result.push_back({{.value = whole(at), .draws = taken}});
    }
    return result;
  };
  return CorrectedEstimates(std::move(source));
}

const OutOfTime never = [] { return false; };

TEST(CorrectedEstimates, CorrectByASumOrAFactorBetweenWhatWasTried) {
  Tried tried;
  CorrectedEstimates sums = estimates(
      amounts(), [](double x) { return x; }, [](double x) { return x + 3.0 + std::log(x); }, false, tried);
  EXPECT_DOUBLE_EQ(*sums.at({2.0}).front().front().value, 2.0);  // nothing is known yet
  sums.confirm(1.0, 0);
  EXPECT_DOUBLE_EQ(*sums.at({2.0}).front().front().value, 5.0);
  sums.confirm(4.0, 0);
  // The correction is linear in the logarithm of the amount, as the difference of the two is.
  EXPECT_DOUBLE_EQ(*sums.at({2.0}).front().front().value, 5.0 + std::log(2.0));
  EXPECT_DOUBLE_EQ(*sums.at({4.0}).front().front().value, 7.0 + std::log(4.0));
  EXPECT_DOUBLE_EQ(*sums.at({8.0}).front().front().value, 8.0 + 3.0 + std::log(4.0));

  CorrectedEstimates factors = estimates(
      amounts(), [](double x) { return 40.0 / (1.0 + x); }, [](double x) { return 4.0 / (1.0 + x); }, true,
      tried);
  factors.confirm(1.0, 1);
  EXPECT_FALSE(factors.confirmed(1.0));
  EXPECT_NEAR(*factors.at({3.0}).front().front().value, 1.0, 1e-12);
}

// Settings below those that a scan tries are told apart, too: a very large file may need so little noise that
// a sample shows none.
TEST(CorrectedEstimates, InterpolateBelowTheSmallestScannedSetting) {
  Tried tried;
  CorrectedEstimates sums = estimates(
      amounts(), [](double) { return 1.0; }, [](double x) { return 1.0 + std::log10(x); }, false, tried);
  sums.confirm(1e-8, 0);
  sums.confirm(1e-6, 0);
  EXPECT_NEAR(*sums.at({1e-7}).front().front().value, -6.0, 1e-9);
}

// One draw says 6 at a setting where the mean of five is 4: their neighbours would differ by a third.
TEST(CorrectedEstimates, ForgetSingleDrawsOnceThereAreAllDraws) {
  CorrectedEstimates::Source source{.dial = amounts(), .sample = {}, .whole = {}, .draws = 5};
  source.shares = {0};
  source.sample = [](const std::vector<double>& settings) {
    CorrectedEstimates::Estimates result;
    for (const double at : settings) result.push_back({{.value = at, .draws = 2}});
    return result;
  };
  source.whole = [](const std::vector<double>& settings, std::size_t most) {
    CorrectedEstimates::Estimates result;
    for (const double at : settings) {
      result.push_back({{.value = at + (most == 1 ? 5.0 : 3.0), .draws = most == 1 ? 1U : 5U}});
    }
    return result;
  };
  CorrectedEstimates both(source);
  both.confirm(1.0, 1);
  EXPECT_DOUBLE_EQ(*both.at({1.0}).front().front().value, 6.0);
  EXPECT_DOUBLE_EQ(*both.at({2.0}).front().front().value, 7.0);
  both.confirm(2.0, 0);
  EXPECT_DOUBLE_EQ(*both.at({2.0}).front().front().value, 5.0);
  EXPECT_DOUBLE_EQ(*both.at({1.0}).front().front().value, 4.0);
}

// From 1,000 to 10,000 records a measure grew by 0.2 and a share fell to a half: at 1,000,000 records, three
// times as far, they are 0.6 more and an eighth.
TEST(Extrapolated, GoesOnInTheSameWay) {
  EXPECT_DOUBLE_EQ(*extrapolated(0.5, 0.7, 3.0, false), 1.1);
  EXPECT_DOUBLE_EQ(*extrapolated(40.0, 20.0, 3.0, true), 5.0);
  EXPECT_DOUBLE_EQ(*extrapolated(40.0, 80.0, 3.0, true), 100.0);  // no more than all
  EXPECT_DOUBLE_EQ(*extrapolated(0.0, 20.0, 3.0, true), 20.0);    // no factor leads from 0
  EXPECT_FALSE(extrapolated(std::nullopt, 1.0, 3.0, false));
  EXPECT_FALSE(extrapolated(1.0, std::nullopt, 3.0, true));
}

TEST(CalibrateBySample, TakesAStartThatIsAtTheTarget) {
  Tried tried;
  CorrectedEstimates both = estimates(
      amounts(), [](double x) { return x; }, [](double x) { return 2.0 * x; }, false, tried);
  const auto found = calibrate_by_sample(amounts(), 1.502, 3.0, 0.01, Better::lower, both, never);
  ASSERT_TRUE(found && found->best && found->reached);
  EXPECT_EQ(found->best->parameter, 1.502);
  EXPECT_EQ(found->best->estimate.draws, 5U);
  EXPECT_EQ(tried.settings, 2U) << "once with one draw, then with all";
}

// A method whose draws change wholly between neighbouring settings: no bisection narrows its noise, which is
// three times the tolerance.
TEST(CalibrateBySample, TriesSettingsBesideWhereDrawsDecide) {
  int reached = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto noise = [seed](double at) { return Rng(derive_key({seed, 7}, std::to_string(at))).normal(); };
    CorrectedEstimates::Source source{.dial = amounts(), .sample = {}, .whole = {}, .draws = 5};
    source.shares = {1};
    source.sample = [](const std::vector<double>& settings) {
      CorrectedEstimates::Estimates result;
      for (const double at : settings) result.push_back({{.value = 40.0 / (1.0 + 10.0 * at), .draws = 2}});
      return result;
    };
    source.whole = [&](const std::vector<double>& settings, std::size_t most) {
      CorrectedEstimates::Estimates result;
      for (const double at : settings) {
        result.push_back({{.value = 42.0 / (1.0 + 10.0 * at) + 0.15 * noise(at),
                           .standard_error = 0.15,
                           .draws = most == 1 ? 1U : 5U}});
      }
      return result;
    };
    CorrectedEstimates both(source);
    const auto found = calibrate_by_sample(amounts(), 0.1, 5.0, 0.01, Better::lower, both, never);
    ASSERT_TRUE(found && found->best);
    if (!found->reached) continue;
    ++reached;
    EXPECT_NEAR(*found->best->estimate.value, 5.0, 0.05);
    EXPECT_EQ(found->best->estimate.draws, 5U);
  }
  EXPECT_GE(reached, 35) << "of 40: nine tries within a third of a standard deviation fail once in 19";
}

TEST(CalibrateBySample, FindsTheTargetOfTheWholeFileInAFewTries) {
  for (const double target : {1.2, 2.0, 3.1}) {
    Tried tried;
    // The sample has other ranks: the whole file is higher, and more so at stronger settings.
    CorrectedEstimates both = estimates(
        amounts(), [](double x) { return std::log1p(10.0 * x); },
        [](double x) { return 0.7 + 1.1 * std::log1p(9.0 * x); }, false, tried);
    const auto found = calibrate_by_sample(amounts(), 0.1, target, 0.01, Better::higher, both, never);
    ASSERT_TRUE(found && found->reached) << target;
    EXPECT_NEAR(0.7 + 1.1 * std::log1p(9.0 * found->best->parameter), target, 0.01 * target);
    EXPECT_EQ(found->best->estimate.draws, 5U) << "the whole file, with all draws";
    EXPECT_LE(tried.settings, 7U);
    EXPECT_LE(tried.draws, 20U);
    ASSERT_TRUE(found->interval);
    EXPECT_LE(found->interval->first, found->best->parameter);
    EXPECT_GE(found->interval->second, found->best->parameter);
  }
}

TEST(CalibrateBySample, TakesTheNearestWholeNumberOfTheWholeFile) {
  Tried tried;
  const auto whole = [](double k) { return 90.0 / k + (static_cast<int>(k) % 2 == 0 ? 0.2 : 0.0); };
  CorrectedEstimates both = estimates(
      whole_numbers(10000), [](double k) { return k <= 1000 ? std::optional(100.0 / k) : std::nullopt; },
      whole, true, tried, 1);
  const auto found = calibrate_by_sample(whole_numbers(10000), 3, 5.0, 0.001, Better::lower, both, never);
  ASSERT_TRUE(found && found->reached);
  // k = 18 gives 5.2, 19 gives 4.74: the nearest on the safe side.
  EXPECT_EQ(found->best->parameter, 19.0);
  ASSERT_TRUE(found->safer_by);
  EXPECT_NEAR(*found->safer_by, 5.0 - 90.0 / 19.0, 1e-9);
}

// Groups of 3000 are beyond a sample of 1000: the whole file must be searched.
TEST(CalibrateBySample, SaysWhereTheSampleHasNoAnswer) {
  Tried tried;
  CorrectedEstimates both = estimates(
      whole_numbers(100000), [](double k) { return k <= 1000 ? std::optional(std::log(k)) : std::nullopt; },
      [](double k) { return std::log(k); }, false, tried, 1);
  EXPECT_FALSE(
      calibrate_by_sample(whole_numbers(100000), 3, std::log(3000.0), 0.01, Better::higher, both, never));
}

TEST(CalibrateBySample, GivesItsBestWhenTheTimeIsUp) {
  Tried tried;
  CorrectedEstimates both = estimates(
      amounts(), [](double x) { return std::log1p(10.0 * x); }, [](double x) { return std::log1p(9.0 * x); },
      false, tried);
  const auto found =
      calibrate_by_sample(amounts(), 0.1, 2.0, 0.01, Better::higher, both, [] { return true; });
  ASSERT_TRUE(found && found->best);
  EXPECT_EQ(tried.settings, 1U);
  EXPECT_NEAR(std::log1p(9.0 * found->best->parameter), 2.0, 0.1);
  ASSERT_FALSE(found->notes.empty());
  EXPECT_NE(found->notes.back().find("time limit"), std::string::npos);
}

TEST(CalibrateBySample, LooksOnceBeforeItConfirms) {
  Tried tried;
  CorrectedEstimates both = estimates(
      amounts(), [](double x) { return std::log1p(10.0 * x); },
      [](double x) { return 0.7 + 1.1 * std::log1p(9.0 * x); }, false, tried);
  const auto found = calibrate_by_sample(amounts(), 0.1, 2.0, 0.01, Better::higher, both, never, true);
  ASSERT_TRUE(found && found->reached);
  EXPECT_EQ(tried.draws, 2U) << "one at the default, one at what that gave";
  EXPECT_NEAR(0.7 + 1.1 * std::log1p(9.0 * found->best->parameter), 2.0, 0.05);
  ASSERT_FALSE(found->notes.empty());
}

// Whatever the two files say, a setting that is found is safe on the whole one.
TEST(LeastProtectionBySample, IsSafeOnTheWholeFile) {
  Rng rng(derive_key({1, 2}, "limits"));
  for (int round = 0; round < 50; ++round) {
    const double scale = 0.2 + 2.0 * rng.uniform(), power = 0.5 + rng.uniform(),
                 limit = 1.0 + 20.0 * rng.uniform();
    const double bump = 2.0 * rng.uniform();
    const auto whole = [=](double k) {
      return std::min(100.0,
                      100.0 * scale / std::pow(k, power) + (static_cast<int>(k) % 3 == 0 ? bump : 0.0));
    };
    Tried tried;
    CorrectedEstimates both = estimates(
        whole_numbers(5000), [](double k) { return k <= 1000 ? std::optional(100.0 / k) : std::nullopt; },
        whole, true, tried, 1);
    const auto found =
        least_protection_by_sample(whole_numbers(5000), 3, {{0, limit, Better::lower}}, both, never);
    if (!found || !found->found) continue;  // the whole file is searched then
    const double k = found->found->parameter;
    EXPECT_LE(whole(k), limit * (1.0 + 1e-9)) << k;
    if (k > 1.0) {
      EXPECT_GT(whole(k - 1.0), limit) << k;
    }
  }
}

}  // namespace
}  // namespace sfumato::compare
