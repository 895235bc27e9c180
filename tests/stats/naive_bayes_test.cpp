// Naive Bayes by hand.
#include "stats/models/naive_bayes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace sfumato::stats {
namespace {

using Codes32 = std::vector<std::int32_t>;

TEST(NaiveBayes, WeighsPriorsAndSmoothedShares) {
  // Class 0 three times, class 1 once. Predictor x has 2 categories: in class 0 it is 0, 0, 1; in class 1 it
  // is 1. x = 1: class 0 has 4/6·2/5 = 0.267, class 1 has 2/6·2/3 = 0.222. x = 0: 4/6·3/5 against 2/6·1/3.
  const Codes32 classes{0, 0, 0, 1}, x{0, 0, 1, 1};
  const std::vector<std::size_t> rows{0, 1, 2, 3};
  const NaiveBayes model({classes, 2}, {{x, 2}}, rows);
  const Codes32 asked{0, 1, -1};
  EXPECT_EQ(model.predicted({asked}, 0), 0);
  EXPECT_EQ(model.predicted({asked}, 1), 0);
  EXPECT_EQ(model.predicted({asked}, 2), 0);  // the prior alone
  // A second predictor that separates: in class 0 always 0, in class 1 always 1. For (1, 1): 4/6·2/5·1/5
  // against 2/6·2/3·2/3.
  const Codes32 y{0, 0, 0, 1};
  const NaiveBayes two({classes, 2}, {{x, 2}, {y, 2}}, rows);
  const Codes32 one{1};
  EXPECT_EQ(two.predicted({one, one}, 0), 1);
}

TEST(NaiveBayes, LeavesOutRowsWithoutAClassAndMissingPredictors) {
  const Codes32 classes{0, -1, 1, 1}, x{0, 1, -1, 1};
  const std::vector<std::size_t> rows{0, 1, 2, 3};
  const NaiveBayes model({classes, 2}, {{x, 2}}, rows);
  // x = 0: class 0 has 2/5·2/3 = 0.267, class 1 has 3/5·1/3 = 0.2; x = 1: 2/5·1/3 against 3/5·2/3.
  const Codes32 asked{0, 1};
  EXPECT_EQ(model.predicted({asked}, 0), 0);
  EXPECT_EQ(model.predicted({asked}, 1), 1);
  const NaiveBayes empty({classes, 2}, {{x, 2}}, {});
  EXPECT_EQ(empty.predicted({asked}, 1), 0);  // of equals the lowest
}

}  // namespace
}  // namespace sfumato::stats
