// The search for nearer records against every pair.
#include "stats/neighbours/partner_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

TEST(PartnerSearch, EqualsBruteForce) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Rng rng({seed, 3});
    const std::size_t rows = 150, columns = 1 + seed % 4;
    Matrix a(rows, columns), b(rows, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < rows; ++i) {
        a(i, j) = static_cast<double>(rng.below(seed < 6 ? 200 : 5));  // few values: many ties
        b(i, j) = a(i, j) + static_cast<double>(rng.below(4));
      }
    }
    const std::vector<double> found = nearest_partners(a, b, sfumato::Run({.seed = 1}));
    const std::vector<double> partners = largest_differences(a, b);
    for (std::size_t i = 0; i < rows; ++i) {
      std::size_t nearer = 0, ties = 0;
      for (std::size_t k = 0; k < rows; ++k) {
        double distance = 0.0;
        for (std::size_t j = 0; j < columns; ++j) distance = std::max(distance, std::fabs(a(i, j) - b(k, j)));
        EXPECT_TRUE(k != i || distance == partners[i]);
        nearer += distance < partners[i] ? 1 : 0;
        ties += distance == partners[i] ? 1 : 0;
      }
      EXPECT_EQ(found[i], nearer > 0 ? 0.0 : 1.0 / static_cast<double>(ties));
    }
  }
}

TEST(PartnerSearch, EqualRecordsAreLookedAtOnce) {
  const std::size_t rows = 200000;  // every pair would take minutes
  Matrix same(rows, 2);
  for (const double chance : nearest_partners(same, same, sfumato::Run({.seed = 1}))) {
    ASSERT_EQ(chance, 1.0 / static_cast<double>(rows));
  }
}

}  // namespace
}  // namespace sfumato::stats
