// Patterns of agreement against a comparison of every pair of doubles, with ties and at the edges of blocks.
#include "stats/linkage/agreement_patterns.hpp"

#include <gtest/gtest.h>

#include <mutex>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

std::uint32_t brute_force(const Matrix& a, std::size_t i, const Matrix& b, std::size_t k,
                          const std::vector<double>& tolerances) {
  std::uint32_t pattern = 0;
  for (std::size_t j = 0; j < a.columns(); ++j) {
    if (std::fabs(a(i, j) - b(k, j)) <= tolerances[j]) pattern |= 1U << j;
  }
  return pattern;
}

void expect_equal_to_brute_force(const Matrix& a, const Matrix& b, const std::vector<double>& tolerances) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  const AgreementPatterns patterns(a, b, tolerances, run);
  std::vector<std::vector<std::uint32_t>> rows(a.rows(), std::vector<std::uint32_t>(b.rows()));
  std::vector<std::uint64_t> counts(std::size_t{1} << a.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t k = 0; k < b.rows(); ++k) {
      rows[i][k] = brute_force(a, i, b, k, tolerances);
      ++counts[rows[i][k]];
    }
    std::vector<std::uint32_t> row(b.rows());
    patterns.row(i, row);
    ASSERT_EQ(row, rows[i]);
  }
  EXPECT_EQ(patterns.counts(run), counts);
  std::mutex mutex;
  std::size_t visited = 0;
  patterns.for_each_row(
      [&](std::size_t i, std::span<const PatternCount> found) {
        const std::lock_guard lock(mutex);
        ++visited;
        for (const auto& [pattern, count] : found) {
          EXPECT_EQ(count, std::count(rows[i].begin(), rows[i].end(), pattern));
        }
      },
      run);
  EXPECT_EQ(visited, a.rows());
}

TEST(AgreementPatterns, EqualBruteForce) {
  for (const std::size_t columns : {1, 2, 7, 8, 9, 13}) {
    for (const auto& [rows, others] :
         {std::pair{1, 1}, {3, 223}, {5, 224}, {4, 225}, {1025, 40}, {600, 700}, {60, 449}}) {
      for (const bool grid : {false, true}) {
        const Matrix a = random_points(static_cast<std::size_t>(rows), columns, grid, columns);
        const Matrix b = random_points(static_cast<std::size_t>(others), columns, grid, columns + 50);
        // On the grid a difference often equals the tolerance.
        std::vector<double> tolerances(columns, grid ? 1.0 : 300.0);
        tolerances.back() = 0.0;
        expect_equal_to_brute_force(a, b, tolerances);
      }
    }
  }
}

TEST(AgreementPatterns, TakeTwentyColumnsAndEmptyFiles) {
  const Matrix a = random_points(30, 20, false, 1), b = random_points(250, 20, false, 2);
  expect_equal_to_brute_force(a, b, std::vector<double>(20, 800.0));
  expect_equal_to_brute_force(a, Matrix(0, 20), std::vector<double>(20, 800.0));
  expect_equal_to_brute_force(Matrix(0, 3), Matrix(4, 3), std::vector<double>(3, 1.0));
}

// x − y is rounded before it is compared; what agrees must still be what the doubles say.
TEST(AgreementPatterns, RoundLikeTheDifferenceOfDoubles) {
  Matrix a(40, 1), b(300, 1);
  for (std::size_t i = 0; i < a.rows(); ++i) a(i, 0) = 0.1 * static_cast<double>(i);
  for (std::size_t k = 0; k < b.rows(); ++k) b(k, 0) = 0.1 * static_cast<double>(k % 50) + 1e-17;
  for (const double tolerance : {0.1, 0.2, 0.3, 0.7}) expect_equal_to_brute_force(a, b, {tolerance});
}

TEST(AgreementPatterns, CountsOfFirstColumns) {
  const std::vector<std::uint64_t> counts{1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(first_columns(counts, 3), counts);
  EXPECT_EQ(first_columns(counts, 2), (std::vector<std::uint64_t>{6, 8, 10, 12}));
  EXPECT_EQ(first_columns(counts, 1), (std::vector<std::uint64_t>{16, 20}));
}

}  // namespace
}  // namespace sfumato::stats
