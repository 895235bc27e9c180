// Numbers of answers: with the declared decimals, intervals outwards, and dates.
#include <gtest/gtest.h>

#include <cmath>

#include "io/json.hpp"
#include "queries/answer_format.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

GroupAnswer rounded_answer(double value, double lower, double upper, int decimals) {
  std::vector<GroupAnswer> answers = {{{}, value, lower, upper}};
  round_answers(answers, {decimals, false});
  return answers.front();
}

TEST(AnswerFormat, HasTheDeclaredDecimals) {
  CatalogueColumn born = testing::number(0, 1000);
  born.date = true;
  const Catalogue made = testing::catalogue({testing::number(0, 100, false, 2), testing::category(3), born});
  const auto format = [&](Aggregate aggregate, std::size_t column) {
    return answer_format(testing::query(aggregate, column), made);
  };
  EXPECT_EQ(format(Aggregate::count, 0), (AnswerFormat{0, false}));
  EXPECT_EQ(format(Aggregate::sum, 0), (AnswerFormat{2, false}));
  EXPECT_EQ(format(Aggregate::minimum, 0), (AnswerFormat{2, false}));
  EXPECT_EQ(format(Aggregate::quantile, 0), (AnswerFormat{2, false}));
  EXPECT_EQ(format(Aggregate::average, 0), (AnswerFormat{5, false}));
  EXPECT_EQ(format(Aggregate::standard_deviation, 0), (AnswerFormat{5, false}));
  EXPECT_EQ(format(Aggregate::variance, 0), (AnswerFormat{7, false}));
  EXPECT_EQ(format(Aggregate::count_distinct, 1), (AnswerFormat{0, false}));
  EXPECT_EQ(format(Aggregate::maximum, 2), (AnswerFormat{0, true}));
  EXPECT_EQ(format(Aggregate::count_values, 2), (AnswerFormat{0, false}));
}

TEST(AnswerFormat, RoundsToNumbersWithAShortText) {
  const GroupAnswer sum = rounded_answer(2286244.6000000006, 2286244.6000000006, 2286244.6000000006, 1);
  EXPECT_EQ(answer_text(sum.value, {1, false}), "2286244.6");
  EXPECT_EQ(io::json_text(answer_value(sum.value, {1, false})), "2286244.6");
  EXPECT_EQ(sum.lower95, sum.value);
  const GroupAnswer noisy = rounded_answer(0.1 + 0.2, 0.1 - 0.21, 0.7000000000000001, 1);
  EXPECT_EQ(noisy.value, 0.3);
  EXPECT_EQ(noisy.lower95, -0.2);
  EXPECT_EQ(noisy.upper95, 0.8);  // never inwards
  EXPECT_EQ(rounded_answer(-0.01, -1, 1, 1).value, 0);
  EXPECT_FALSE(std::signbit(rounded_answer(-0.01, -1, 1, 1).value));
  EXPECT_EQ(rounded_answer(1e300, -1e300, 1e301, 2).value, 1e300);
  EXPECT_TRUE(std::isnan(rounded_answer(std::nan(""), 0, 0, 2).value));
  EXPECT_EQ(answer_text(std::nan(""), {2, false}), "none");
  EXPECT_EQ(answer_text(12'000'000'000.0, {0, false}), "12000000000");
  EXPECT_EQ(answer_text(0.000001, {6, false}), "0.000001");
}

TEST(AnswerFormat, KeepsCertainIntervals) {
  const GroupAnswer certain = rounded_answer(12.376, 12.35, 12.4, 2);
  EXPECT_EQ(certain.lower95, 12.35);
  EXPECT_EQ(certain.upper95, 12.4);
  EXPECT_EQ(certain.value, 12.38);
  for (int i = -2000; i < 2000; ++i) {
    const double end = i / 1000.0;
    const GroupAnswer same = rounded_answer(end, end, end + 1, 3);
    EXPECT_EQ(same.lower95, end);
    EXPECT_GE(same.upper95, end + 1);
  }
}

TEST(AnswerFormat, WritesTheDeclaredDecimalsAlsoIfTheyAreZeros) {
  EXPECT_EQ(answer_text(2214022, {1, false}), "2214022.0");
  EXPECT_EQ(answer_text(2267945.2, {1, false}), "2267945.2");
  EXPECT_EQ(answer_text(-0.5, {3, false}), "-0.500");
  EXPECT_EQ(answer_text(-0.0, {1, false}), "0.0");
  EXPECT_EQ(answer_text(1e17, {2, false}), "100000000000000000");  // more than 2^53 units
  EXPECT_EQ(io::json_text(answer_value(2214022, {1, false})), "2214022");
}

TEST(AnswerFormat, WritesDates) {
  EXPECT_EQ(answer_text(0, {0, true}), "1970-01-01");
  EXPECT_EQ(answer_text(-0.6, {0, true}), "1969-12-31");
  EXPECT_EQ(answer_value(59, {0, true}).as_text(), "1970-03-01");
  EXPECT_EQ(answer_text(1e9, {0, true}), "9999-12-31");
}

}  // namespace
}  // namespace sfumato::queries
