// The first principal component by hand and against the covariance path, and projections with gaps.
#include "stats/linear/principal_component.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"
#include "support/points.hpp"

namespace sfumato::stats {
namespace {

const double nan = std::nan("");

Matrix matrix(const std::vector<std::vector<double>>& columns) {
  Matrix result(columns[0].size(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j)
    std::copy(columns[j].begin(), columns[j].end(), result.column(j).begin());
  return result;
}

TEST(PrincipalComponent, TwoColumnsShareIt) {
  const std::vector<double> loadings = first_component(matrix({{1, 2, 3, 5}, {1, 4, 3, 9}}));
  EXPECT_NEAR(loadings[0], std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(loadings[1], std::sqrt(0.5), 1e-12);
}

TEST(PrincipalComponent, OpposedColumnsGiveAPositiveFirstLoading) {
  const std::vector<double> loadings = first_component(matrix({{1, 2, 3, 5}, {-1, -4, -3, -9}}));
  EXPECT_NEAR(loadings[0], std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(loadings[1], -std::sqrt(0.5), 1e-12);
}

// Correlations 1/2 between each pair: the eigenvector to 1 + 2·(1/2) is (1, 1, 1)/√3.
TEST(PrincipalComponent, ThreeColumnsByHand) {
  const std::vector<double> loadings =
      first_component(matrix({{1, 1, 0, -1, -1, 0}, {1, 0, 1, -1, 0, -1}, {0, 1, 1, 0, -1, -1}}));
  for (const double loading : loadings) EXPECT_NEAR(loading, 1.0 / std::sqrt(3.0), 1e-12);
}

TEST(PrincipalComponent, AConstantColumnHasNoPart) {
  const std::vector<double> loadings = first_component(matrix({{4, 4, 4}, {1, 2, 4}}));
  EXPECT_EQ(loadings[0], 0.0);
  EXPECT_NEAR(loadings[1], 1.0, 1e-15);
  EXPECT_EQ(first_component(matrix({{4, 4, 4}})), (std::vector<double>{0.0}));
}

TEST(PrincipalComponent, CompleteDataHaveTheUsualCorrelations) {
  const Matrix points = random_points(200, 4, false, 3);
  const Matrix pairwise = pairwise_correlation(points), usual = correlation(covariance(points));
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) EXPECT_NEAR(pairwise(a, b), usual(a, b), 1e-14);
  }
}

TEST(PrincipalComponent, CorrelationsAreOverTheRecordsThatHaveBoth) {
  // Over records 0, 1 and 3: (1, 2, 4) and (2, 4, 8).
  const Matrix pairwise = pairwise_correlation(matrix({{1, 2, nan, 4, 9}, {2, 4, 7, 8, nan}}));
  EXPECT_NEAR(pairwise(0, 1), 1.0, 1e-15);
  EXPECT_EQ(pairwise_correlation(matrix({{1, nan, 3}, {nan, 2, 5}}))(0, 1), 0.0);
  EXPECT_EQ(pairwise_correlation(matrix({{1, 1, 3}, {4, 2, nan}}))(0, 1), 0.0);
}

TEST(PrincipalComponent, ProjectionsAreScaledByTheSharePresent) {
  const std::vector<double> scores =
      projected(matrix({{1, 1, nan, nan}, {2, nan, 4, nan}, {3, nan, 5, nan}}), {1.0, 2.0, -1.0});
  EXPECT_EQ(scores[0], 2.0);
  EXPECT_EQ(scores[1], 3.0);
  EXPECT_EQ(scores[2], (8.0 - 5.0) * 1.5);
  EXPECT_TRUE(std::isnan(scores[3]));
}

}  // namespace
}  // namespace sfumato::stats
