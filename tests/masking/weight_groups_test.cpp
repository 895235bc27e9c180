// Weight groups by hand: who shares a weight, which totals stay, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;
using testing::with_role;

Masked grouped(const Table& table, const ParamValues& params, std::optional<ColumnId> within = std::nullopt) {
  const masking::Step step{&masking::method("weight-groups"), params, {0}, within, false};
  return masking::apply_step(table, step, sfumato::Run({.seed = 1}));
}

TEST(WeightGroups, AverageSortedRecordsAndKeepTheTotal) {
  const Table table = numbers_table({{"w", {5, 1, 2, 9, 3, 10, std::nan("")}}});
  const Masked masked = grouped(table, {{"k", 3}});
  const Numbers weights = masked.tables[0].column(0).to_numbers();
  // 1, 2, 3 and 5, 9, 10.
  EXPECT_EQ((Numbers{weights.begin(), weights.begin() + 6}), (Numbers{8, 2, 2, 8, 2, 8}));
  EXPECT_TRUE(std::isnan(weights[6]));
  EXPECT_EQ(masked.details.at("groups").as_integer(), 2);
  EXPECT_EQ(masked.details.at("weights").at("w").at("singled_out_before").as_integer(), 6);
  EXPECT_EQ(masked.details.at("weights").at("w").at("singled_out_after").as_integer(), 0);
  EXPECT_DOUBLE_EQ(masked.details.at("weights").at("w").at("largest_change_percent").as_number(), 100.0);
}

// The rest of two records joins the last group.
TEST(WeightGroups, TheLastGroupTakesTheRest) {
  const Masked masked = grouped(numbers_table({{"w", {1, 2, 3, 4, 5, 6, 7, 8}}}), {{"k", 3}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{2, 2, 2, 6, 6, 6, 6, 6}));
}

// A group ends between different weights only, and a group of one weight keeps it exactly.
TEST(WeightGroups, EqualWeightsStayEqual) {
  const Numbers before{0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.4, 0.4};
  const Masked masked = grouped(numbers_table({{"w", before}}), {{"k", 2}});
  const Numbers after = masked.tables[0].column(0).to_numbers();
  EXPECT_EQ((Numbers{after.begin(), after.begin() + 4}), (Numbers{0.1, 0.1, 0.1, 0.1}));
  EXPECT_DOUBLE_EQ(after[4], 0.25);
  EXPECT_EQ(after[4], after[5]);
  EXPECT_EQ(after[6], 0.4);
}

// Records 0 to 3 are one household: three of them with other weights are not three households.
TEST(WeightGroups, CountHouseholds) {
  const Table table =
      with_role(numbers_table({{"w", {1, 2, 3, 3, 4, 5, 6}}, {"home", {1, 1, 1, 1, 2, 3, 4}}}), "home",
                Role::household);
  const Masked masked = grouped(table, {{"k", 2}});
  // 1, 2, 3, 3, 4 have homes 1 and 2; 5, 6 homes 3 and 4.
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{2.6, 2.6, 2.6, 2.6, 2.6, 5.5, 5.5}));
  EXPECT_EQ(masked.details.at("counted_in").as_text(), "households");
  EXPECT_EQ(masked.details.at("households").as_integer(), 4);
  EXPECT_EQ(masked.promises.front().unit, "home");
  EXPECT_EQ(masked.promises.front().models, (std::vector<std::string>{"k-anonymity:2"}));
}

TEST(WeightGroups, KeepTheTotalsOfMargins) {
  const Table table = numbers_table({{"w", {1, 10, 2, 20, 3, 30, 4, 40}},
                                     {"region", {1, 2, 1, 2, 1, 2, 1, 2}},
                                     {"sex", {1, 1, 1, 1, 2, 2, 2, 2}}});
  const Masked masked = grouped(table, {{"k", 2}, {"margins", Value::array_of({"region", "sex"})}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{1.5, 15, 1.5, 15, 3.5, 35, 3.5, 35}));
  const Masked within = grouped(table, {{"k", 2}}, ColumnId{1});
  EXPECT_EQ(within.tables[0].column(0).to_numbers(), (Numbers{1.5, 15, 1.5, 15, 3.5, 35, 3.5, 35}));
}

// Against 500 random tables: totals by margin, k holders for each weight, equal weights equal.
TEST(WeightGroups, HoldForRandomWeights) {
  Rng rng({5, 6});
  for (int round = 0; round < 500; ++round) {
    const std::size_t rows = 40 + rng.below(60);
    Numbers weights, region, home;
    for (std::size_t row = 0; row < rows; ++row) {
      weights.push_back(std::floor(rng.exponential() * 20.0) / 4.0);
      region.push_back(static_cast<double>(rng.below(2)));
      home.push_back(static_cast<double>(row / (1 + rng.below(3))));
    }
    Table table = numbers_table({{"w", weights}, {"region", region}, {"home", home}});
    if (round % 2 == 0) table = with_role(table, "home", Role::household);
    const auto k = static_cast<std::int64_t>(2 + rng.below(4));
    const Numbers after =
        grouped(table, {{"k", k}, {"margins", Value::array_of({"region"})}}).tables[0].column(0).to_numbers();
    std::map<double, double> total_before, total_after;
    std::map<double, std::set<double>> holders;
    std::map<std::pair<double, double>, std::set<double>> became;
    for (std::size_t row = 0; row < rows; ++row) {
      total_before[region[row]] += weights[row];
      total_after[region[row]] += after[row];
      holders[after[row]].insert(round % 2 == 0 ? home[row] : static_cast<double>(row));
      became[{region[row], weights[row]}].insert(after[row]);
    }
    for (const auto& [cell, total] : total_before) EXPECT_NEAR(total_after[cell], total, 1e-9 * total);
    for (const auto& [weight, who] : holders) EXPECT_GE(who.size(), static_cast<std::size_t>(k)) << weight;
    for (const auto& [weight, values] : became) EXPECT_EQ(values.size(), 1U);
  }
}

TEST(WeightGroups, RefuseWhatCannotBeKept) {
  const Table table =
      with_role(numbers_table({{"w", {1, 2, 3, 4}}, {"home", {1, 1, 2, 2}}, {"region", {1, 1, 1, 2}}}),
                "home", Role::household);
  const auto complaint = [&](const ParamValues& params) {
    try {
      grouped(table, params);
    } catch (const Error& error) {
      return error.message;
    }
    return std::string("accepted");
  };
  EXPECT_EQ(complaint({{"k", 3}}), "fewer than k = 3 households have a value of 'w'");
  EXPECT_EQ(complaint({{"k", 2}, {"margins", Value::array_of({"region"})}}),
            "1 of 2 combinations of 'region' have fewer than k = 2 households, so that their totals cannot "
            "be kept");
  EXPECT_EQ(complaint({{"margins", Value::array_of({"w"})}, {"k", 2}}),
            "column 'w' is protected and also a margin");
}

}  // namespace
}  // namespace sfumato
