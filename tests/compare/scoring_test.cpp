// Scores of several masked tables: their mean, and the standard error of it where they are estimates.
#include "compare/scoring.hpp"

#include <gtest/gtest.h>

#include "compare/measures.hpp"

namespace sfumato::compare {
namespace {

Scored scored_as(const MeasureRequest& request, double value, double standard_error) {
  Score score;
  score.value = value;
  score.standard_error = standard_error;
  return {&request, score};
}

// Copies are estimated from the same records: the errors of their mean do not cancel out.
TEST(MeanScores, HaveTheMeanOfTheStandardErrors) {
  const MeasureRequest request{&measure("distance-linkage"), {}, true};
  const std::vector<Scored> one{scored_as(request, 10.0, 0.5)}, two{scored_as(request, 13.0, 0.7)};
  const std::vector<Scored> means = mean_scores({&one, &two});
  EXPECT_EQ(means.front().score.value, 11.5);
  EXPECT_DOUBLE_EQ(means.front().score.standard_error, 0.6);
  const std::vector<Scored> exact{scored_as(request, 10.0, 0.0)};
  EXPECT_EQ(mean_scores({&exact, &exact}).front().score.standard_error, 0.0);
}

}  // namespace
}  // namespace sfumato::compare
