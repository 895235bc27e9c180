// Normal columns: their moments and correlation, and that rows depend on nothing but their number.
#include "sample/normal_columns.hpp"

#include <gtest/gtest.h>

#include "stats/distributions/moments.hpp"

namespace sfumato::sample {
namespace {

Table drawn_normal(std::size_t rows, double correlation, int threads = 2, std::uint64_t seed = 1) {
  return normal_columns(rows, 4, correlation, Run({.seed = seed, .threads = threads}));
}

// Standard errors at 40,000 rows: 0.005 of a mean, 0.0035 of a deviation, (1 − ρ²)/200 of a correlation.
TEST(NormalColumns, HaveUnitVarianceAndTheGivenCorrelation) {
  for (const double correlation : {0.0, 0.5, 0.99, 1.0}) {
    const Table table = drawn_normal(40000, correlation);
    ASSERT_EQ(table.names(), (std::vector<std::string>{"X1", "X2", "X3", "X4"}));
    stats::Matrix data(table.rows(), 4);
    for (std::size_t j = 0; j < 4; ++j) {
      const Numbers values = table.column(j).to_numbers();
      std::copy(values.begin(), values.end(), data.column(j).begin());
      EXPECT_NEAR(stats::moments(values).mean, 0.0, 0.025);
      EXPECT_NEAR(stats::moments(values).sd(), 1.0, 0.018);
    }
    const stats::Matrix found = stats::correlation(stats::covariance(data));
    for (std::size_t j = 1; j < 4; ++j) {
      EXPECT_NEAR(found(0, j), correlation, 0.025 * (1.0 - correlation * correlation) + 1e-12);
    }
  }
}

TEST(NormalColumns, StartLikeLongerOnesWhateverTheThreads) {
  const Table shorter = drawn_normal(5000, 0.7, 1), longer = drawn_normal(9000, 0.7, 8);
  for (ColumnId id = 0; id < 4; ++id) {
    Numbers start = longer.column(id).to_numbers();
    start.resize(5000);
    EXPECT_EQ(shorter.column(id).to_numbers(), start);
  }
  EXPECT_FALSE(drawn_normal(10, 0.7, 1, 2).same_data(drawn_normal(10, 0.7, 1, 1)));
}

}  // namespace
}  // namespace sfumato::sample
