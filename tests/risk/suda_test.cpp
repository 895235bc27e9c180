// Special uniques by hand and on a public survey.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

// (1,1,1) (1,2,2) (2,1,1) (2,2,1) twice: see each record's sets below.
Table five() {
  return numbers_table({{"a", {1, 1, 2, 2, 2}}, {"b", {1, 2, 1, 2, 2}}, {"c", {1, 2, 1, 1, 1}}});
}

TEST(Suda, ByHand) {
  const Score score = measure(five(), five(), "suda", {{"fraction", 0.5}});
  // Record 1: {a,b} and {a,c}, 1! each. Record 2: {c}, 2!, and {a,b}, 1!. Record 3: {a,b}. The others are a
  // pair.
  EXPECT_EQ(score.value, 60.0);
  EXPECT_EQ(score.details.at("sum_scores"), Value(6.0));
  EXPECT_EQ(score.details.at("sizes").at("1"), Value(1));
  EXPECT_EQ(score.details.at("sizes").at("2"), Value(4));
  EXPECT_DOUBLE_EQ(score.details.at("contributions").at("a").as_number(), 100.0 * 4 / 6);
  EXPECT_DOUBLE_EQ(score.details.at("contributions").at("b").as_number(), 100.0 * 3 / 6);
  EXPECT_DOUBLE_EQ(score.details.at("contributions").at("c").as_number(), 100.0 * 3 / 6);
  // U = 3, P = 2, D = 1.5/2.5 = 0.6, U/D − U = 2, Q = 1.25, A = 2^−Q + 3^−Q + 1.
  const double sum = std::pow(2.0, -1.25) + std::pow(3.0, -1.25) + 1.0;
  EXPECT_DOUBLE_EQ(score.per_record[1], 1.0 / (1.0 + 2.0 / (std::pow(3.0, 1.25) * sum)));
  EXPECT_DOUBLE_EQ(score.per_record[2], 1.0 / (1.0 + 2.0 / sum));
  EXPECT_EQ(score.per_record[3], 0.0);
  EXPECT_EQ(score.details.at("max_dis"), Value(score.per_record[1]));
}

TEST(Suda, LooksAtSetsUpToASize) {
  const Score score = measure(five(), five(), "suda", {{"max-size", 1}});
  EXPECT_EQ(score.value, 20.0);
  EXPECT_EQ(score.details.at("sum_scores"), Value(2.0));
}

TEST(Suda, MissingKeysTakePartInNothing) {
  const double gap = std::nan("");
  const Table table = numbers_table({{"a", {gap, 1, 1}}, {"b", {1, 1, 1}}});
  const Score score = measure(table, table, "suda");
  EXPECT_EQ(score.value, 0.0);
  EXPECT_EQ(score.details.at("max_dis"), Value(0.0));
}

TEST(Suda, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "suda");
  EXPECT_EQ(score.details.at("special_uniques"), Value(157));
  EXPECT_EQ(score.details.at("sum_scores"), Value(4890.0));
  EXPECT_NEAR(score.details.at("max_dis").as_number(), 0.6781426, 1e-7);
}

}  // namespace
}  // namespace sfumato
