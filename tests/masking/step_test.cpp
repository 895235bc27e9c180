// Steps: strata, households, filling, and several in order.
#include "masking/step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/record_groups.hpp"
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

bool equal_in_homes(const Table& table, const std::string& column) {
  return equal_within(table.column(table.require(column)), record_groups(table.column(0)));
}

// Rent is drawn for households, and wage for persons given the rent: a rule between both is kept.
TEST(Households, AreDrawnFirstByTrees) {
  const Table table = survey(600);
  const ParamValues params = {{"rule", Value::array_of({"if rent>800 then wage>=1000", "rent!=500"})},
                              {"leaf", 20},
                              {"order", Value::array_of({"wage", "rent"})}};
  const Masked masked = apply_step(table, step_of(table, "sequential-trees", {"rent", "wage"}, params),
                                   sfumato::Run({.seed = 3}));
  const Table& drawn = masked.tables.front();
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  EXPECT_TRUE(equal_in_homes(drawn, "rent"));
  EXPECT_EQ(drawn.column(0), table.column(0));
  EXPECT_FALSE(drawn.column(2) == table.column(2));
  const Numbers rent = drawn.column(2).to_numbers(), wage = drawn.column(3).to_numbers();
  for (std::size_t i = 0; i < table.rows(); ++i) EXPECT_TRUE(rent[i] <= 800.0 || wage[i] >= 1000.0) << i;
  EXPECT_EQ(masked.details.at("record_rules").at("broken").as_integer(), 0);
  EXPECT_GT(masked.details.at("record_rules").at("redrawn").as_integer(), 20);
  EXPECT_EQ(masked.details.at("household_level").at("columns"), Value::array_of({"rent"}));
  EXPECT_FALSE(masked.details.at("household_level").at("apart").as_bool());
  // Wage is drawn last, whatever the order says: a member cannot come before its household.
  EXPECT_EQ(masked.details.at("trees").as_object().front().first, "rent");
}

// Wage is 10 times the rent: persons are drawn given the drawn rent, not the one they had.
TEST(Households, PredictTheirMembers) {
  Table table = survey(2000);
  Numbers wage = table.column(2).to_numbers();
  for (double& value : wage) value *= 10.0;
  table.replace(3, wage);
  const Masked masked =
      apply_step(table, step_of(table, "sequential-trees", {"rent", "wage"}), sfumato::Run({.seed = 3}));
  const Numbers drawn_rent = masked.tables[0].column(2).to_numbers(),
                drawn_wage = masked.tables[0].column(3).to_numbers();
  double error = 0.0;
  for (std::size_t i = 0; i < table.rows(); ++i) error += std::fabs(drawn_wage[i] - 10.0 * drawn_rent[i]);
  EXPECT_LT(error / static_cast<double>(table.rows()), 100.0);  // of 3,000 to 13,000
}

// A wage of 1,000 and more is nowhere to be had in region 2, which stays: such a household is drawn again
// with another rent.
TEST(Households, AreDrawnAgainWhereNoMemberFits) {
  Table table = survey(1000);
  Numbers wage = table.column(3).to_numbers();
  const Numbers region = table.column(1).to_numbers();
  for (std::size_t i = 0; i < wage.size(); ++i) wage[i] = region[i] == 2.0 ? 500.0 : wage[i] + 2000.0;
  table.replace(3, wage);
  const ParamValues params = {{"rule", Value::array_of({"if rent>800 then wage>=1000"})}};
  const Masked masked = apply_step(table, step_of(table, "sequential-trees", {"rent", "wage"}, params),
                                   sfumato::Run({.seed = 5}));
  EXPECT_EQ(masked.details.at("record_rules").at("broken").as_integer(), 0);
  const Numbers rent = masked.tables[0].column(2).to_numbers(),
                drawn = masked.tables[0].column(3).to_numbers();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    EXPECT_TRUE(rent[i] <= 800.0 || drawn[i] >= 1000.0) << i;
    EXPECT_TRUE(region[i] != 2.0 || rent[i] <= 800.0) << i;
  }
}

// A rule on a column that stays and one of the household holds for every member.
TEST(Households, KeepRulesOfAllMembers) {
  const Table table = survey(400);
  const ParamValues params = {{"rule", Value::array_of({"if wage>1200 then rent<700"})}, {"leaf", 100}};
  const Masked masked =
      apply_step(table, step_of(table, "sequential-trees", {"rent"}, params), sfumato::Run({.seed = 4}));
  const Numbers rent = masked.tables[0].column(2).to_numbers(), wage = table.column(3).to_numbers();
  for (std::size_t i = 0; i < table.rows(); ++i) EXPECT_TRUE(wage[i] <= 1200.0 || rent[i] < 700.0) << i;
  EXPECT_TRUE(equal_in_homes(masked.tables[0], "rent"));
  const ParamValues impossible = {{"rule", Value::array_of({"rent<0"})}, {"tries", 2}};
  EXPECT_EQ(
      apply_step(table, step_of(table, "sequential-trees", {"rent"}, impossible), sfumato::Run({.seed = 4}))
          .details.at("record_rules")
          .at("broken")
          .as_integer(),
      400);
}

TEST(Households, RefuseAnotherNumberOfRecords) {
  const Table table = survey(100);
  try {
    apply_step(table, step_of(table, "sequential-trees", {"region", "rent", "wage"}, {{"rows", 50}}),
               sfumato::Run({.seed = 3}));
    FAIL() << "was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.parameter, "rows");
    EXPECT_NE(error.message.find("'household'"), std::string::npos) << error.message;
    EXPECT_EQ(error.hint.find("protect them too"), std::string::npos) << error.hint;
    EXPECT_NE(error.hint.find("‹drop›"), std::string::npos) << error.hint;
  }
}

// Members of one household are in two strata by wage, and in one by region.
TEST(Households, AreNotTornByStrata) {
  Table table = survey(200);
  Numbers wage = table.column(3).to_numbers();
  for (std::size_t i = 0; i < wage.size(); ++i) wage[i] = static_cast<double>(i % 2);
  table.replace(3, wage);
  for (const std::string method : {"sequential-trees", "household-synthesis"}) {
    Step step = step_of(table, method, {"rent"});
    step.within = 3;
    try {
      apply_step(table, step, sfumato::Run({.seed = 1}));
      FAIL() << "was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.parameter, "within");
    }
    step.within = 1;
    EXPECT_TRUE(equal_in_homes(apply_step(table, step, sfumato::Run({.seed = 1})).tables[0], "rent"));
  }
}

TEST(Households, StayEqualWhereMissingCellsAreFilled) {
  Table table = survey(400);
  Numbers rent = table.column(2).to_numbers();
  for (double& value : rent) value = value < 700.0 ? std::nan("") : value;
  table.replace(2, rent);
  for (const std::string method : {"sequential-trees", "household-synthesis"}) {
    Step step = step_of(table, method, {"rent", "wage"});
    step.fill = true;
    const Table filled = apply_step(table, step, sfumato::Run({.seed = 1})).tables[0];
    EXPECT_EQ(filled.column(2).missing_count(), 0U);
    EXPECT_TRUE(equal_in_homes(filled, "rent")) << method;
  }
}

// Numbers of households start at 1 in the first stratum and go on in the next.
TEST(Households, HaveNumbersOfTheirOwnInEveryStratum) {
  Table table = survey(300);
  table.set_info(1, named("region", Role::identifier));
  Step step = step_of(table, "household-synthesis", {"rent", "wage"});
  step.within = 1;
  const Masked masked = apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.mapping, Mapping::none);
  EXPECT_TRUE(equal_in_homes(masked.tables[0], "rent"));
  EXPECT_EQ(record_groups(masked.tables[0].column(0)).size(), record_groups(table.column(0)).size());
  EXPECT_EQ(masked.details.at("renumbered"), Value::array_of({"household"}));
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
