// Distances of categories by hand, and the most central one against all sums.
#include "stats/neighbours/category_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

const Hierarchy places({{"Reus", "Tarragona", "Catalonia", "*"},
                        {"Valls", "Tarragona", "Catalonia", "*"},
                        {"Girona", "Girona province", "Catalonia", "*"},
                        {"Alcoi", "Alacant", "Valencia", "*"}});

TEST(CategoryDistance, OfNamesAndOrders) {
  EXPECT_EQ(CategoryDistance::nominal().between(2, 2), 0.0);
  EXPECT_EQ(CategoryDistance::nominal().between(2, 3), 1.0);
  const CategoryDistance order = CategoryDistance::ordinal({0.0, 0.25, 1.0, std::nan("")});
  EXPECT_EQ(order.between(0, 1), 0.25);
  EXPECT_EQ(order.between(2, 1), 0.75);
  EXPECT_EQ(order.between(3, 1), 1.0);
  EXPECT_EQ(order.between(3, 3), 0.0);
  EXPECT_EQ(order.least(), 0.25);
  EXPECT_EQ(even_places(3), (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(even_places(1), std::vector<double>{0.0});
}

TEST(CategoryDistance, IsTheLevelWhereTwoValuesMeet) {
  const CategoryDistance distance = CategoryDistance::hierarchical(
      {"Reus", "Valls", "Girona", "Alcoi", "Tarragona", "Valencia", "Paris"}, places);
  EXPECT_DOUBLE_EQ(distance.between(0, 1), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(distance.between(0, 2), 2.0 / 3.0);
  EXPECT_EQ(distance.between(0, 3), 1.0);
  EXPECT_DOUBLE_EQ(distance.between(0, 4), 1.0 / 3.0);  // its own province
  EXPECT_DOUBLE_EQ(distance.between(4, 2), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(distance.between(3, 5), 2.0 / 3.0);
  EXPECT_EQ(distance.between(6, 0), 1.0);  // in no level
  EXPECT_EQ(distance.between(6, 6), 0.0);
}

TEST(CategoryDistance, MostCentralHasTheSmallestSum) {
  const std::vector<std::string> texts{"Reus", "Valls", "Girona", "Alcoi", "Paris", "Tarragona"};
  const CategoryDistance distance = CategoryDistance::hierarchical(texts, places);
  // Reus 1, Valls 1, Alcoi 1: Reus and Valls sum to 1/3 + 1, Alcoi to 2.
  EXPECT_EQ(distance.most_central({{0, 1}, {1, 1}, {3, 1}}), 0);
  EXPECT_EQ(distance.most_central({{0, 1}, {1, 2}, {3, 1}}), 1);
  Rng rng({3, 5});
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<std::int32_t, std::size_t>> counts;
    for (std::int32_t code = 0; code < 6; ++code) {
      if (const std::size_t count = rng.below(4); count > 0) counts.emplace_back(code, count);
    }
    if (counts.empty()) continue;
    std::int32_t best = -1;
    double least = 1e300;
    for (const auto& [a, times] : counts) {
      double sum = 0.0;
      for (const auto& [b, count] : counts) sum += static_cast<double>(count) * distance.between(a, b);
      if (sum < least - 1e-9) {
        least = sum;
        best = a;
      }
    }
    EXPECT_EQ(distance.most_central(counts), best);
  }
}

}  // namespace
}  // namespace sfumato::stats
