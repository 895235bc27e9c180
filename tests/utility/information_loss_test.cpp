// Information loss by hand and against the reference value.
#include <gtest/gtest.h>

#include <cmath>

#include "compare/measures.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(InformationLoss, ByHand) {
  const Table original = numbers_table({{"a", {1, 2, 3}}, {"b", {2, 0, 4}}});
  const Table masked = numbers_table({{"a", {1, 2, 6}}, {"b", {3, 0, 3}}});
  const Score score = measure(original, masked, "information-loss");
  // X: |a−b|/|a| = 0, 0, 1 and ½, (zero skipped), ¼: 1.75/5. Means: 2 → 3 and 2 → 2: ½/2.
  // Var a: 1 → 7, var b: 4 → 3, cov: 1 → 1.5.
  const double x = 1.75 / 5.0, means = 0.25;
  const double variances = (6.0 + 0.25) / 2.0, covariances = (6.0 + 0.25 + 0.5) / 3.0;
  const double correlations = std::fabs(0.5 - 1.5 / std::sqrt(21.0));
  EXPECT_NEAR(score.details.at("X").at("mv").as_number(), x, 1e-12);
  EXPECT_EQ(score.details.at("X").at("zero_denominators").as_integer(), 1);
  EXPECT_NEAR(score.details.at("X").at("mse").as_number(), (9.0 + 1.0 + 1.0) / 6.0, 1e-12);
  EXPECT_NEAR(score.details.at("X").at("mae").as_number(), 5.0 / 6.0, 1e-12);
  EXPECT_NEAR(score.details.at("means").at("mv").as_number(), means, 1e-12);
  EXPECT_NEAR(score.details.at("V").at("mv").as_number(), covariances, 1e-12);
  EXPECT_NEAR(score.details.at("S").at("mv").as_number(), variances, 1e-12);
  EXPECT_NEAR(score.details.at("R").at("mae").as_number(), correlations, 1e-12);
  EXPECT_NEAR(score.value.value(), 20.0 * (x + means + covariances + variances + correlations), 1e-10);
}

TEST(InformationLoss, PrincipalComponentsOfTwoColumnsByHand) {
  // Correlations r = ½ and r′ = 1.5/√21: λ = 1 ± r, vectors (1, ±1)/√2.
  const Table original = numbers_table({{"a", {1, 2, 3}}, {"b", {2, 0, 4}}});
  const Table masked = numbers_table({{"a", {1, 2, 6}}, {"b", {3, 0, 3}}});
  const Score score = measure(original, masked, "information-loss");
  const double r = 0.5, s = 1.5 / std::sqrt(21.0);
  EXPECT_NEAR(score.details.at("C").at("mae").as_number(), std::fabs((1 + r) / 2 - (1 + s) / 2), 1e-12);
  const auto loading = [](double lambda) { return std::sqrt(lambda / 2.0); };
  const double first = std::fabs(loading(1 + r) - loading(1 + s)),
               second = std::fabs(loading(1 - r) - loading(1 - s));
  EXPECT_NEAR(score.details.at("RF").at("mae").as_number(),
              (2 * first * (1 + r) / 2 + 2 * second * (1 - r) / 2) / 4, 1e-12);
  const auto coefficient = [](double lambda) { return std::sqrt(1.0 / (2.0 * lambda)); };
  const double third = std::fabs(coefficient(1 + r) - coefficient(1 + s));
  const double fourth = std::fabs(coefficient(1 - r) - coefficient(1 - s));
  EXPECT_NEAR(score.details.at("F").at("mae").as_number(),
              (2 * third * (1 + r) / 2 + 2 * fourth * (1 - r) / 2) / 4, 1e-12);
}

TEST(InformationLoss, SaysThatSuppressedCellsDoNotCount) {
  const double missing = std::nan("");
  const Table original = numbers_table({{"a", {1, 2, 6, missing}}, {"b", {2, 4, 6, 8}}});
  const Table masked = numbers_table({{"a", {1, 2, missing, missing}}, {"b", {2, 4, 6, 8}}});
  const Score score = measure(original, masked, "information-loss");
  EXPECT_EQ(score.value, 0.0);
  EXPECT_EQ(score.details.at("suppressed_cells").as_integer(), 1);
  EXPECT_EQ(score.details.at("incomplete_records").as_integer(), 2);
  EXPECT_NE(score.note.find("1 suppressed cell does not count"), std::string::npos) << score.note;
}

TEST(InformationLoss, NothingLostWhenNothingChanges) {
  const Table original = testing::incomes(100);
  EXPECT_EQ(measure(original, original, "information-loss").value, 0.0);
}

TEST(InformationLoss, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "information-loss").value.value(), 34.2019, 5e-5);
}

// A record of weight 2 counts as if it stood twice: means and cells do exactly, covariances but for the
// divisor, which counts records and not weights.
TEST(InformationLoss, IsAlsoGivenWeighted) {
  const Table original = numbers_table({{"x", {1, 2, 4}}, {"y", {5, 3, 4}}, {"w", {1, 2, 1}}});
  const Table masked = numbers_table({{"x", {2, 2, 3}}, {"y", {5, 6, 4}}, {"w", {1, 2, 1}}});
  const Table twice = numbers_table({{"x", {1, 2, 2, 4}}, {"y", {5, 3, 3, 4}}});
  const Table masked_twice = numbers_table({{"x", {2, 2, 2, 3}}, {"y", {5, 6, 6, 4}}});
  Table weighted = original;
  ColumnInfo info = weighted.info(2);
  info.role = Role::weight;
  weighted.set_info(2, info);
  const Measure& loss = compare::measure("information-loss");
  const Score found = loss.score(weighted, masked, {0, 1}, {}, sfumato::Run({.seed = 1}));
  const Score repeated = loss.score(twice, masked_twice, {0, 1}, {}, sfumato::Run({.seed = 1}));
  for (const char* part : {"X", "means"}) {
    for (const char* error : {"mse", "mae", "mv"}) {
      EXPECT_NEAR(found.details.at("weighted").at(part).at(error).as_number(),
                  repeated.details.at(part).at(error).as_number(), 1e-12)
          << part << error;
    }
  }
  // Variations of covariances and correlations have no divisor left.
  EXPECT_NEAR(found.details.at("weighted").at("V").at("mv").as_number(),
              repeated.details.at("V").at("mv").as_number(), 1e-12);
  EXPECT_NEAR(found.details.at("weighted").at("value").as_number(), repeated.value.value(), 1e-12);
  EXPECT_EQ(loss.score(original, masked, {0, 1}, {}, sfumato::Run({.seed = 1})).details.find("weighted"),
            nullptr);
}

}  // namespace
}  // namespace sfumato
