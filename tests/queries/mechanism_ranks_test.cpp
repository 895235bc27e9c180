// The exponential mechanism on ranks: its integer arithmetic against plain formulas, its probabilities
// against draws, and ε against every pair of neighbours of a small domain.
#include "queries/mechanism/rank_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "core/secure_rng.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using Values = std::vector<std::uint64_t>;

TEST(ExactWeights, ArePowersOfOneHalf) {
  EXPECT_EQ(power_of_half(0).mantissa, std::uint64_t{1} << 63);
  Rng rng({1, 2});
  for (int i = 0; i < 2000; ++i) {
    const double exponent = std::floor(127.0 * 0x1p40 * rng.uniform()) * 0x1p-40;
    const Weight weight = power_of_half(static_cast<Unsigned128>(std::ldexp(exponent, 64)));
    const double value = std::ldexp(static_cast<double>(weight.mantissa), -63 - weight.shift);
    EXPECT_NEAR(value / std::exp2(-exponent), 1.0, 1e-15);
  }
  // √½ to 62 bits.
  EXPECT_NEAR(static_cast<double>(power_of_half(static_cast<Unsigned128>(1) << 63).mantissa -
                                  std::uint64_t{6521908912666391106}),
              0.0, 8.0);
  EXPECT_EQ(power_of_half(max_exponent).shift, max_power);
}

TEST(ExactWeights, AreAddedAndSubtracted) {
  // 3 · 2^−127 is three units of mantissa 2^63; 3 · 1 is 127 bits more.
  EXPECT_EQ(times(2, power_of_half(max_exponent)), (Sum{0, 1, 0, 0}));
  EXPECT_EQ(times(6, power_of_half(0)), (Sum{0, 0, std::uint64_t{1} << 63, 1}));
  EXPECT_EQ(times(2, power_of_half(static_cast<Unsigned128>(63) << 64)), (Sum{0, 0, 1, 0}));
  Rng rng({1, 3});
  for (int i = 0; i < 1000; ++i) {
    Sum a{rng.bits(), rng.bits(), rng.bits(), rng.bits() >> 1},
        b{rng.bits(), rng.bits(), rng.bits(), rng.bits() >> 1};
    Sum sum = a;
    add(sum, b);
    EXPECT_FALSE(subtract(sum, b));
    EXPECT_EQ(sum, a);
    const bool less = std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    EXPECT_EQ(subtract(a, b), less);
  }
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(below({10, 0, 0, 0}, {ones, ones, ones, ones, ones}), (Sum{9, 0, 0, 0}));
  EXPECT_EQ(below({10, 0, 0, 0}, {0, 0, 0, 0, std::uint64_t{1} << 63}), (Sum{5, 0, 0, 0}));
  EXPECT_EQ(below({0, 0, 0, ones}, {0, 0, 0, 0, 0}), (Sum{0, 0, 0, 0}));
  EXPECT_EQ(below({0, 0, 0, 8}, {0, 0, 0, 0, std::uint64_t{1} << 62}), (Sum{0, 0, 0, 2}));
}

Plan plan_for(std::int64_t millionths, std::int64_t width, std::int64_t micro, Neighbours neighbours,
              bool histogram = false) {
  const Catalogue declared = catalogue({number(0, width), category(2)});
  return make_plan(query(Aggregate::quantile, 0, {},
                         histogram ? std::vector<std::size_t>{1} : std::vector<std::size_t>{}, millionths),
                   declared, micro, neighbours);
}

// The probability of each value by the plain formula of mechanism.hpp, in floating-point.
std::vector<double> probabilities(const PlanPart& part, const Values& values, std::uint64_t width) {
  const auto n = static_cast<double>(values.size());
  const double size = static_cast<double>(width) + 1.0, share = static_cast<double>(part.millionths) / 1e6;
  const double edge = std::min(std::log(size) / part.lambda, n / 2.0);
  const double shift = std::log(40.0 * size) / part.lambda;
  const double target = part.end == 0 ? std::clamp(share * n, edge, n - edge) : share * n + part.end * shift;
  std::vector<double> result;
  for (std::uint64_t x = 0; x <= width; ++x) {
    const auto below =
        static_cast<double>(std::count_if(values.begin(), values.end(), [&](auto v) { return v < x; }));
    const auto upto =
        static_cast<double>(std::count_if(values.begin(), values.end(), [&](auto v) { return v <= x; }));
    result.push_back(std::exp(-part.lambda * std::max({0.0, below - target, target - upto})));
  }
  if (part.end < 0) result.front() += 40.0 * size * std::exp(-part.lambda * std::fabs(target));
  if (part.end > 0) result.back() += 40.0 * size * std::exp(-part.lambda * std::fabs(n - target));
  double sum = 0.0;
  for (const double weight : result) sum += weight;
  for (double& weight : result) weight /= sum;
  return result;
}

TEST(RankChoice, HasItsExactProbabilities) {
  constexpr std::uint64_t width = 9;
  SecureRng rng(SecureRng::Key{21});
  constexpr int draws = 10'000;
  for (const Values& values : {Values{}, Values{4}, Values{2, 2, 2, 7, 9, 9}}) {
    for (const std::int64_t millionths : {0LL, 250'000LL, 500'000LL, 1'000'000LL}) {
      const Plan plan = plan_for(millionths, width, 6'000'000, Neighbours::replace);
      for (const PlanPart& part : plan.parts) {
        const RankChoice choice(part, width);
        const auto expected = probabilities(part, values, width);
        std::vector<double> counts(width + 1, 0.0);
        for (int i = 0; i < draws; ++i) {
          RankChoice::Words words;
          rng.fill(words);
          counts[choice.choose(values, words)] += 1.0;
        }
        for (std::size_t x = 0; x <= width; ++x) {
          const double mean = draws * expected[x];
          EXPECT_NEAR(counts[x], mean, 5.0 * std::sqrt(mean) + 5.0)
              << millionths << " " << part.end << " " << x;
        }
      }
    }
  }
}

void all_multisets(std::uint64_t width, std::size_t most, Values& current, std::vector<Values>& result) {
  result.push_back(current);
  if (current.size() == most) return;
  for (std::uint64_t value = current.empty() ? 0 : current.back(); value <= width; ++value) {
    current.push_back(value);
    all_multisets(width, most, current, result);
    current.pop_back();
  }
}

double largest_loss(const std::vector<double>& one, const std::vector<double>& other) {
  double loss = 0.0;
  for (std::size_t x = 0; x < one.size(); ++x) loss = std::max(loss, std::fabs(std::log(one[x] / other[x])));
  return loss;
}

// For all databases of up to five values, by the plain formula, which the draws above follow.
TEST(RankChoice, SatisfiesEpsilonForAllNeighbours) {
  constexpr std::uint64_t width = 3;
  std::vector<Values> databases;
  Values none;
  all_multisets(width, 5, none, databases);
  for (const std::int64_t micro : {300'000LL, 3'000'000LL, 30'000'000LL}) {
    for (const std::int64_t millionths : {0LL, 300'000LL, 500'000LL, 1'000'000LL}) {
      const auto loss_of = [&](const Plan& plan, std::size_t part, bool replace) {
        double largest = 0.0;
        for (const Values& database : databases) {
          const auto own = probabilities(plan.parts[part], database, width);
          for (std::size_t gone = 0; gone < database.size(); ++gone) {
            Values fewer = database;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(gone));
            largest = std::max(largest, largest_loss(own, probabilities(plan.parts[part], fewer, width)));
            for (std::uint64_t value = 0; replace && value <= width; ++value) {
              Values other = fewer;
              other.insert(std::upper_bound(other.begin(), other.end(), value), value);
              largest = std::max(largest, largest_loss(own, probabilities(plan.parts[part], other, width)));
            }
          }
        }
        return largest;
      };
      for (std::size_t part = 0; part < 3; ++part) {
        const double epsilon = static_cast<double>(micro) / 3e6 + 1e-9;
        EXPECT_LE(loss_of(plan_for(millionths, width, micro, Neighbours::replace), part, true), epsilon);
        EXPECT_LE(loss_of(plan_for(millionths, width, micro, Neighbours::add_remove), part, false), epsilon);
        // A record that moves leaves one group and enters another.
        const Plan histogram = plan_for(millionths, width, micro, Neighbours::replace, true);
        EXPECT_LE(2.0 * loss_of(histogram, part, false), epsilon);
        EXPECT_LE(loss_of(histogram, part, true), epsilon);
      }
    }
  }
}

// The change of the rank, in the integer arithmetic of the library.
TEST(RankChoice, RanksChangeByAtMostTheSensitivity) {
  for (const std::int64_t millionths : {0LL, 1LL, 300'000LL, 500'000LL, 999'999LL, 1'000'000LL}) {
    for (const std::int64_t micro : {30'000LL, 9'000'000LL}) {
      const Plan plan = plan_for(millionths, 3, micro, Neighbours::add_remove);
      for (const PlanPart& part : plan.parts) {
        const RankChoice choice(part, 3);
        const auto most = static_cast<Wide>(std::llround(part.sensitivity * 1e6));
        for (std::int64_t count = 0; count < 40; ++count) {
          for (std::int64_t below = 0; below <= count; ++below) {
            for (std::int64_t upto = below; upto <= count; ++upto) {
              const Wide own = RankChoice::off(below, upto, choice.target(count));
              const Wide next = choice.target(count + 1);
              for (const Wide other :
                   {RankChoice::off(below + 1, upto + 1, next), RankChoice::off(below, upto + 1, next),
                    RankChoice::off(below, upto, next)}) {
                ASSERT_LE(own > other ? own - other : other - own, most) << millionths << " " << part.end;
              }
            }
          }
        }
      }
    }
  }
}

// More values than a block, ties across a block boundary, and a last block that is not full.
TEST(RankChoice, HasItsExactProbabilitiesOverManyBlocks) {
  constexpr std::uint64_t width = 40;
  Rng made({3, 3});
  Values values(60, 11);
  for (int i = 0; i < 120; ++i) values.push_back(made.below(width + 1));
  std::sort(values.begin(), values.end());
  SecureRng rng(SecureRng::Key{22});
  constexpr int draws = 4000;
  for (const std::int64_t micro : {60'000LL, 600'000LL}) {
    const Plan plan = plan_for(500'000, width, micro, Neighbours::replace);
    for (const PlanPart& part : plan.parts) {
      const RankChoice choice(part, width);
      const auto expected = probabilities(part, values, width);
      std::vector<double> counts(width + 1, 0.0);
      for (int i = 0; i < draws; ++i) {
        RankChoice::Words words;
        rng.fill(words);
        counts[choice.choose(values, words)] += 1.0;
      }
      for (std::size_t x = 0; x <= width; ++x) {
        const double mean = draws * expected[x];
        EXPECT_NEAR(counts[x], mean, 5.0 * std::sqrt(mean) + 5.0) << part.end << " " << x;
      }
    }
  }
}

TEST(RankChoice, ReachesBothBoundsOfTheWidestDomain) {
  constexpr std::uint64_t width = std::uint64_t{1} << 54;
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  for (const std::int64_t micro : {3LL, 1'000'000LL, 1'000'000'000'000LL}) {
    PlanPart part = plan_for(500'000, 100, micro, Neighbours::replace).parts[0];
    for (const int end : {-1, 0, 1}) {
      part.end = end;
      const RankChoice choice(part, width);
      for (const Values& values : {Values{}, Values{width}, Values{0, 0, width / 2, width, width}}) {
        EXPECT_EQ(choice.choose(values, {}), end > 0 ? width : 0U);  // the outside candidate is first
        EXPECT_EQ(choice.choose(values, {ones, ones, ones, ones, ones, ones, ones}), width);
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::queries
