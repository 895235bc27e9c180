// Cross products of ranks against plain sums, which are exact in this range.
#include "stats/linear/cross_products.hpp"

#include <gtest/gtest.h>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

TEST(CrossProducts, EqualPlainSums) {
  for (const std::size_t rows : {0UL, 1UL, 3UL, 7UL, 2048UL, 5003UL}) {
    Rng rng({rows, 5});
    Matrix data(rows, 7);
    for (std::size_t j = 0; j < 7; ++j) {
      std::vector<double> values(rows);
      for (double& value : values) value = static_cast<double>(rng.below(1 + rows / (j + 1)));
      const std::vector<double> ranks = average_ranks(values);
      std::copy(ranks.begin(), ranks.end(), data.column(j).begin());
    }
    const Matrix found = rank_products(columns_of(data), sfumato::Run({.seed = 1}));
    const double mean = (static_cast<double>(rows) + 1.0) / 2.0;
    for (std::size_t a = 0; a < 7; ++a) {
      for (std::size_t b = 0; b < 7; ++b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < rows; ++i) sum += (data(i, a) - mean) * (data(i, b) - mean);
        EXPECT_EQ(found(a, b), sum);
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
