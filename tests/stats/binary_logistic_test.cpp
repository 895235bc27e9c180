// The tiled fit against the plain one, by hand, and where there is no maximum.
#include "stats/models/binary_logistic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/linear/regression.hpp"

namespace sfumato::stats {
namespace {

TiledDesign tiles_of(const Matrix& terms) {
  return {terms.rows(), terms.columns(), [&terms](std::size_t begin, std::size_t end, Matrix& tile) {
            for (std::size_t j = 0; j < terms.columns(); ++j) {
              for (std::size_t i = begin; i < end; ++i) tile(i - begin, j) = terms(i, j);
            }
          }};
}

struct Sample {
  Matrix terms;
  std::vector<std::uint8_t> classes;
};

Sample sample(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Rng rng({seed, 3});
  Sample made{Matrix(rows, columns), std::vector<std::uint8_t>(rows)};
  for (std::size_t i = 0; i < rows; ++i) {
    double odds = -0.5;
    for (std::size_t j = 0; j < columns; ++j) {
      made.terms(i, j) = rng.uniform();
      odds += (j % 2 == 0 ? 1.0 : -0.7) * made.terms(i, j);
    }
    made.classes[i] = rng.chance(1.0 / (1.0 + std::exp(-odds))) ? 1 : 0;
  }
  return made;
}

TEST(BinaryLogistic, EqualsThePlainRegression) {
  const sfumato::Run run({.seed = 1});
  for (const std::size_t columns : {1U, 2U, 3U, 6U, 7U}) {
    for (const double penalty : {0.0, 1.0, 50.0}) {
      const Sample data = sample(700 + 300 * columns, columns, columns);
      Matrix design(data.terms.rows(), columns + 1);
      std::vector<std::uint32_t> classes(data.classes.begin(), data.classes.end());
      for (std::size_t i = 0; i < design.rows(); ++i) {
        design(i, 0) = 1.0;
        for (std::size_t j = 0; j < columns; ++j) design(i, j + 1) = data.terms(i, j);
      }
      const LogisticFit plain = logistic_regression(design, classes, 2, penalty, run);
      const BinaryLogisticFit tiled = binary_logistic(tiles_of(data.terms), data.classes, penalty, run);
      EXPECT_TRUE(tiled.converged);
      EXPECT_NEAR(tiled.log_likelihood, plain.log_likelihood, 1e-9 * std::fabs(plain.log_likelihood));
      for (std::size_t j = 0; j <= columns; ++j) {
        // The plain one may stop where rounding hides the last step's gain.
        EXPECT_NEAR(tiled.coefficients[j], plain.coefficients(j, 0), 1e-6) << columns << ' ' << penalty;
        double gradient = j > 0 ? -penalty * tiled.coefficients[j] : 0.0;
        for (std::size_t i = 0; i < design.rows(); ++i) {
          gradient += design(i, j) * (data.classes[i] - tiled.probabilities[i]);
        }
        EXPECT_NEAR(gradient, 0.0, 1e-9) << columns << ' ' << penalty;
      }
      double odds = tiled.coefficients[0];
      for (std::size_t j = 0; j < columns; ++j) odds += tiled.coefficients[j + 1] * data.terms(600, j);
      EXPECT_NEAR(tiled.probabilities[600], 1.0 / (1.0 + std::exp(-odds)), 1e-12);
    }
  }
}

// One indicator without a penalty: the log odds of its groups, 1:3 and 2:2.
TEST(BinaryLogistic, ByHand) {
  Matrix terms(8, 1);
  for (std::size_t i = 4; i < 8; ++i) terms(i, 0) = 1.0;
  const std::vector<std::uint8_t> classes{1, 0, 0, 0, 1, 1, 0, 0};
  const BinaryLogisticFit fit = binary_logistic(tiles_of(terms), classes, 0.0, sfumato::Run({.seed = 1}));
  EXPECT_NEAR(fit.coefficients[0], -std::log(3.0), 1e-9);
  EXPECT_NEAR(fit.coefficients[1], std::log(3.0), 1e-9);
  EXPECT_NEAR(fit.probabilities[0], 0.25, 1e-9);
  EXPECT_NEAR(fit.effective_terms, 1.0, 1e-12);
}

// Under no difference the information of the indicator given the intercept is w·(Σx² − (Σx)²/n), where
// w = p(1 − p) = 15/64 for three of eight: 15/64·2.
TEST(BinaryLogistic, EffectiveTermsByHand) {
  Matrix terms(8, 1);
  for (std::size_t i = 4; i < 8; ++i) terms(i, 0) = 1.0;
  const std::vector<std::uint8_t> classes{1, 0, 0, 0, 1, 1, 0, 0};
  const double h = 15.0 / 64.0 * 2.0, share = h / (h + 1.0);
  EXPECT_NEAR(binary_logistic(tiles_of(terms), classes, 1.0, sfumato::Run({.seed = 1})).effective_terms,
              share * share, 1e-12);
}

TEST(BinaryLogistic, AcceptsSeparationCollinearityAndNoTerms) {
  const sfumato::Run run({.seed = 1});
  Matrix terms(40, 2);
  std::vector<std::uint8_t> classes(40);
  for (std::size_t i = 0; i < 40; ++i) {
    terms(i, 0) = static_cast<double>(i) / 40.0;
    terms(i, 1) = 2.0 * terms(i, 0);
    classes[i] = i < 20 ? 0 : 1;
  }
  const BinaryLogisticFit separated = binary_logistic(tiles_of(terms), classes, 0.0, run);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(separated.probabilities[i], classes[i], 1e-3);
  const BinaryLogisticFit bare = binary_logistic(tiles_of(Matrix(40, 0)), classes, 1.0, run);
  EXPECT_EQ(bare.probabilities[7], 0.5);
}

TEST(BinaryLogistic, IsTheSameForOneAndEightThreads) {
  const Sample data = sample(20000, 5, 9);
  const auto fit = [&](int threads) {
    return binary_logistic(tiles_of(data.terms), data.classes, 1.0,
                           sfumato::Run({.seed = 1, .threads = threads}));
  };
  EXPECT_EQ(fit(1).coefficients, fit(8).coefficients);
}

}  // namespace
}  // namespace sfumato::stats
