// Composite scores: sums by hand, parts without a value, and the published comparison.
#include "compare/weighted_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/measures.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/published_table.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

double part(const Table& original, const Table& masked, const std::string& name,
            const ParamValues& params = {}) {
  return testing::measure(original, masked, name, params).value.value();
}

TEST(WeightedScore, IsTheSumOfItsParts) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "rank-swapping", {{"window", 10}}).tables[0];
  const ParamValues linked = compare::published_distance_linkage(4);
  const ParamValues paired = compare::published_probabilistic_linkage(4);
  const double loss = part(original, masked, "information-loss");
  const double distance = part(original, masked, "distance-linkage", linked);
  const double intervals = part(original, masked, "interval-disclosure");
  const Score score = testing::measure(original, masked, "score");
  ASSERT_TRUE(score.value) << score.note;
  const double probable = score.details.at("parts").at("PLD").as_number();
  EXPECT_NEAR(*score.value, 0.5 * loss + 0.125 * distance + 0.125 * probable + 0.25 * intervals, 1e-10);
  EXPECT_NEAR(probable, part(original, masked, "probabilistic-linkage", paired), 5.0);  // another shuffle
  EXPECT_NEAR(part(original, masked, "score-2"),
              0.5 * part(original, masked, "information-loss-2") + 0.25 * distance + 0.125 * intervals +
                  0.125 * part(original, masked, "interval-disclosure-sd"),
              1e-10);
  const Score tutorial = testing::measure(original, masked, "score-tutorial");
  EXPECT_NEAR(*tutorial.value,
              0.5 * loss + 0.25 * distance + 0.25 * tutorial.details.at("parts").at("PLD").as_number(),
              1e-10);
}

TEST(WeightedScore, HasNoValueWhereAPartHasNone) {
  const Table constant = testing::numbers_table({{"x", std::vector<double>(20, 1.0)}});
  const Score score = testing::measure(constant, constant, "score");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("has no value"), std::string::npos) << score.note;
}

// 0.25·h₁ + 0.5·h₂ of two linkages from samples of their own, and a part that is exact.
TEST(WeightedScore, HasTheErrorOfItsSampledParts) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.3}}).tables[0];
  const auto scored = [&](std::int64_t distances, std::int64_t patterns, std::uint64_t seed) {
    return compare::weighted_score(
        {{0.25, "DLD", "distance-linkage", {{"sample", distances}}},
         {0.5, "PLD", "probabilistic-linkage", {{"link", "argmax"}, {"sample", patterns}}},
         {0.25, "ID", "interval-disclosure", {}}},
        original, masked, testing::all_columns(original), sfumato::Run({.seed = seed}));
  };
  const Score score = scored(50, 60, 1), exact = scored(300, 300, 1);
  const Value& parts = score.details.at("sampled").at("parts");
  EXPECT_EQ(parts.at("DLD").at("records").as_integer(), 50);
  EXPECT_EQ(parts.at("PLD").at("records").as_integer(), 60);
  EXPECT_EQ(parts.find("ID"), nullptr);
  EXPECT_DOUBLE_EQ(score.standard_error, std::hypot(0.25 * parts.at("DLD").at("standard_error").as_number(),
                                                    0.5 * parts.at("PLD").at("standard_error").as_number()));
  EXPECT_EQ(score.details.at("sampled").at("standard_error").as_number(), score.standard_error);
  EXPECT_EQ(score.note, "estimated: DLD from 50 of 300 records, PLD from 60 of 300 records");
  EXPECT_EQ(exact.standard_error, 0.0);
  EXPECT_EQ(exact.details.find("sampled"), nullptr);
  EXPECT_EQ(exact.note, "");
}

TEST(WeightedScore, PrefixesNeverExceedTheColumns) {
  EXPECT_EQ(compare::published_distance_linkage(3).back().second.as_integer(), 3);
  EXPECT_EQ(compare::published_distance_linkage(13).back().second.as_integer(), 7);
}

// Scores differ from the published ones by what probabilistic linkage and grouping by other software leave
// open, and rank methods in the same way. Every third row keeps the test short.
TEST(WeightedScore, RanksAsPublished) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = testing::published_rows(table_path);
  std::vector<double> ours, theirs;
  std::size_t count = 0;
  for (const testing::PublishedFamily& family : testing::published_families()) {
    testing::for_each_row(family, census, [&](const std::string& row, const Table& masked) {
      if (count++ % (3 * testing::slow_row_stride) != 0) return;
      ours.push_back(part(census, masked, "score"));
      theirs.push_back(published.at(row).score);
    });
  }
  stats::Matrix ranks(ours.size(), 2);
  const std::vector<double> x = stats::average_ranks(ours), y = stats::average_ranks(theirs);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ranks(i, 0) = x[i];
    ranks(i, 1) = y[i];
  }
  EXPECT_GE(stats::correlation(stats::covariance(ranks))(0, 1), 0.99);
}

}  // namespace
}  // namespace sfumato
