// Probabilistic linkage by hand, by brute force over all pairs, and at the edges of its definition.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "stats/distributions/moments.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

std::vector<double> array(const Score& score, const char* name) {
  std::vector<double> result;
  for (const Value& item : score.details.at(name).as_array()) result.push_back(item.as_number());
  return result;
}

// Weights of all pairs from the m and u that a score reports: plain loops over plain doubles.
std::vector<std::vector<double>> pair_weights(const Table& original, const Table& masked,
                                              const std::vector<double>& m, const std::vector<double>& u) {
  const std::size_t n = original.rows();
  std::vector<std::vector<double>> weights(n, std::vector<double>(n));
  for (ColumnId id = 0; id < m.size(); ++id) {
    const Numbers x = original.column(id).to_numbers(), y = masked.column(id).to_numbers();
    const double tolerance = 0.1 * stats::moments(x).sd();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        weights[i][k] += std::fabs(x[i] - y[k]) <= tolerance ? std::log2(m[id] / u[id])
                                                             : std::log2((1.0 - m[id]) / (1.0 - u[id]));
      }
    }
  }
  return weights;
}

double brute_force_argmax(const std::vector<std::vector<double>>& weights) {
  double linked = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double best = *std::max_element(weights[i].begin(), weights[i].end());
    if (weights[i][i] < best - 1e-9) continue;
    linked += 1.0 / static_cast<double>(std::count_if(weights[i].begin(), weights[i].end(),
                                                      [&](double weight) { return weight > best - 1e-9; }));
  }
  return linked;
}

TEST(ProbabilisticLinkage, ArgmaxEqualsBruteForce) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Table original = testing::incomes(300, seed);
    for (const auto& masked : {testing::mask(original, "mdav", {{"k", 4}}).tables[0],
                               testing::mask(original, "additive-noise", {}, seed).tables[0]}) {
      for (const bool known : {false, true}) {
        const Score score =
            measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}, {"known-rates", known}});
        const double expected =
            brute_force_argmax(pair_weights(original, masked, array(score, "m"), array(score, "u")));
        EXPECT_NEAR(array(score, "counts")[0], expected, 1e-9);
        EXPECT_NEAR(score.value.value(), expected / 3.0, 1e-9);
      }
    }
  }
}

// The agreement rates of the known pairing, counted one by one.
TEST(ProbabilisticLinkage, KnownRatesAreThoseOfTheTruePairs) {
  const Table original = testing::incomes(150);
  const Table masked = testing::mask(original, "rank-swapping", {{"window", 10}}).tables[0];
  const Score score = measure(original, masked, "probabilistic-linkage", {{"known-rates", true}});
  const std::vector<double> m = array(score, "m"), u = array(score, "u");
  for (ColumnId id = 0; id < 4; ++id) {
    const Numbers x = original.column(id).to_numbers(), y = masked.column(id).to_numbers();
    const double tolerance = 0.1 * stats::moments(x).sd();
    double partners = 0.0, others = 0.0;
    for (std::size_t i = 0; i < 150; ++i) {
      for (std::size_t k = 0; k < 150; ++k) {
        if (std::fabs(x[i] - y[k]) <= tolerance) (i == k ? partners : others) += 1.0;
      }
    }
    EXPECT_NEAR(m[id], std::min(partners / 150.0, 1.0 - 1e-6), 1e-12);
    EXPECT_NEAR(u[id], others / (150.0 * 149.0), 1e-12);
  }
  EXPECT_DOUBLE_EQ(score.details.at("prevalence").as_number(), 1.0 / 150.0);
}

// One column, three records, sd 10: 0.5 agrees with 0 alone, 10 with 10 alone, 40 with none.
TEST(ProbabilisticLinkage, ByHand) {
  const Table original = numbers_table({{"a", {0, 10, 20}}});
  const Table masked = numbers_table({{"a", {0.5, 10, 40}}});
  const Score score = measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}});
  EXPECT_DOUBLE_EQ(array(score, "counts")[0], 2.0 + 1.0 / 3.0);
  // One to one, the third pair is what remains.
  EXPECT_DOUBLE_EQ(measure(original, masked, "probabilistic-linkage").value.value(), 100.0);
  EXPECT_EQ(score.details.at("link"), Value("argmax"));
}

TEST(ProbabilisticLinkage, PrefixesAreLinkagesOnFewerColumns) {
  const Table original = testing::incomes(250);
  const Table masked = testing::mask(original, "mdav", {{"k", 3}}).tables[0];
  const Score all = measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}, {"prefixes", 4}});
  double sum = 0.0;
  for (std::size_t size = 1; size <= 4; ++size) {
    ColumnSet columns(size);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const Score part = measure(original.taking_columns(columns), masked.taking_columns(columns),
                               "probabilistic-linkage", {{"link", "argmax"}});
    EXPECT_NEAR(array(all, "counts")[size - 1], array(part, "counts")[0], 1e-9);
    sum += part.value.value();
  }
  EXPECT_NEAR(all.value.value(), sum / 4.0, 1e-9);
}

TEST(ProbabilisticLinkage, UnmaskedRecordsFarApartAreAllLinked) {
  std::vector<double> a, b;
  for (int i = 0; i < 100; ++i) a.push_back(i % 10), b.push_back(i / 10);
  const Table original = numbers_table({{"a", a}, {"b", b}});
  for (const char* link : {"assignment", "argmax"}) {
    const Score score = measure(original, original, "probabilistic-linkage", {{"link", link}});
    EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
    EXPECT_EQ(score.reading, "100 % of records re-identified by the columns in which they agree");
  }
}

// With ties everywhere an assignment is a random one: about one record in expectation, not all.
TEST(ProbabilisticLinkage, AssignmentPrefersNoPairing) {
  const Table original = testing::incomes(400).taking_columns({0});
  const Table masked = numbers_table({{"income", std::vector<double>(400, 1e9)}});
  EXPECT_LT(measure(original, masked, "probabilistic-linkage").value.value(), 2.0);
  EXPECT_NEAR(measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}}).value.value(), 0.25,
              1e-9);
}

TEST(ProbabilisticLinkage, BeyondTheLimitArgmaxIsUsedAndSaid) {
  const Table original = testing::incomes(60);
  const Table masked = testing::mask(original, "mdav").tables[0];
  const Score score = measure(original, masked, "probabilistic-linkage", {{"assignment-limit", 59}});
  EXPECT_EQ(score.value, measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}}).value);
  EXPECT_EQ(score.details.at("link"), Value("argmax"));
  EXPECT_NE(score.details.find("link_reason"), nullptr);
  EXPECT_EQ(measure(original, masked, "probabilistic-linkage", {{"assignment-limit", 60}}).details.at("link"),
            Value("assignment"));
}

TEST(ProbabilisticLinkage, LabelsEveryPair) {
  const Table original = testing::incomes(100);
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const auto pairs = [&](double false_match, double false_non_match) {
    return measure(original, masked, "probabilistic-linkage",
                   {{"false-match", false_match}, {"false-non-match", false_non_match}})
        .details.at("pairs");
  };
  const Value strict = pairs(0.0, 0.0);
  EXPECT_EQ(strict.at("review"), Value(10000));
  EXPECT_TRUE(strict.at("upper_threshold").is_null());
  EXPECT_EQ(pairs(1.0, 0.0).at("linked"), Value(10000));
  EXPECT_EQ(pairs(0.0, 1.0).at("not_linked"), Value(10000));
  const Value usual = pairs(0.01, 0.01);
  EXPECT_EQ(
      usual.at("linked").as_integer() + usual.at("review").as_integer() + usual.at("not_linked").as_integer(),
      10000);
}

TEST(ProbabilisticLinkage, ByRecordProbabilitiesAverageToTheValue) {
  Table original = testing::incomes(120);
  original.edit_numbers(2)[5] = std::nan("");
  const Table masked = testing::mask(original, "mdav").tables[0];
  for (const char* link : {"assignment", "argmax"}) {
    const Score score = measure(original, masked, "probabilistic-linkage", {{"link", link}, {"prefixes", 2}});
    ASSERT_EQ(score.per_record.size(), 120U);
    EXPECT_TRUE(std::isnan(score.per_record[5]));
    double sum = 0.0;
    for (const double value : score.per_record) sum += std::isnan(value) ? 0.0 : value;
    EXPECT_NEAR(100.0 * sum / 119.0, score.value.value(), 1e-9);
  }
}

// Two known people among four masked records: the second agrees with its own and with the fourth.
TEST(ProbabilisticLinkage, MaskedRecordsOfUnknownPeopleStayCandidates) {
  const double unknown = std::nan("");
  const Table known = numbers_table({{"a", {0, 10, unknown, unknown}}});
  const Table masked = numbers_table({{"a", {0, 10, 50, 10}}});
  const Score score = measure(known, masked, "probabilistic-linkage", {{"link", "argmax"}});
  EXPECT_EQ(score.details.at("candidates_without_partner"), Value(2));
  EXPECT_DOUBLE_EQ(score.per_record[0], 1.0);
  EXPECT_DOUBLE_EQ(score.per_record[1], 0.5);
  EXPECT_DOUBLE_EQ(score.value.value(), 75.0);
  EXPECT_TRUE(measure(known, masked, "probabilistic-linkage").value);
}

TEST(ProbabilisticLinkage, UsesAtMostTwentyColumns) {
  testing::NamedNumbers columns;
  for (std::size_t j = 0; j < 23; ++j) {
    const Table some = testing::incomes(50, j);
    const Numbers values = some.column(0).to_numbers();
    columns.emplace_back("c" + std::to_string(j), std::vector<double>(values.begin(), values.end()));
  }
  columns[3].second.assign(50, 1.0);
  const Table original = numbers_table(columns);
  const Score score = measure(original, original, "probabilistic-linkage");
  EXPECT_EQ(score.note, "links on the first 20 of 22 columns");
  EXPECT_EQ(array(score, "m").size(), 20U);
  EXPECT_EQ(score.details.at("constant_columns").as_array().size(), 1U);
  EXPECT_GT(score.value.value(), 90.0);
}

}  // namespace
}  // namespace sfumato
