// Guesses of single values from sums, against hand-computed numbers and an independent least-squares
// solution.
#include "queries/comparison/guessing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "queries/exact_answers.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

// A public category `c` and a confidential number `n` from 0 to 100.
Catalogue guessed_columns(std::size_t categories) {
  CatalogueColumn open = category(categories);
  open.role = Role::quasi_identifier;
  return catalogue({open, number(0, 100)});
}

std::vector<GroupAnswer> answer(double value, double half_width = 0) {
  return {{{}, value, value - half_width, value + half_width}};
}

TEST(Guessing, WithoutAnswersIsTheMidpointOfTheDomain) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(2);
  const DataTable records = data({{0, 10}, {1, 90}}, 2);
  EXPECT_EQ(best_guesses(1, declared.tables[0], records, {}, run), (std::vector<double>{50, 50}));
}

// Σ of all = 60 makes 20 each; that the first two have 30 leaves 30 to the third.
TEST(Guessing, FollowsSumsByHand) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(3);
  const DataTable records = data({{0, 5}, {1, 25}, {2, 30}}, 2);
  const Query all = query(Aggregate::sum, 1), two = query(Aggregate::sum, 1, leaf(0, {{0, 1}}));
  const std::vector<GroupAnswer> of_all = answer(60), of_two = answer(30);
  const std::vector<AnsweredSum> first{{&all, of_all}};
  for (const double guess : best_guesses(1, declared.tables[0], records, first, run)) {
    EXPECT_NEAR(guess, 20, 1e-6);
  }
  const std::vector<AnsweredSum> both{{&all, of_all}, {&two, of_two}};
  const std::vector<double> guesses = best_guesses(1, declared.tables[0], records, both, run);
  EXPECT_NEAR(guesses[0], 15, 1e-6);
  EXPECT_NEAR(guesses[1], 15, 1e-6);
  EXPECT_NEAR(guesses[2], 30, 1e-6);
}

TEST(Guessing, AveragesRevealAsMuchAsSums) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(3);
  const DataTable records = data({{0, 5}, {1, 25}, {2, 30}}, 2);
  const Query sums = query(Aggregate::sum, 1, {}, {0}), averages = query(Aggregate::average, 1, {}, {0});
  for (const Query* one : {&sums, &averages}) {
    const std::vector<GroupAnswer> answers = exact_answers(*one, declared, records, run);
    const std::vector<AnsweredSum> answered{{one, answers}};
    const std::vector<double> guesses = best_guesses(1, declared.tables[0], records, answered, run);
    EXPECT_NEAR(guesses[0], 5, 1e-6);
    EXPECT_NEAR(guesses[1], 25, 1e-6);
    EXPECT_NEAR(guesses[2], 30, 1e-6);
  }
}

// One record: prior mean 50 and variance 101²/12, answer 80 with deviation s. The guess weighs both.
TEST(Guessing, TrustsNoisyAnswersAsFarAsTheirIntervals) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(1);
  const DataTable records = data({{0, 80}}, 2);
  const Query all = query(Aggregate::sum, 1);
  const double prior = 101.0 * 101.0 / 12.0;
  for (const double deviation : {1.0, 10.0, 100.0}) {
    const std::vector<GroupAnswer> answers = answer(80, 1.96 * deviation);
    const std::vector<AnsweredSum> answered{{&all, answers}};
    const double expected = 50 + 30 * prior / (prior + deviation * deviation);
    EXPECT_NEAR(best_guesses(1, declared.tables[0], records, answered, run)[0], expected, 1e-6);
  }
}

TEST(Guessing, StaysInsideTheDomainAndIgnoresMissingAnswers) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(2);
  const DataTable records = data({{0, 0}, {1, 0}}, 2);
  const Query all = query(Aggregate::sum, 1), groups = query(Aggregate::average, 1, {}, {0});
  const std::vector<GroupAnswer> negative = answer(-500);
  const std::vector<AnsweredSum> below{{&all, negative}};
  EXPECT_EQ(best_guesses(1, declared.tables[0], records, below, run), (std::vector<double>{0, 0}));
  const std::vector<GroupAnswer> half{{{}, 10, 10, 10}, {{}, std::nan(""), std::nan(""), std::nan("")}};
  const std::vector<AnsweredSum> answered{{&groups, half}};
  const std::vector<double> guesses = best_guesses(1, declared.tables[0], records, answered, run);
  EXPECT_NEAR(guesses[0], 10, 1e-6);
  EXPECT_NEAR(guesses[1], 50, 1e-6);
}

// {0,1,2} and {1,2} leave {0}; {0,1}, {1,2} and {0,2} give every record, though no difference of two does.
TEST(Guessing, FindsTheSmallestDerivableSet) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Catalogue declared = guessed_columns(5);
  const DataTable records = data({{0, 5}, {1, 25}, {2, 30}, {3, 7}, {4, 9}}, 2);
  const auto smallest = [&](const std::vector<std::vector<Range>>& sets) {
    std::vector<Query> queries;
    for (const std::vector<Range>& set : sets) queries.push_back(query(Aggregate::sum, 1, leaf(0, set)));
    std::vector<std::vector<GroupAnswer>> answers;
    std::vector<AnsweredSum> answered;
    for (const Query& one : queries) answers.push_back(exact_answers(one, declared, records, run));
    for (std::size_t q = 0; q < queries.size(); ++q) answered.push_back({&queries[q], answers[q]});
    return smallest_derivable(1, declared.tables[0], records, answered, run);
  };
  EXPECT_EQ(smallest({}), std::nullopt);
  EXPECT_EQ(smallest({{{0, 2}}}), 3U);
  EXPECT_EQ(smallest({{{0, 2}}, {{1, 2}}}), 1U);
  EXPECT_EQ(smallest({{{0, 4}}, {{2, 4}}}), 2U);
  EXPECT_EQ(smallest({{{0, 1}}, {{1, 2}}, {{0, 0}, {2, 2}}}), 1U);
  EXPECT_EQ(smallest({{{0, 1}}, {{1, 2}}, {{2, 3}}}), 2U);
}

// Random sets of exact sums: the guess must reproduce every answer, and among all such vectors it is the one
// nearest to the midpoint: the difference to the true vector is orthogonal to it.
TEST(Guessing, IsTheNearestVectorThatFitsAllAnswers) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  Rng rng({3, 1});
  for (int round = 0; round < 50; ++round) {
    const std::size_t size = 2 + rng.below(9);
    const Catalogue declared = guessed_columns(size);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < size; ++i) {
      rows.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(40 + rng.below(21))});
    }
    const DataTable records = data(rows, 2);
    std::vector<Query> queries;
    for (int q = 0; q < 4; ++q) {
      std::vector<Range> chosen;
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(size); ++i) {
        if (rng.chance(0.5)) chosen.push_back({i, i});
      }
      queries.push_back(query(Aggregate::sum, 1, leaf(0, chosen)));
    }
    std::vector<std::vector<GroupAnswer>> answers;
    std::vector<AnsweredSum> answered;
    for (const Query& one : queries) answers.push_back(exact_answers(one, declared, records, run));
    for (std::size_t q = 0; q < queries.size(); ++q) answered.push_back({&queries[q], answers[q]});
    const std::vector<double> guesses = best_guesses(1, declared.tables[0], records, answered, run);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      double sum = 0;
      for (std::size_t i = 0; i < size; ++i) {
        if (queries[q].where.values.contains(static_cast<std::int64_t>(i))) sum += guesses[i];
      }
      EXPECT_NEAR(sum, answers[q].front().value, 1e-5);
    }
    double product = 0;
    for (std::size_t i = 0; i < size; ++i) {
      product += (guesses[i] - 50) * (static_cast<double>(*rows[i][1]) - guesses[i]);
    }
    EXPECT_NEAR(product, 0, 1e-4);
  }
}

}  // namespace
}  // namespace sfumato::queries
