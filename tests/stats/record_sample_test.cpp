// Samples of records: which are drawn, how often, and the standard error by hand.
#include "stats/samples/record_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sfumato::stats {
namespace {

TEST(RecordSample, HasDifferentRecordsInOrder) {
  const RecordSample sample = drawn_records(100, 40, Rng({1, 2}));
  EXPECT_EQ(sample.of, 100U);
  EXPECT_EQ(sample.rows.size(), 40U);
  EXPECT_FALSE(sample.all());
  EXPECT_TRUE(std::is_sorted(sample.rows.begin(), sample.rows.end()));
  EXPECT_EQ(std::set<std::size_t>(sample.rows.begin(), sample.rows.end()).size(), 40U);
  EXPECT_LT(sample.rows.back(), 100U);
}

TEST(RecordSample, OfAsManyAsThereAreIsAllOfThem) {
  for (const std::size_t size : {5U, 6U, 1000000U}) {
    const RecordSample sample = drawn_records(5, size, Rng({1, 2}));
    EXPECT_EQ(sample.rows, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_TRUE(sample.all());
  }
  EXPECT_TRUE(drawn_records(0, 3, Rng({1, 2})).all());
}

TEST(RecordSample, OfALargerSizeHasThoseOfASmaller) {
  const RecordSample small = drawn_records(1000, 50, Rng({7, 1})),
                     large = drawn_records(1000, 400, Rng({7, 1}));
  EXPECT_TRUE(std::includes(large.rows.begin(), large.rows.end(), small.rows.begin(), small.rows.end()));
}

// 20,000 draws of 3 of 10: each record in 3/10 of them, with a standard deviation of √(0.21·20,000) = 65.
TEST(RecordSample, DrawsAllRecordsEquallyOften) {
  std::vector<int> counts(10, 0);
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    for (const std::size_t row : drawn_records(10, 3, Rng({seed, 5})).rows) ++counts[row];
  }
  for (const int count : counts) EXPECT_NEAR(count, 6000, 5 * 65);
}

TEST(RecordSample, ErrorOfMeanByHand) {
  // 1, 2, 6: the mean is 3, the variance (4 + 1 + 9)/2 = 7.
  const std::vector<double> values{1, 2, 6};
  EXPECT_DOUBLE_EQ(error_of_mean(values, 12), std::sqrt(7.0 / 3.0 * (1.0 - 3.0 / 12.0)));
  EXPECT_EQ(error_of_mean(values, 3), 0.0);
  EXPECT_TRUE(std::isnan(error_of_mean(std::vector<double>{4.0}, 3)));
}

}  // namespace
}  // namespace sfumato::stats
