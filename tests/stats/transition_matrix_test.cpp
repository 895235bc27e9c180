// Markov matrices over categories: what they keep, how they are drawn from, and how they are undone.
#include "stats/categories/transition_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

Matrix matrix_of(const std::vector<std::vector<double>>& rows) {
  Matrix result(rows.size(), rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) result(i, j) = rows[i][j];
  }
  return result;
}

Matrix random_transition(std::size_t categories, Rng& rng) {
  Matrix result(categories, categories);
  for (std::size_t i = 0; i < categories; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < categories; ++j) {
      result(i, j) = i == j ? 0.5 : rng.chance(0.3) ? 0.0 : rng.uniform();
      sum += result(i, j);
    }
    for (std::size_t j = 0; j < categories; ++j) result(i, j) /= sum;
  }
  return result;
}

TEST(TransitionMatrix, SharesWhatIsNotRetainedByFrequency) {
  // 50, 30, 20 of 100: of the first row's 0.4, 30/50 goes to the second and 20/50 to the third.
  const Matrix matrix = retention_matrix(std::vector<double>{50, 30, 20}, 0.6);
  EXPECT_DOUBLE_EQ(matrix(0, 0), 0.6);
  EXPECT_DOUBLE_EQ(matrix(0, 1), 0.24);
  EXPECT_DOUBLE_EQ(matrix(0, 2), 0.16);
  EXPECT_DOUBLE_EQ(matrix(1, 0), 0.4 * 50.0 / 70.0);
  EXPECT_DOUBLE_EQ(matrix(2, 1), 0.4 * 30.0 / 80.0);
  EXPECT_NEAR(expected_change(matrix, std::vector<double>{50, 30, 20}), 0.4, 1e-15);
}

TEST(TransitionMatrix, ACategoryWithoutOthersStays) {
  const Matrix matrix = retention_matrix(std::vector<double>{7, 0}, 0.2);
  EXPECT_EQ(matrix(0, 0), 1.0);
  EXPECT_EQ(matrix(0, 1), 0.0);
  EXPECT_EQ(expected_change(Matrix(), {}), 0.0);
}

TEST(TransitionMatrix, TheInvariantOneKeepsFrequencies) {
  Rng rng({3, 1});
  for (int round = 0; round < 200; ++round) {
    const std::size_t categories = 1 + rng.below(12);
    std::vector<double> counts(categories);
    for (double& count : counts) count = rng.chance(0.2) ? 0.0 : static_cast<double>(1 + rng.below(1000));
    const double total = std::max(1.0, std::accumulate(counts.begin(), counts.end(), 0.0));
    for (double& count : counts) count /= total;
    const Matrix invariant = invariant_matrix(random_transition(categories, rng), counts);
    for (std::size_t j = 0; j < categories; ++j) {
      double kept = 0.0, row = 0.0;
      for (std::size_t i = 0; i < categories; ++i) {
        kept += counts[i] * invariant(i, j);
        row += invariant(j, i);
      }
      EXPECT_NEAR(kept, counts[j], 1e-12);
      EXPECT_NEAR(row, 1.0, 1e-12);
    }
  }
}

TEST(TransitionMatrix, TheInvariantOneOfTwoCategoriesIsAsByHand) {
  // t = (3, 1), P = ((0.9, 0.1), (0.2, 0.8)): arriving 2.9 and 1.1, so Q = ((2.7, 0.2)/2.9, (0.3, 0.8)/1.1).
  const Matrix invariant = invariant_matrix(matrix_of({{0.9, 0.1}, {0.2, 0.8}}), std::vector<double>{3, 1});
  EXPECT_NEAR(invariant(0, 0), 0.9 * 2.7 / 2.9 + 0.1 * 0.3 / 1.1, 1e-15);
  EXPECT_NEAR(invariant(1, 1), 0.2 * 0.2 / 2.9 + 0.8 * 0.8 / 1.1, 1e-15);
}

// Lengths of the uniforms that lead to a category are its share: summed up over a fine grid.
TEST(TransitionMatrix, DrawsHaveTheSharesOfTheirRow) {
  Rng rng({4, 1});
  for (int round = 0; round < 20; ++round) {
    const std::size_t categories = 1 + rng.below(9);
    const Matrix matrix = random_transition(categories, rng);
    const TransitionDraws draws(matrix);
    constexpr int steps = 90000;
    for (std::size_t i = 0; i < categories; ++i) {
      std::vector<int> seen(categories, 0);
      for (int step = 0; step < steps; ++step) {
        ++seen[static_cast<std::size_t>(draws.draw(static_cast<std::int32_t>(i), (step + 0.5) / steps))];
      }
      for (std::size_t j = 0; j < categories; ++j) {
        EXPECT_NEAR(seen[j] / static_cast<double>(steps), matrix(i, j), 2.0 * 9.0 / steps);
        if (matrix(i, j) == 0.0) {
          EXPECT_EQ(seen[j], 0);
        }
      }
    }
  }
}

TEST(TransitionMatrix, DrawsTakeTheEndsOfTheUnitInterval) {
  const TransitionDraws draws(matrix_of({{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}));
  for (const double uniform : {0x1p-53, 0.5, 1.0 - 0x1p-53}) {
    EXPECT_EQ(draws.draw(0, uniform), 2);
    EXPECT_EQ(draws.draw(1, uniform), 0);
    EXPECT_EQ(draws.draw(2, uniform), 1);
  }
}

TEST(PramCorrection, FindsTheCountsBehindTheExpectedOnes) {
  Rng rng({5, 1});
  for (int round = 0; round < 50; ++round) {
    const std::size_t categories = 1 + rng.below(8);
    Matrix matrix = random_transition(categories, rng);
    std::vector<double> counts(categories), observed(categories, 0.0);
    for (double& count : counts) count = static_cast<double>(rng.below(500));
    for (std::size_t i = 0; i < categories; ++i) {
      for (std::size_t j = 0; j < categories; ++j) {
        matrix(i, j) = 0.5 * matrix(i, j) + (i == j ? 0.5 : 0.0);  // diagonal dominates: invertible
        observed[j] += counts[i] * matrix(i, j);
      }
    }
    const PramCorrection correction = pram_correction(matrix, observed);
    ASSERT_TRUE(correction.counts.has_value());
    for (std::size_t i = 0; i < categories; ++i) EXPECT_NEAR((*correction.counts)[i], counts[i], 1e-6);
  }
}

TEST(PramCorrection, SaysWhyThereIsNone) {
  const PramCorrection singular =
      pram_correction(matrix_of({{0.5, 0.5}, {0.5, 0.5}}), std::vector<double>{3, 4});
  EXPECT_FALSE(singular.counts.has_value());
  EXPECT_TRUE(singular.note.starts_with("the matrix is singular")) << singular.note;
  EXPECT_FALSE(pram_correction(matrix_of({{1.0}}), std::vector<double>{3, 4}).counts.has_value());
  EXPECT_EQ(pram_correction(Matrix(), {}).counts->size(), 0U);
}

}  // namespace
}  // namespace sfumato::stats
