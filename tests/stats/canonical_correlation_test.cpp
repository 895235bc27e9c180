// Canonical correlations against determinants, by Wilks: ∏(1 − ρ²) = |C| / (|Cxx|·|Cyy|), against
// formulas for few columns, and where columns are dependent.
#include "stats/linear/canonical_correlation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks/rank_pairs.hpp"

namespace sfumato::stats {
namespace {

// Ranks of columns that share a factor, so that they correlate; with `levels` > 0 there are ties.
Matrix ranks(std::size_t rows, std::size_t columns, double shared, std::uint64_t levels, std::uint64_t seed,
             const Run& run) {
  Rng common({11, 12}), own({seed, 13});
  Matrix data(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const double factor = common.normal();
    for (std::size_t j = 0; j < columns; ++j) {
      data(i, j) = shared * factor + own.normal();
      if (levels > 0) data(i, j) = std::round(data(i, j) * static_cast<double>(levels));
    }
  }
  rank_columns(data, run);
  return data;
}

// By elimination without pivoting, which positive definite matrices allow.
long double determinant(std::vector<std::vector<long double>> a) {
  long double result = 1.0L;
  for (std::size_t k = 0; k < a.size(); ++k) {
    result *= a[k][k];
    for (std::size_t i = k + 1; i < a.size(); ++i) {
      const long double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < a.size(); ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return result;
}

std::vector<std::vector<long double>> correlations(const std::vector<std::span<const double>>& columns) {
  const std::size_t size = columns.size();
  std::vector<std::vector<long double>> result(size, std::vector<long double>(size));
  const long double mean = (static_cast<long double>(columns[0].size()) + 1.0L) / 2.0L;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      for (std::size_t i = 0; i < columns[a].size(); ++i) {
        result[a][b] += (columns[a][i] - mean) * (columns[b][i] - mean);
      }
    }
  }
  std::vector<long double> scale(size);
  for (std::size_t a = 0; a < size; ++a) scale[a] = std::sqrt(result[a][a]);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) result[a][b] /= scale[a] * scale[b];
  }
  return result;
}

std::vector<std::span<const double>> spans(const Matrix& matrix) {
  std::vector<std::span<const double>> result;
  for (std::size_t j = 0; j < matrix.columns(); ++j) result.push_back(matrix.column(j));
  return result;
}

double by_determinants(const Matrix& x, const Matrix& y) {
  auto all = spans(x);
  for (const auto& column : spans(y)) all.push_back(column);
  return static_cast<double>(determinant(correlations(all)) / determinant(correlations(spans(x))) /
                             determinant(correlations(spans(y))));
}

double unexplained(const CanonicalCorrelations& found) {
  double result = 1.0;
  for (const double rho : found.values) result *= 1.0 - rho * rho;
  return result;
}

TEST(CanonicalCorrelation, OfOneColumnEachIsSpearmans) {
  const sfumato::Run run({.seed = 1});
  const Matrix x = ranks(50, 1, 1.0, 0, 1, run), y = ranks(50, 1, 1.0, 2, 2, run);
  const auto c = correlations({x.column(0), y.column(0)});
  EXPECT_NEAR(canonical_correlations(x, y, run).values.at(0), std::fabs(static_cast<double>(c[0][1])), 1e-13);
}

TEST(CanonicalCorrelation, EqualsTheDeterminants) {
  const sfumato::Run run({.seed = 1});
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::size_t rows = 40 + 30 * seed, columns = 2 + seed;
    const Matrix x = ranks(rows, columns, 1.5, seed % 3, seed, run);
    const Matrix y = ranks(rows, columns, 0.8, seed % 2, seed + 100, run);
    const CanonicalCorrelations found = canonical_correlations(x, y, run);
    EXPECT_EQ(found.values.size(), columns);
    EXPECT_NEAR(unexplained(found), by_determinants(x, y), 1e-11);
  }
}

// A column and a copy of it with two neighbours exchanged: far beyond what cross products resolve, but
// not beyond 1e-10 of the largest singular value.
TEST(CanonicalCorrelation, SeesColumnsThatAreNearlyTheSame) {
  const sfumato::Run run({.seed = 1});
  const std::size_t rows = 2000;
  Matrix x = ranks(rows, 3, 0.5, 0, 1, run);
  const Matrix y = ranks(rows, 2, 0.5, 0, 2, run);
  std::size_t first = 0, second = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    x(i, 1) = x(i, 0);
    if (x(i, 0) == 700.0) first = i;
    if (x(i, 0) == 701.0) second = i;
  }
  std::swap(x(first, 1), x(second, 1));
  const CanonicalCorrelations found = canonical_correlations(x, y, run);
  EXPECT_EQ(found.original_rank, 3U);
  EXPECT_NEAR(unexplained(found), by_determinants(x, y), 1e-9);
}

TEST(CanonicalCorrelation, DependentAndConstantColumnsHaveNoPart) {
  const sfumato::Run run({.seed = 1});
  const Matrix x = ranks(300, 3, 1.0, 0, 1, run), y = ranks(300, 3, 1.0, 0, 2, run);
  Matrix wide(300, 6);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < 3; ++j) wide(i, j) = x(i, j);
    wide(i, 3) = x(i, 1);
    wide(i, 4) = 301.0 - x(i, 2);  // the order reversed
    wide(i, 5) = 150.5;
  }
  const CanonicalCorrelations plain = canonical_correlations(x, y, run);
  const CanonicalCorrelations found = canonical_correlations(wide, y, run);
  EXPECT_EQ(found.original_rank, 3U);
  ASSERT_EQ(found.values.size(), 3U);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(found.values[j], plain.values[j], 1e-12);
}

TEST(CanonicalCorrelation, OfEqualSidesIsOne) {
  const sfumato::Run run({.seed = 1});
  const Matrix x = ranks(100, 4, 1.0, 3, 1, run);
  for (const double rho : canonical_correlations(x, x, run).values) EXPECT_NEAR(rho, 1.0, 1e-13);
}

TEST(CanonicalCorrelation, OfConstantColumnsIsNone) {
  Matrix constant(10, 2);
  for (std::size_t i = 0; i < 10; ++i) constant(i, 0) = constant(i, 1) = 5.5;
  EXPECT_TRUE(canonical_correlations(constant, constant, sfumato::Run({.seed = 1})).values.empty());
}

}  // namespace
}  // namespace sfumato::stats
