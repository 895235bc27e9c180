// Areas under ROC curves and their variances against all pairs.
#include "stats/ranks/roc_area.hpp"

#include <cmath>

#include "core/number_limits.hpp"
#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

double won(double positive, double negative) {
  return positive > negative ? 1.0 : positive == negative ? 0.5 : 0.0;
}

// DeLong and others (1988), equations 4 to 6, term by term.
double plain_covariance(const std::vector<double>& p, const std::vector<double>& n,
                        const std::vector<double>& q, const std::vector<double>& m, double first,
                        double second) {
  double of_positive = 0.0, of_negative = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    double a = 0.0, b = 0.0;
    for (std::size_t k = 0; k < n.size(); ++k) {
      a += won(p[i], n[k]) / static_cast<double>(n.size());
      b += won(q[i], m[k]) / static_cast<double>(n.size());
    }
    of_positive += (a - first) * (b - second);
  }
  for (std::size_t k = 0; k < n.size(); ++k) {
    double a = 0.0, b = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      a += won(p[i], n[k]) / static_cast<double>(p.size());
      b += won(q[i], m[k]) / static_cast<double>(p.size());
    }
    of_negative += (a - first) * (b - second);
  }
  const auto x = static_cast<double>(p.size()), y = static_cast<double>(n.size());
  return of_positive / (x - 1.0) / x + of_negative / (y - 1.0) / y;
}

TEST(RocArea, AgreesWithAllPairs) {
  Rng rng({5, 5});
  std::vector<double> p, n, q, m;
  for (int i = 0; i < 25; ++i) p.push_back(std::floor(8.0 * rng.uniform()) + 1.0);
  for (int i = 0; i < 40; ++i) n.push_back(std::floor(8.0 * rng.uniform()));
  for (const double one : p) q.push_back(one + rng.normal());
  for (const double one : n) m.push_back(one + rng.normal());
  const RocAreas found = roc_areas(p, n, q, m);
  double first = 0.0, second = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t k = 0; k < n.size(); ++k) {
      first += won(p[i], n[k]) / 1000.0;
      second += won(q[i], m[k]) / 1000.0;
    }
  }
  EXPECT_NEAR(found.first, first, 1e-12);
  EXPECT_NEAR(found.second, second, 1e-12);
  EXPECT_NEAR(found.first_variance, plain_covariance(p, n, p, n, first, first), 1e-14);
  EXPECT_NEAR(found.second_variance, plain_covariance(q, m, q, m, second, second), 1e-14);
  EXPECT_NEAR(found.covariance, plain_covariance(p, n, q, m, first, second), 1e-14);
}

TEST(RocArea, TakesInfiniteScoresAndSingleRecords) {
  const std::vector<double> high{infinity, infinity}, low{1.0, 2.0}, one{1.5};
  const RocAreas sure = roc_areas(high, low, low, high);
  EXPECT_EQ(sure.first, 1.0);
  EXPECT_EQ(sure.second, 0.0);
  EXPECT_EQ(sure.first_variance, 0.0);
  EXPECT_EQ(roc_areas(one, low, one, low).first, 0.5);
}

TEST(RocArea, CountsTruePositivesAtFewFalseOnes) {
  std::vector<double> negative;
  for (int i = 0; i < 100; ++i) negative.push_back(i);
  // One of a hundred may be taken for a member: thresholds above 98.
  EXPECT_EQ(true_positive_rate(std::vector<double>{98.0, 98.5, 99.0, 200.0}, negative, 0.01), 0.75);
  EXPECT_EQ(true_positive_rate(std::vector<double>{98.5, 99.0, 200.0, 99.5}, negative, 0.0), 0.5);
  EXPECT_EQ(true_positive_rate(std::vector<double>{1.0}, negative, 1.0), 1.0);
}

}  // namespace
}  // namespace sfumato::stats
