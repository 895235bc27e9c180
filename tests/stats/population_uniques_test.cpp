// Estimates of population uniques, from samples of populations that were drawn from each model.
#include "stats/classes/population_uniques.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

struct Drawn {
  SampleClasses sample;
  double population = 0.0, uniques = 0.0;
};

// A sample in which each record is with that chance.
Drawn drawn_from(const std::vector<std::uint32_t>& sizes, double fraction, double cells, Rng& rng) {
  Drawn result{{{}, cells}};
  for (const std::uint32_t size : sizes) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < size; ++i) found += rng.chance(fraction) ? 1U : 0U;
    if (found > 0) ++result.sample.of_size[found];
    result.population += size;
    result.uniques += size == 1 ? 1.0 : 0.0;
  }
  return result;
}

// Failures before the first success: with r of them, a negative binomial.
std::uint32_t geometric(double success, Rng& rng) {
  std::uint32_t failures = 0;
  while (!rng.chance(success)) ++failures;
  return failures;
}

TEST(PopulationUniques, APopulationThatIsTheSampleIsCounted) {
  const SampleClasses sample{{{1, 7}, {2, 3}, {5, 1}}, 100.0};
  for (const auto& estimate : {poisson_uniques, pitman_uniques, zayatz_uniques, slide_uniques}) {
    EXPECT_EQ(estimate(sample, 18.0), 7.0);
  }
}

// Gamma means with shape 1 make sizes geometric, empty cells included.
TEST(PopulationUniques, PoissonFindsThoseOfGammaMeans) {
  Rng rng({1, 1});
  std::vector<std::uint32_t> sizes(40000);
  for (std::uint32_t& size : sizes) size = geometric(0.2, rng);
  const Drawn drawn = drawn_from(sizes, 0.2, 40000.0, rng);
  EXPECT_NEAR(poisson_uniques(drawn.sample, drawn.population).value(), drawn.uniques, 0.05 * drawn.uniques);
}

TEST(PopulationUniques, SlideFindsThoseOfSlideNegativeBinomialSizes) {
  Rng rng({2, 1});
  std::vector<std::uint32_t> sizes(60000);
  for (std::uint32_t& size : sizes) size = 1 + geometric(0.3, rng) + geometric(0.3, rng);
  const Drawn drawn = drawn_from(sizes, 0.25, 1e6, rng);
  EXPECT_NEAR(slide_uniques(drawn.sample, drawn.population).value(), drawn.uniques, 0.15 * drawn.uniques);
}

// Records come one by one and open a class with chance (θ + uα)/(θ + i), or join one with (size − α)/(θ + i).
// The first n of them are a sample.
TEST(PopulationUniques, PitmanFindsThoseOfPitmansFormula) {
  Rng rng({3, 1});
  const double theta = 50.0, alpha = 0.5;
  std::vector<std::uint32_t> class_of, sizes;
  Drawn drawn;
  for (std::size_t i = 0; i < 100000; ++i) {
    const double place = static_cast<double>(i);
    const double u = static_cast<double>(sizes.size());
    if (i == 0 || rng.chance((theta + u * alpha) / (theta + place))) {
      class_of.push_back(static_cast<std::uint32_t>(sizes.size()));
      sizes.push_back(1);
    } else {
      // A record before it, drawn again where it falls on the α of its class.
      std::uint32_t joined = class_of[rng.below(i)];
      while (rng.chance(alpha / sizes[joined])) joined = class_of[rng.below(i)];
      class_of.push_back(joined);
      ++sizes[joined];
    }
    if (i + 1 == 10000) {
      for (const std::uint32_t size : sizes) ++drawn.sample.of_size[size];
    }
  }
  for (const std::uint32_t size : sizes) drawn.uniques += size == 1 ? 1.0 : 0.0;
  EXPECT_NEAR(pitman_uniques(drawn.sample, 100000.0).value(), drawn.uniques, 0.1 * drawn.uniques);
}

// N = 6, n = 4, sizes 1, 1, 2: chances of being unique in the sample, over C(6,4): 1·C(5,3) = 10 and
// 2·C(4,3) = 8. So P = 2·10/(2·10 + 8) = 5/7, of 2 sample uniques, and a sample has 4/6 of all.
TEST(PopulationUniques, ZayatzByHand) {
  EXPECT_NEAR(zayatz_uniques({{{1, 2}, {2, 1}}, 10.0}, 6.0).value(), 2.0 * 5.0 / 7.0 * 6.0 / 4.0, 1e-12);
  EXPECT_EQ(zayatz_uniques({{{2, 5}}, 10.0}, 100.0), 0.0);
}

TEST(PopulationUniques, SayWhereNothingFits) {
  const SampleClasses all_unique{{{1, 50}}, 1000.0};
  EXPECT_EQ(pitman_uniques(all_unique, 500.0), std::nullopt);
  const SampleClasses one_class{{{50, 1}}, 1000.0};
  EXPECT_EQ(pitman_uniques(one_class, 500.0), std::nullopt);
}

}  // namespace
}  // namespace sfumato::stats
