// Moments by hand.
#include "stats/distributions/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

Matrix two_columns() {
  Matrix data(3, 2);
  const double a[3] = {1, 2, 3}, b[3] = {2, 0, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    data(i, 0) = a[i];
    data(i, 1) = b[i];
  }
  return data;
}

TEST(Moments, SkipMissingValues) {
  const std::vector<double> values{2, std::nan(""), 4, 6};
  const Moments found = moments(values);
  EXPECT_EQ(found.count, 3U);
  EXPECT_DOUBLE_EQ(found.mean, 4.0);
  EXPECT_DOUBLE_EQ(found.sd(), 2.0);
}

TEST(Moments, OfFewerThanTwoValues) {
  EXPECT_EQ(moments(std::vector<double>{}).sd(), 0.0);
  EXPECT_EQ(moments(std::vector<double>{5.0}).sd(), 0.0);
  EXPECT_EQ(moments(std::vector<double>{5.0}).mean, 5.0);
}

TEST(Moments, CovarianceAndCorrelation) {
  const Matrix found = covariance(two_columns());
  EXPECT_DOUBLE_EQ(found(0, 0), 1.0);
  EXPECT_DOUBLE_EQ(found(1, 1), 4.0);
  EXPECT_DOUBLE_EQ(found(0, 1), 1.0);
  EXPECT_DOUBLE_EQ(correlation(found)(1, 0), 0.5);
}

TEST(Moments, AConstantColumnCorrelatesWithNothing) {
  Matrix data = two_columns();
  for (double& value : data.column(1)) value = 7;
  const Matrix found = correlation(covariance(data));
  EXPECT_EQ(found(0, 1), 0.0);
  EXPECT_EQ(found(1, 1), 1.0);
}

TEST(Moments, ZScores) {
  Matrix data = two_columns();
  data(1, 1) = std::nan("");
  const Matrix scores = standardized(data);
  EXPECT_DOUBLE_EQ(scores(0, 0), -1.0);
  EXPECT_DOUBLE_EQ(scores(2, 1), 1.0 / std::sqrt(2.0));
  EXPECT_TRUE(std::isnan(scores(1, 1)));
  for (double& value : data.column(0)) value = 7;
  EXPECT_EQ(standardized(data)(1, 0), 0.0);
}

}  // namespace
}  // namespace sfumato::stats
