// The three kinds of error, weights and skipped zeros.
#include "stats/linear/discrepancy.hpp"

#include <gtest/gtest.h>

namespace sfumato::stats {
namespace {

TEST(Discrepancy, ByHand) {
  Discrepancy found;
  found.add(2.0, 3.0);
  found.add(-4.0, -2.0);
  found.add(0.0, 5.0);
  EXPECT_DOUBLE_EQ(found.mean_square(), (1.0 + 4.0 + 25.0) / 3.0);
  EXPECT_DOUBLE_EQ(found.mean_absolute(), 8.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.mean_variation(), (0.5 + 0.5) / 2.0);
  EXPECT_EQ(found.zeros(), 1U);
  EXPECT_EQ(found.to_value().at("zero_denominators"), Value(1));
}

TEST(Discrepancy, OfNothingIsZero) {
  const Discrepancy nothing;
  EXPECT_EQ(nothing.mean_square(), 0.0);
  EXPECT_EQ(nothing.mean_variation(), 0.0);
  EXPECT_EQ(nothing.to_value().find("zero_denominators"), nullptr);
}

TEST(Discrepancies, SkipVanishingComponents) {
  // Two columns that are one: λ = 2 and 0; only the first component counts.
  Matrix data(4, 2);
  for (std::size_t i = 0; i < 4; ++i) data(i, 0) = data(i, 1) = static_cast<double>(i * i);
  const Discrepancies found = discrepancies(data, data);
  EXPECT_EQ(found.loadings.mean_absolute(), 0.0);
  EXPECT_EQ(found.scores.mean_square(), 0.0);
  EXPECT_EQ(found.to_value().as_object().size(), 8U);
}

}  // namespace
}  // namespace sfumato::stats
