// How ε is split, what noise follows, and where it becomes too much for 64 bits.
#include "masking/copula_budget.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

TEST(CopulaBudget, PartsAddUp) {
  for (const double share : {0.05, 0.3, 0.95}) {
    for (const std::size_t columns : {1U, 2U, 3U, 40U}) {
      const CopulaBudget budget = copula_budget(0.7, share, columns, 1000);
      EXPECT_NEAR(
          static_cast<double>(columns) * budget.column + static_cast<double>(budget.pairs) * budget.pair, 0.7,
          1e-12);
      EXPECT_EQ(budget.pairs, columns * (columns - 1) / 2);
    }
  }
}

TEST(CopulaBudget, WithoutCorrelationsMarginalsHaveAll) {
  EXPECT_EQ(copula_budget(2.0, 0.5, 1, 1000).column, 2.0);
  EXPECT_EQ(copula_budget(2.0, 0.5, 4, 1).column, 0.5);
  EXPECT_EQ(copula_budget(2.0, 0.5, 4, 1).pairs, 0U);
  EXPECT_EQ(copula_budget(2.0, 0.5, 4, 1).tau_sd(), 0.0);
  EXPECT_EQ(copula_budget(2.0, 0.5, 0, 1000).column, 0.0);
}

TEST(CopulaBudget, NoiseFollowsFromSensitivities) {
  const CopulaBudget budget = copula_budget(1.0, 0.5, 2, 101);
  EXPECT_EQ(budget.count_lambda(), 0.125);        // ε/4 over 2
  EXPECT_EQ(budget.score_lambda(), 0.5 / 200.0);  // ε/2 over 2·100
  double weights = 0.0, squares = 0.0;            // the variance of P(z) ∝ e^(−|z|/8), summed up
  for (int z = -2000; z <= 2000; ++z) {
    const double weight = std::exp(-std::abs(z) / 8.0);
    weights += weight;
    squares += weight * z * z;
  }
  EXPECT_NEAR(budget.count_sd(), std::sqrt(squares / weights), 1e-9);
  EXPECT_NEAR(budget.tau_sd(), 2.0 / (101.0 * 100.0) * std::sqrt(2.0) * 400.0, 1e-4);
}

TEST(CopulaBudget, BinsGrowWithRecordsAndEpsilon) {
  EXPECT_EQ(copula_budget(1.0, 0.5, 1, 0).chosen_bins(), 2U);
  EXPECT_EQ(copula_budget(1e-6, 0.5, 1, 100).chosen_bins(), 2U);
  EXPECT_EQ(copula_budget(0.1, 0.5, 1, 1000).chosen_bins(), 10U);  // √(1000·0.1)
  EXPECT_EQ(copula_budget(100.0, 0.5, 1, 1000).chosen_bins(), 316U);
  EXPECT_EQ(copula_budget(1e6, 0.5, 1, 1000000000).chosen_bins(), 1024U);
}

TEST(CopulaBudget, RefusesNoiseBeyond64Bits) {
  EXPECT_NO_THROW(copula_budget(1e-6, 0.5, 2, 1000000000));
  EXPECT_NO_THROW(copula_budget(1e-6, 0.95, 10, 1000000));
  try {
    copula_budget(1e-6, 0.95, 10, 1000000000);
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("correlations of 10 columns and 1000000000 records"), std::string::npos);
    EXPECT_FALSE(error.hint.empty());
  }
}

}  // namespace
}  // namespace sfumato::masking
