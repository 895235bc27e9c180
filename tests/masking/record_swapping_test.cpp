// Record swapping: which households are at risk, their partners, and which counts stay exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

ColumnInfo households_named(const std::string& name, Kind kind, std::optional<Role> role = {}) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

// Households of one to four members in three regions; columns region, household, age group, sex, income.
Table survey(std::size_t households, std::uint64_t seed, bool with_role = true) {
  Rng rng({seed, 9});
  Codes region{{}, {"north", "south", "west"}}, age{{}, {"young", "middle", "old"}}, sex{{}, {"f", "m"}};
  Integers household;
  Numbers income;
  for (std::size_t h = 0; h < households; ++h) {
    const auto where = static_cast<std::int32_t>(rng.below(3));
    for (std::uint64_t left = 1 + rng.below(4); left > 0; --left) {
      region.codes.push_back(where);
      household.values.push_back(static_cast<std::int64_t>(h));
      age.codes.push_back(rng.chance(0.02) ? 2 : static_cast<std::int32_t>(rng.below(2)));
      sex.codes.push_back(static_cast<std::int32_t>(rng.below(2)));
      income.push_back(std::round(1000.0 * rng.exponential()));
    }
  }
  return {{households_named("region", Kind::nominal),
           households_named("household", Kind::numeric,
                            with_role ? std::optional(Role::household) : std::nullopt),
           households_named("age", Kind::ordinal), households_named("sex", Kind::nominal),
           households_named("income", Kind::numeric)},
          {region, household, age, sex, income}};
}

const Value region_alone = Value::array_of({"region"});
const Value age_and_sex = Value::array_of({"age", "sex"});

Masked swap(const Table& table, ParamValues params, std::uint64_t seed = 1) {
  params.emplace_back("geography", region_alone);
  const masking::Step step{&masking::method("record-swapping"), params, {0}, std::nullopt, false};
  return masking::apply_step(table, step, sfumato::Run({.seed = seed}));
}

struct Household {
  std::vector<std::size_t> rows;
  std::string region;
  std::vector<std::string> sexes;  // sorted
};

std::map<std::string, Household> households(const Table& table) {
  std::map<std::string, Household> result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Household& household = result[table.column(1).text(row)];
    EXPECT_TRUE(household.rows.empty() || household.region == table.column(0).text(row))
        << "a household was split";
    household.rows.push_back(row);
    household.region = table.column(0).text(row);
    household.sexes.push_back(table.column(3).text(row));
    std::sort(household.sexes.begin(), household.sexes.end());
  }
  return result;
}

TEST(RecordSwapping, KeepsGeographyByHouseholdSizeAndSimilarColumns) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const Table original = survey(10 + 30 * seed, seed);
    for (const bool similar : {false, true}) {
      ParamValues params{{"rate", 0.5}, {"risk-keys", age_and_sex}};
      if (similar) params.emplace_back("similar", Value::array_of({"sex"}));
      const Table masked = swap(original, params, seed).tables[0];
      std::map<std::pair<std::string, std::vector<std::string>>, int> balance;
      for (const auto& [sign, table] : {std::pair{1, &original}, std::pair{-1, &masked}}) {
        for (const auto& [id, household] : households(*table)) {
          std::vector<std::string> sort = household.sexes;
          if (!similar) sort.assign(household.rows.size(), "");
          balance[{household.region, sort}] += sign;
        }
      }
      for (const auto& [key, difference] : balance) EXPECT_EQ(difference, 0) << key.first;
      for (ColumnId id = 1; id < 5; ++id) EXPECT_EQ(masked.column(id), original.column(id));
    }
  }
}

// Households with a member of whom fewer than k are in the region, counted by hand.
TEST(RecordSwapping, EveryHouseholdAtRiskMovesOrIsCounted) {
  const Table original = survey(300, 4);
  const Masked masked = swap(original, {{"rate", 0.0}, {"risk-keys", age_and_sex}, {"k", 4}});
  const auto key = [&](std::size_t row) {
    return original.column(0).text(row) + original.column(2).text(row) + original.column(3).text(row);
  };
  std::map<std::string, int> counts;
  for (std::size_t row = 0; row < original.rows(); ++row) ++counts[key(row)];
  const auto before = households(original), after = households(masked.tables[0]);
  int at_risk = 0, stayed = 0, moved = 0;
  for (const auto& [id, household] : before) {
    const bool risky = std::any_of(household.rows.begin(), household.rows.end(),
                                   [&](std::size_t row) { return counts[key(row)] < 4; });
    const bool same = after.at(id).region == household.region;
    at_risk += risky;
    stayed += risky && same;
    moved += !same;
  }
  EXPECT_GT(at_risk, 3);
  EXPECT_EQ(masked.details.at("at_risk").as_integer(), at_risk);
  EXPECT_EQ(masked.details.at("at_risk_without_partner").as_integer(), stayed);
  EXPECT_EQ(masked.details.at("swapped_households").as_integer(), moved);
  EXPECT_GE(moved, at_risk - stayed);
  EXPECT_LE(moved, 2 * at_risk);
}

TEST(RecordSwapping, OthersFollowUntilTheRateIsReached) {
  const Table original = survey(400, 5);
  for (const double rate : {0.0, 0.1, 0.5}) {
    const Masked masked = swap(original, {{"rate", rate}});  // no keys: no household is at risk
    EXPECT_EQ(masked.details.at("at_risk").as_integer(), 0);
    EXPECT_EQ(masked.details.at("swapped_households").as_integer(), std::lround(400 * rate));
  }
}

TEST(RecordSwapping, QuasiIdentifiersAreTheKeysWhereNoneAreNamed) {
  Table original = survey(300, 4);
  const Masked by_name = swap(original, {{"risk-keys", age_and_sex}});
  for (const ColumnId id : {0U, 2U, 3U}) {
    ColumnInfo info = original.info(id);
    info.role = Role::quasi_identifier;
    original.set_info(id, info);
  }
  EXPECT_EQ(swap(original, {}).details, by_name.details);
}

TEST(RecordSwapping, WithoutHouseholdsRecordsAreSwapped) {
  const Table original = survey(200, 6, false);
  const Masked masked = swap(original, {{"rate", 0.2}});
  EXPECT_EQ(masked.details.at("households").as_integer(), static_cast<std::int64_t>(original.rows()));
  EXPECT_EQ(masked.details.at("changed_records"), masked.details.at("swapped_households"));
}

TEST(RecordSwapping, HouseholdsWithoutAPlaceStay) {
  Codes region{{0, 0, 1, 1, -1, -1}, {"north", "south"}};
  const Table original({households_named("region", Kind::nominal),
                        households_named("household", Kind::numeric, Role::household)},
                       {region, Numbers{1, 1, 2, 2, 3, std::nan("")}});
  const Masked masked = swap(original, {{"rate", 1.0}, {"k", 1}});
  EXPECT_EQ(masked.tables[0].column(0).get_if<Codes>()->codes,
            (std::vector<std::int32_t>{1, 1, 0, 0, -1, -1}));
  EXPECT_EQ(masked.details.at("without_geography").as_integer(), 2);
  EXPECT_EQ(masked.details.at("households").as_integer(), 4);
}

TEST(RecordSwapping, NeedsAGeographyToBeCompared) {
  const Method& method = masking::method("record-swapping");
  EXPECT_FALSE(method.refused({}).empty());
  EXPECT_TRUE(method.refused({{"geography", region_alone}}).empty());
}

TEST(RecordSwapping, RefusesUnknownColumnsAndHugeGroups) {
  EXPECT_THROW(swap(survey(20, 1), {{"risk-keys", Value::array_of({"agge"})}}), Error);
  EXPECT_THROW(swap(survey(20, 1), {{"k", 1000}}), Error);
}

}  // namespace
}  // namespace sfumato
