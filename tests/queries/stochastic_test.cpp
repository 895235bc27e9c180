// Tries to falsify ε for every aggregate: thousands of answers about two neighbouring databases are drawn,
// and the proven lower bound of the privacy loss must be at most ε. Deliberately broken mechanisms are
// detected.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "queries/small_databases.hpp"
#include "support/privacy_tester.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using sfumato::testing::Attack;
using sfumato::testing::proven_epsilon;
using sfumato::testing::Sampler;

constexpr std::int64_t one_epsilon = 1'000'000;
constexpr std::size_t draws = 12'000;

// Two databases that differ in one unit, as far apart as they can be.
struct Pair {
  Catalogue catalogue;
  Query asked;
  std::vector<Row> one, other;
  double centre = 0;  // centre and step of the cells
  double step = 1;
};

constexpr int cells = 8;

// The cell of a number, of 8 cells about the centre; the outer ones are unbounded.
int cell(double number, double centre, double step) {
  return static_cast<int>(std::clamp(std::floor((number - centre) / step) + cells / 2, 0.0, cells - 1.0));
}

// An attacker uses the value, the ends of the interval, and pairs of groups.
Sampler sampler(const Pair& pair, const Plan& plan, const std::vector<Row>& rows, std::uint32_t side) {
  return [&pair, &plan, side, table = data(rows, pair.catalogue.tables[0].columns.size())](
             std::uint64_t number, std::span<int> seen) {
    static const sfumato::Run run({.seed = 1, .threads = 1});
    SecureRng rng(SecureRng::Key{31, side, static_cast<std::uint32_t>(number)});
    const auto answers = draw(plan, pair.asked, pair.catalogue, table, rng, run);
    const GroupAnswer& first = answers.front();
    const GroupAnswer& last = answers.back();
    seen[0] = cell(first.value, pair.centre, pair.step);
    seen[1] = cell(first.lower95, pair.centre, pair.step);
    seen[2] = cell(first.upper95, pair.centre, pair.step);
    seen[3] = seen[0] * cells + cell(last.value, pair.centre, pair.step);
    seen[4] = seen[1] * cells + seen[2];
  };
}

double proven(const Pair& pair, const Plan& plan) {
  return proven_epsilon(sampler(pair, plan, pair.one, 1), sampler(pair, plan, pair.other, 2),
                        Attack{5, cells * cells, draws})
      .epsilon;
}

Plan plan_of(const Pair& pair, Neighbours neighbours = Neighbours::replace, bool laplace = false) {
  return make_plan(pair.asked, pair.catalogue, one_epsilon, neighbours, laplace);
}

// A record that counts or does not, at the bound of the domain farthest from 0; with groups, one that moves.
Pair pair_of(Aggregate aggregate, bool grouped, std::int64_t millionths = 500'000) {
  Pair pair;
  pair.catalogue = catalogue({number(0, 8), category(2), category(2)});
  pair.asked = query(aggregate, 0, leaf(1, {{1, 1}}),
                     grouped ? std::vector<std::size_t>{2} : std::vector<std::size_t>{}, millionths);
  pair.one = {{0, 1, 0}, {0, 1, 0}, {8, 1, 0}, {0, 1, 1}};
  pair.other = {{0, 1, 0}, {0, 1, 0}, grouped ? Row{8, 1, 1} : Row{8, 0, 0}, {0, 1, 1}};
  pair.centre = aggregate == Aggregate::sum ? 4.0 : aggregate == Aggregate::variance ? 8.0 : 3.0;
  pair.step = aggregate == Aggregate::sum ? 4.0 : aggregate == Aggregate::variance ? 1.5 : 1.0;
  return pair;
}

// Ten records at the bounds of the domain, one of which moves from one bound to the other; `low` were at the
// lower one.
Pair rank_pair(Aggregate aggregate, int low) {
  Pair pair;
  pair.catalogue = catalogue({number(0, 8), category(2), category(2)});
  pair.asked = query(aggregate, 0, leaf(1, {{1, 1}}));
  for (int i = 0; i < 10; ++i) pair.one.push_back({i < low ? 0 : 8, 1, 0});
  pair.other = pair.one;
  pair.other[static_cast<std::size_t>(low - 1)] = {8, 1, 0};
  pair.centre = 4.5;
  return pair;
}

TEST(StochasticTester, ProvesNoMoreThanEpsilonForRanks) {
  for (const Aggregate aggregate : {Aggregate::minimum, Aggregate::maximum, Aggregate::quantile})
    for (const int low : {1, 5, 10}) {
      const Pair pair = rank_pair(aggregate, low);
      EXPECT_LE(proven(pair, plan_of(pair)), 1.0) << static_cast<int>(aggregate) << " " << low;
    }
}

TEST(StochasticTester, ProvesNoMoreThanEpsilonForAnyAggregate) {
  for (const Aggregate aggregate :
       {Aggregate::count, Aggregate::count_distinct, Aggregate::sum, Aggregate::average, Aggregate::variance,
        Aggregate::standard_deviation, Aggregate::minimum, Aggregate::maximum, Aggregate::quantile}) {
    const Pair pair = pair_of(aggregate, false);
    EXPECT_LE(proven(pair, plan_of(pair)), 1.0) << static_cast<int>(aggregate);
  }
  Pair pair = pair_of(Aggregate::count_values, false);  // a value, or NULL
  pair.catalogue.tables[0].columns[0].nullable = true;
  pair.other[2] = {std::nullopt, 1, 0};
  EXPECT_LE(proven(pair, plan_of(pair)), 1.0);
}

TEST(StochasticTester, ProvesNoMoreThanEpsilonForGroups) {
  for (const Aggregate aggregate : {Aggregate::count, Aggregate::sum, Aggregate::minimum}) {
    const Pair pair = pair_of(aggregate, true);
    EXPECT_LE(proven(pair, plan_of(pair)), 1.0) << static_cast<int>(aggregate);
  }
}

TEST(StochasticTester, ProvesNoMoreThanEpsilonForOneMoreRecordAndForWideNoise) {
  for (const Aggregate aggregate :
       {Aggregate::count, Aggregate::sum, Aggregate::average, Aggregate::quantile}) {
    Pair pair = pair_of(aggregate, false);
    pair.other.erase(pair.other.begin() + 2);
    EXPECT_LE(proven(pair, plan_of(pair, Neighbours::add_remove)), 1.0) << static_cast<int>(aggregate);
  }
  const Pair pair = pair_of(Aggregate::maximum, false);
  EXPECT_LE(proven(pair, plan_of(pair, Neighbours::replace, true)), 1.0);
}

// The tester has power: counts and sums have nearly the maximum privacy loss, and it proves that.
TEST(StochasticTester, ProvesMostOfThePrivacyLoss) {
  const Pair pair = pair_of(Aggregate::count, false);
  EXPECT_GT(proven(pair, plan_of(pair)), 0.7);
}

TEST(StochasticTester, DetectsNoiseOfHalfTheScale) {
  for (const Aggregate aggregate : {Aggregate::count, Aggregate::sum}) {
    const Pair pair = pair_of(aggregate, false);
    Plan plan = plan_of(pair);
    plan.parts[0].lambda *= 2.0;
    EXPECT_GT(proven(pair, plan), 1.2) << static_cast<int>(aggregate);
  }
}

// Answers combined from several draws have less than the maximum privacy loss; far too little noise is
// detected.
TEST(StochasticTester, DetectsBrokenPartsOfEveryAggregate) {
  const auto broken = [](const Pair& pair, double times) {
    Plan plan = plan_of(pair);
    for (PlanPart& part : plan.parts) part.lambda *= times;
    return proven(pair, plan);
  };
  for (const Aggregate aggregate :
       {Aggregate::count_distinct, Aggregate::average, Aggregate::variance, Aggregate::standard_deviation})
    EXPECT_GT(broken(pair_of(aggregate, false), 10.0), 1.2) << static_cast<int>(aggregate);
  EXPECT_GT(broken(rank_pair(Aggregate::quantile, 5), 20.0), 1.2);
  EXPECT_GT(broken(rank_pair(Aggregate::minimum, 1), 20.0), 1.2);
  EXPECT_GT(broken(rank_pair(Aggregate::maximum, 10), 20.0), 1.2);
}

TEST(StochasticTester, DetectsAHistogramThatIgnoresTheSecondGroup) {
  const Pair pair = pair_of(Aggregate::count, true);
  Plan plan = plan_of(pair);
  ASSERT_EQ(plan.parts[0].sensitivity, 2.0);
  plan.parts[0].lambda *= 2.0;
  EXPECT_GT(proven(pair, plan), 1.2);
}

// The width of the domain is a valid sensitivity only if every record counts.
TEST(StochasticTester, DetectsASumWithAConditionAndTheSensitivityOfTheDomainsWidth) {
  Pair pair;
  pair.catalogue = catalogue({number(100, 110), category(2), category(2)});
  pair.asked = query(Aggregate::sum, 0, leaf(1, {{1, 1}}));
  pair.one = {{110, 1, 0}};
  pair.other = {{110, 0, 0}};
  pair.centre = 55.0;
  pair.step = 20.0;
  const Plan ours = plan_of(pair);
  ASSERT_EQ(ours.parts[0].sensitivity, 110.0);
  EXPECT_LE(proven(pair, ours), 1.0);
  Plan naive = ours;
  naive.parts[0].lambda = 1.0 / 10.0;
  EXPECT_GT(proven(pair, naive), 3.0);
}

// Mironov's attack: is the answer a multiple of 2^-53? Laplace noise in floating-point added to 0 often is
// not, added to 1 it always is.
TEST(StochasticTester, LowBitsRevealFloatingPointNoiseAndNothingOfOurs) {
  const auto whole = [](double number, int bits) {
    const double scaled = std::ldexp(number, bits);
    return scaled == std::floor(scaled) ? 1 : 0;
  };
  const auto naive = [&](double truth, std::uint32_t side) -> Sampler {
    return [=](std::uint64_t number, std::span<int> seen) {
      SecureRng rng(SecureRng::Key{41, side, static_cast<std::uint32_t>(number)});
      const double uniform = (static_cast<double>(rng.bits() >> 11) + 0.5) * 0x1p-53;
      const double noise = std::log(uniform) * ((rng.bits() & 1) != 0 ? 1.0 : -1.0);
      seen[0] = whole(truth + noise, 53);
    };
  };
  EXPECT_GT(proven_epsilon(naive(0.0, 1), naive(1.0, 2), Attack{1, 2, draws}).epsilon, 3.0);

  Pair pair = pair_of(Aggregate::sum, false);
  pair.catalogue.tables[0].columns[0].decimals = 1;  // 0.8 there or not
  const Plan plan = plan_of(pair);
  const auto ours = [&](const std::vector<Row>& rows, std::uint32_t side) -> Sampler {
    return [&pair, &plan, side, whole, table = data(rows, 3)](std::uint64_t number, std::span<int> seen) {
      static const sfumato::Run run({.seed = 1, .threads = 1});
      SecureRng rng(SecureRng::Key{42, side, static_cast<std::uint32_t>(number)});
      const double value = draw(plan, pair.asked, pair.catalogue, table, rng, run)[0].value;
      for (int view = 0; view < 12; ++view) seen[static_cast<std::size_t>(view)] = whole(value, 44 + view);
      // Answers have no digits below the declared decimals.
      seen[12] = value == std::round(value * 10.0) / 10.0 ? 1 : 0;
      if (seen[12] == 0) ADD_FAILURE() << value;
    };
  };
  EXPECT_LE(proven_epsilon(ours(pair.one, 1), ours(pair.other, 2), Attack{13, 2, draws}).epsilon, 1.0);
}

}  // namespace
}  // namespace sfumato::queries
