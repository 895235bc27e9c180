// Draws of predictive models: do they have the distribution that the data leave open?
#include "stats/models/predictive_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

const sfumato::Run one_run({.seed = 1, .threads = 2});
using Spans = std::vector<std::span<const double>>;

PredictiveModel fitted(const Variable& target, const std::vector<Variable>& predictors) {
  return {"y", target, predictors, one_run};
}

// Without predictors and for n = 12 values, a value is mean + s·√(1 + 1/n)·t with n − 1 degrees of
// freedom: variance s²(1 + 1/n)·11/9. The mean of 5 such values of one draw has s²(1/5 + 1/n)·11/9.
TEST(PredictiveModel, ADrawFromTheMarginalHasThePosteriorsVariance) {
  const std::vector<double> values{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
  const Moments observed = moments(values);
  const PredictiveModel model = fitted({values}, {});
  EXPECT_EQ(model.kind(), ModelKind::linear);
  EXPECT_FALSE(model.penalised());
  Rng rng({9, 9});
  std::vector<double> first, means;
  for (int round = 0; round < 20000; ++round) {
    const std::vector<double> drawn = model.draw({}, 5, rng);
    first.push_back(drawn.front());
    means.push_back(moments(drawn).mean);
  }
  const double n = 12.0, tails = 11.0 / 9.0;
  EXPECT_NEAR(moments(first).mean, observed.mean, 0.1);
  EXPECT_NEAR(moments(first).variance(), observed.variance() * (1.0 + 1.0 / n) * tails,
              0.06 * observed.variance());
  EXPECT_NEAR(moments(means).variance(), observed.variance() * (0.2 + 1.0 / n) * tails,
              0.02 * observed.variance());
}

TEST(PredictiveModel, RecoversAnExactRelation) {
  std::vector<double> a, y;
  for (int i = 0; i < 30; ++i) {
    a.push_back(i * i);
    y.push_back(1000.0 + 3.0 * i * i);
  }
  const PredictiveModel model = fitted({y}, {{a}});
  Rng rng({1, 2});
  const std::vector<double> asked{-5, 10, 1e4};
  const std::vector<double> drawn = model.draw(Spans{asked}, 3, rng);
  EXPECT_NEAR(drawn[0], 985.0, 1e-8);
  EXPECT_NEAR(drawn[2], 31000.0, 1e-7);
}

TEST(PredictiveModel, MissingPredictorsCountAsMeanAndMostFrequent) {
  // y = 10·a + (0, 100, 200 by category), and nothing else.
  std::vector<double> a, b, y;
  for (int i = 0; i < 40; ++i) {
    a.push_back(i % 7);
    b.push_back(i % 4 == 0 ? 0 : i % 4 == 1 ? 2 : 1);
    y.push_back(10.0 * a.back() + 100.0 * b.back());
  }
  const PredictiveModel model = fitted({y}, {{a}, {b, 4}});  // the fourth category does not occur
  EXPECT_EQ(model.predictors(), 2U);
  const double nan = std::nan("");
  const std::vector<double> asked_a{nan, 0, 0, 0}, asked_b{0, nan, 3, 2};
  Rng rng({1, 3});
  const std::vector<double> drawn = model.draw(Spans{asked_a, asked_b}, 4, rng);
  EXPECT_NEAR(drawn[0], 10.0 * moments(a).mean, 1e-9);
  EXPECT_NEAR(drawn[1], 100.0, 1e-9);
  EXPECT_NEAR(drawn[2], 100.0, 1e-9);
  EXPECT_NEAR(drawn[3], 200.0, 1e-9);
}

TEST(PredictiveModel, LeavesOutPredictorsThatWouldLeaveTooFewRecords) {
  const double nan = std::nan("");
  std::vector<double> rare(40, nan), common(40), constant(40, 2.0), y(40);
  for (std::size_t i = 0; i < 40; ++i) {
    if (i < 10) rare[i] = static_cast<double>(i);
    common[i] = i % 8 == 0 ? nan : static_cast<double>(i % 5);
    y[i] = static_cast<double>(i);
  }
  const PredictiveModel model = fitted({y}, {{rare}, {common}, {constant}});
  EXPECT_EQ(model.predictors(), 1U);
  EXPECT_EQ(model.records(), 35U);
}

TEST(PredictiveModel, TooManyPredictorsGetARidge) {
  Rng rng({4, 4});
  std::vector<std::vector<double>> columns(30, std::vector<double>(12));
  std::vector<double> y(12);
  std::vector<Variable> predictors;
  Spans spans;
  for (auto& column : columns) {
    for (double& value : column) value = rng.normal();
    predictors.push_back({column});
    spans.emplace_back(column);
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = columns[0][i] + rng.normal();
  const PredictiveModel model = fitted({y}, predictors);
  EXPECT_TRUE(model.penalised());
  for (int round = 0; round < 100; ++round) {
    for (const double value : model.draw(spans, 12, rng)) EXPECT_LT(std::fabs(value), 100.0);
  }
}

// Shares of categories given a category: 60 records of two kinds, with shares 20/10/0 and 5/5/20.
TEST(PredictiveModel, CategoriesFollowTheirConditionalShares) {
  std::vector<double> kind, y;
  const auto add = [&](int count, double given, double category) {
    kind.insert(kind.end(), static_cast<std::size_t>(count), given);
    y.insert(y.end(), static_cast<std::size_t>(count), category);
  };
  add(200, 0, 0), add(100, 0, 1), add(50, 1, 0), add(50, 1, 1), add(200, 1, 2), add(1, 0, 2);
  const PredictiveModel model = fitted({y, 3}, {{kind, 2}});
  EXPECT_EQ(model.kind(), ModelKind::multinomial);
  Rng rng({6, 6});
  std::array<double, 3> counts{};
  const std::vector<double> asked(100, 0.0);
  for (int round = 0; round < 1000; ++round) {
    for (const double value : model.draw(Spans{asked}, 100, rng)) {
      counts[static_cast<std::size_t>(value)] += 1.0;
    }
  }
  // A thousand draws of parameters whose log odds have a standard deviation near 0.12.
  EXPECT_NEAR(counts[0] / 1e5, 200.0 / 301, 0.01);
  EXPECT_NEAR(counts[1] / 1e5, 100.0 / 301, 0.01);
  EXPECT_NEAR(counts[2] / 1e5, 1.0 / 301, 0.004);
}

TEST(PredictiveModel, ConstantColumnsStay) {
  const std::vector<double> numbers(10, 7.5), categories(10, 2.0);
  Rng rng({1, 1});
  EXPECT_EQ(fitted({numbers}, {}).draw({}, 3, rng), std::vector<double>(3, 7.5));
  EXPECT_EQ(fitted({categories, 5}, {}).draw({}, 3, rng), std::vector<double>(3, 2.0));
  EXPECT_EQ(fitted({categories, 5}, {}).kind(), ModelKind::constant);
}

TEST(PredictiveModel, RefusesTooFewRecordsAndTooManyCoefficients) {
  const std::vector<double> three{1, 2, 3};
  EXPECT_THROW(fitted({three}, {}), Error);
  std::vector<double> many, place;
  for (int i = 0; i < 400; ++i) {
    many.push_back(i % 40);
    place.push_back(i / 10 % 40);
  }
  try {
    fitted({many, 40}, {{place, 40}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(error.message.find("'y' has 40 categories"), std::string::npos) << error.message;
    EXPECT_FALSE(error.hint.empty());
  }
}

}  // namespace
}  // namespace sfumato::stats
