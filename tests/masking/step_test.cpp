// Steps: strata, households, filling, and several in order.
#include "masking/step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

using testing::columns_named;

ColumnInfo named(const std::string& name, std::optional<Role> role = {}) {
  ColumnInfo info;
  info.name = name;
  info.role = role;
  return info;
}

// Households of one to four members: rent belongs to the household, wage to the person.
Table survey(std::size_t rows) {
  Rng rng({5, 5});
  Numbers household, region, rent, wage;
  double id = 0.0, its_rent = 0.0, its_region = 0.0;
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < rows; ++i, --left) {
    if (left == 0) {
      left = 1 + rng.below(4);
      id += 1.0;
      its_rent = 300.0 + static_cast<double>(rng.below(1000));
      its_region = static_cast<double>(rng.below(3));
    }
    household.push_back(id);
    region.push_back(its_region);
    rent.push_back(its_rent);
    wage.push_back(1000.0 + 500.0 * rng.normal());
  }
  return Table({named("household", Role::household), named("region"), named("rent"), named("wage")},
               {household, region, rent, wage});
}

Step step_of(const Table& table, const std::string& method, const std::vector<std::string>& columns,
             const ParamValues& params = {}) {
  return {&masking::method(method), params, columns_named(table, columns), std::nullopt, false};
}

Table without_roles(Table table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) table.set_info(id, named(table.info(id).name));
  return table;
}

TEST(Strata, AreMaskedEachByItself) {
  const Table table = without_roles(survey(200));
  Step step = step_of(table, "mdav", {"wage", "rent"}, {{"k", 3}});
  step.within = table.require("region");
  const Masked masked = apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.details.at("strata").as_integer(), 3);
  std::int64_t groups = 0;
  for (const double region : {0.0, 1.0, 2.0}) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (table.column(1).to_numbers()[i] == region) rows.push_back(i);
    }
    const Masked alone = masking::method("mdav").apply(table.taking_rows(rows), step.columns, {{"k", 3}},
                                                       sfumato::Run({.seed = 1}));
    groups += alone.details.at("groups").as_integer();
    EXPECT_TRUE(masked.tables[0].taking_rows(rows).same_data(alone.tables[0]));
  }
  EXPECT_EQ(masked.details.at("groups").as_integer(), groups);
}

TEST(Strata, ValuesNeverCrossThem) {
  const Table table = without_roles(survey(300));
  Step step = step_of(table, "rank-swapping", {"wage"}, {{"window", 100}});
  step.within = table.require("region");
  const Masked masked = apply_step(table, step, sfumato::Run({.seed = 1}));
  std::map<double, std::multiset<double>> before, after;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    before[table.column(1).to_numbers()[i]].insert(table.column(3).to_numbers()[i]);
    after[table.column(1).to_numbers()[i]].insert(masked.tables[0].column(3).to_numbers()[i]);
  }
  EXPECT_EQ(before, after);
  EXPECT_FALSE(masked.tables[0].column(3) == table.column(3));
}

TEST(Strata, TooSmallForTheMethodAreNamed) {
  const Table table = testing::numbers_table({{"region", {1, 1, 1, 2}}, {"x", {1, 2, 3, 4}}});
  Step step = step_of(table, "mdav", {"x"});
  step.within = 0;
  try {
    apply_step(table, step, sfumato::Run({.seed = 1}));
    FAIL() << "was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "where region is 2 (1 records): k = 3 is more than the 1 records");
  }
  step.within = 1;
  EXPECT_THROW(apply_step(table, step, sfumato::Run({.seed = 1})), Error);  // protected and a stratum
}

TEST(Households, HaveOneDrawForWhatTheyShare) {
  const Table table = survey(400);
  for (const std::string method : {"additive-noise", "rank-swapping", "mdav", "uniform-noise", "hybrid"}) {
    const Masked masked =
        apply_step(table, step_of(table, method, {"rent", "wage"}), sfumato::Run({.seed = 3}));
    const Numbers household = table.column(0).to_numbers();
    const Numbers rent = masked.tables[0].column(2).to_numbers();
    std::map<double, double> seen;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      EXPECT_EQ(seen.try_emplace(household[i], rent[i]).first->second, rent[i]) << method;
    }
    EXPECT_FALSE(masked.tables[0].column(2) == table.column(2)) << method;
    EXPECT_FALSE(masked.tables[0].column(3) == table.column(3)) << method;
    EXPECT_EQ(masked.details.at("household_level").at("columns"), Value::array_of({"rent"}));
  }
}

// Rent is drawn for households and wage for persons: a rule between both could not be kept.
TEST(Households, RefuseRulesBetweenWhatIsDrawnApart) {
  const Table table = survey(100);
  const ParamValues rule = {{"rule", Value::array_of({"if rent>500 then wage>=0"})}};
  EXPECT_THROW(apply_step(table, step_of(table, "sequential-trees", {"rent", "wage"}, rule),
                          sfumato::Run({.seed = 3})),
               Error);
  EXPECT_NO_THROW(
      apply_step(table, step_of(table, "sequential-trees", {"wage"}, rule), sfumato::Run({.seed = 3})));
}

// What belongs to persons is masked as if there were no households.
TEST(Households, LeavePersonsColumnsToTheMethod) {
  const Table table = survey(100), plain = without_roles(table);
  const Masked with = apply_step(table, step_of(table, "mdav", {"wage"}), sfumato::Run({.seed = 3}));
  const Masked without = apply_step(plain, step_of(plain, "mdav", {"wage"}), sfumato::Run({.seed = 3}));
  EXPECT_TRUE(with.tables[0].same_data(without.tables[0]));
}

// Groups of 30 persons, though there are fewer households: no column belongs to these.
TEST(Households, DoNotLimitWhatIsMaskedByPerson) {
  const Table table = survey(60);
  const Step step = step_of(table, "mdav", {"wage"}, {{"k", 30}});
  const Masked masked = apply_step(table, step, sfumato::Run({.seed = 3}));
  EXPECT_EQ(masked.details.at("groups").as_integer(), 2);
}

TEST(Households, AGroupHasAtLeastKOfThem) {
  const Table table = survey(400);
  const Masked masked =
      apply_step(table, step_of(table, "mdav", {"rent"}, {{"k", 5}}), sfumato::Run({.seed = 3}));
  std::map<double, std::set<double>> households;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    households[masked.tables[0].column(2).to_numbers()[i]].insert(table.column(0).to_numbers()[i]);
  }
  for (const auto& [rent, members] : households) EXPECT_GE(members.size(), 5U) << rent;
}

TEST(Fill, LeavesNothingMissing) {
  Table table = testing::incomes(100);
  for (std::size_t i = 0; i < 100; i += 3) table.edit_numbers(0)[i] = std::nan("");
  for (const std::string method : {"mdav", "additive-noise", "rank-swapping", "hybrid", "ipso"}) {
    Step step = step_of(table, method, {"income", "tax", "savings"});
    step.fill = true;
    const Masked masked = apply_step(table, step, sfumato::Run({.seed = 3}));
    EXPECT_EQ(masked.tables[0].column(0).missing_count(), 0U) << method;
  }
  EXPECT_EQ(table.column(0).missing_count(), 34U);
}

TEST(Fill, GivesMicroaggregatedCellsTheMeanOfTheirGroup) {
  // Groups {0, 1, 2} and {3, 4, 5}: the gap in y becomes (10 + 20)/2.
  const Table table =
      testing::numbers_table({{"x", {1, 2, 3, 101, 102, 103}}, {"y", {10, 20, std::nan(""), 50, 60, 70}}});
  Step step = step_of(table, "mdav", {"x", "y"}, {{"k", 3}});
  step.fill = true;
  const Masked masked = apply_step(table, step, sfumato::Run({.seed = 3}));
  EXPECT_EQ(masked.tables[0].column(1).to_numbers(), (Numbers{15, 15, 15, 60, 60, 60}));
  EXPECT_EQ(masked.details.at("thin_means").as_integer(), 1);  // two values, and k is 3
}

TEST(Steps, FollowEachOther) {
  const Table table = testing::incomes(200);
  const std::vector<Step> steps = {step_of(table, "mdav", {"income"}, {{"k", 4}}),
                                   step_of(table, "additive-noise", {"tax"}),
                                   step_of(table, "rank-swapping", {"income"})};
  const Masked masked = apply_steps(table, steps, sfumato::Run({.seed = 3}));
  EXPECT_EQ(masked.details.at("steps").as_array().size(), 3U);
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  // The swap exchanges the group means of the first step.
  const Masked first = apply_step(table, steps[0], sfumato::Run({.seed = 3}));
  EXPECT_EQ(testing::sorted(masked.tables[0], "income"), testing::sorted(first.tables[0], "income"));
  EXPECT_TRUE(masked.tables[0].column(2) == table.column(2));
  EXPECT_EQ(masked.reveal.at("steps").as_array()[1].at("c").as_number(), 1.0);
  EXPECT_THROW(apply_steps(table, {steps[0], {&masking::method("mdav"), {}, {}, {}, false}},
                           sfumato::Run({.seed = 1})),
               Error);
}

}  // namespace
}  // namespace sfumato::masking
