// Projected counts by hand, and what makes them the nearest.
#include "stats/linear/simplex_projection.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

using Values = std::vector<double>;

TEST(SimplexProjection, ByHand) {
  // 8 and 5 lowered by 1.5 add up to 10; the others would be negative.
  EXPECT_EQ(simplex_projection(Values{8, -3, 5, 1}, 10), (Values{6.5, 0, 3.5, 0}));
  EXPECT_EQ(simplex_projection(Values{-4, -2}, 6), (Values{2, 4}));  // raised by 6
  EXPECT_EQ(simplex_projection(Values{3, 4}, 7), (Values{3, 4}));
  EXPECT_EQ(simplex_projection(Values{-5}, 2), (Values{2}));
  EXPECT_EQ(simplex_projection(Values{3, 1}, 0), (Values{0, 0}));
  EXPECT_TRUE(simplex_projection(Values{}, 3).empty());
}

TEST(SimplexProjection, IsTheNearestPoint) {
  Rng rng({6, 1});
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = 1 + rng.below(12);
    const double total = rng.uniform(0.0, 50.0);
    Values values(size);
    for (double& value : values) value = rng.uniform(-20.0, 40.0);
    const Values found = simplex_projection(values, total);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), total, 1e-9);
    // No acute angle with a corner of the simplex, hence with none of its points.
    for (std::size_t corner = 0; corner < size; ++corner) {
      double product = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_GE(found[i], 0.0);
        product += (values[i] - found[i]) * ((i == corner ? total : 0.0) - found[i]);
      }
      EXPECT_LE(product, 1e-8);
    }
  }
}

TEST(SimplexProjection, TakesNoiseFarBeyondTheTotal) {
  const Values found = simplex_projection(Values{4e18, -4e18, 1e18}, 100);
  EXPECT_EQ(found, (Values{100, 0, 0}));
}

}  // namespace
}  // namespace sfumato::stats
