// What household-wise synthesis keeps of households: sizes, shared columns, relations between members, rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;

// Couples, parents with children and singles: a partner is within five years of the head, a child 20 to 35
// years younger. The head is never the first record. Town and rent belong to the household.
Table families(std::size_t households, std::uint64_t seed = 3) {
  Rng rng({seed, 77});
  Codes relation{{}, {"head", "partner", "child"}}, town{{}, {"A", "B", "C"}};
  Numbers number, age, rent, income;
  const auto add = [&](std::size_t h, int kin, double years, int place, double paid) {
    number.push_back(5000.0 + 3.0 * static_cast<double>(h));
    relation.codes.push_back(kin);
    age.push_back(years);
    town.codes.push_back(place);
    rent.push_back(paid);
    income.push_back(kin == 2 ? (rng.chance(0.5) ? std::nan("") : 0.0) : std::floor(20000.0 * rng.uniform()));
  };
  for (std::size_t h = 0; h < households; ++h) {
    const double years = std::floor(36.0 + 40.0 * rng.uniform());
    const auto place = static_cast<int>(rng.below(3));
    const double paid = 400.0 + 200.0 * place + static_cast<double>(rng.below(5));
    const std::size_t children = rng.below(4);
    for (std::size_t c = 0; c < children; ++c) {
      add(h, 2, std::floor(years - 20.0 - 15.0 * rng.uniform()), place, paid);
    }
    add(h, 0, years, place, paid);
    if (rng.chance(0.6)) add(h, 1, years + static_cast<double>(rng.below(11)) - 5.0, place, paid);
  }
  std::vector<ColumnInfo> infos(6);
  const char* names[] = {"household", "relation", "age", "town", "rent", "income"};
  for (std::size_t j = 0; j < infos.size(); ++j) {
    infos[j].name = names[j];
    infos[j].kind = j == 1 || j == 3 ? Kind::nominal : Kind::numeric;
  }
  infos[0].role = Role::household;
  return {infos, {number, relation, age, town, rent, income}};
}

Masked drawn(const Table& original, ParamValues params = {}) {
  params.emplace_back("head", Value::object().set("relation", "head"));
  return masking::method("household-synthesis")
      .apply(original, {1, 2, 3, 4, 5}, params, sfumato::Run({.seed = 1}));
}

std::map<double, std::vector<std::size_t>> homes(const Table& table) {
  std::map<double, std::vector<std::size_t>> result;
  const Numbers numbers = table.column(0).to_numbers();
  for (std::size_t row = 0; row < numbers.size(); ++row) result[numbers[row]].push_back(row);
  return result;
}

std::map<std::size_t, std::size_t> sizes(const Table& table) {
  std::map<std::size_t, std::size_t> result;
  for (const auto& [number, rows] : homes(table)) ++result[rows.size()];
  return result;
}

TEST(HouseholdSynthesis, KeepsSizesAndSharedColumns) {
  const Table original = families(400);
  const Masked masked = drawn(original);
  const Table& table = masked.tables.front();
  EXPECT_EQ(masked.mapping, Mapping::none);
  EXPECT_EQ(sizes(table), sizes(original));
  EXPECT_EQ(homes(table).begin()->first, 1.0);
  EXPECT_EQ(homes(table).rbegin()->first, 400.0);
  EXPECT_EQ(masked.details.at("shared_columns"), Value::array_of({"town", "rent"}));
  EXPECT_EQ(masked.details.at("without_head").as_integer(), 0);
  for (const auto& [number, rows] : homes(table)) {
    std::size_t heads = 0;
    for (const std::size_t row : rows) {
      heads += table.column(1).text(row) == "head";
      EXPECT_EQ(table.column(3).text(row), table.column(3).text(rows.front()));
      EXPECT_EQ(table.column(4).text(row), table.column(4).text(rows.front()));
      // Rent depends on the town.
      EXPECT_EQ(std::floor((table.column(4).to_numbers()[row] - 400.0) / 200.0),
                table.column(3).to_numbers()[row]);
    }
    EXPECT_EQ(heads, 1U);
  }
}

// The mean difference of the ages of partners, of children and heads, and the number of partners.
struct Kinship {
  double partner_gap = 0.0, child_gap = 0.0;
  std::size_t partners = 0, children = 0, two_partners = 0;
};
Kinship kinship(const Table& table) {
  Kinship result;
  const Numbers age = table.column(2).to_numbers();
  for (const auto& [number, rows] : homes(table)) {
    double head = 0.0;
    std::size_t partners = 0;
    for (const std::size_t row : rows) head = table.column(1).text(row) == "head" ? age[row] : head;
    for (const std::size_t row : rows) {
      if (table.column(1).text(row) == "partner") {
        result.partner_gap += std::fabs(age[row] - head);
        ++partners;
      }
      if (table.column(1).text(row) == "child") {
        result.child_gap += head - age[row];
        ++result.children;
      }
    }
    result.partners += partners;
    result.two_partners += partners > 1;
  }
  result.partner_gap /= static_cast<double>(result.partners);
  result.child_gap /= static_cast<double>(result.children);
  return result;
}

TEST(HouseholdSynthesis, KeepsRelationsBetweenMembers) {
  const Table original = families(1500);
  const Kinship before = kinship(original), after = kinship(drawn(original).tables.front());
  EXPECT_NEAR(static_cast<double>(after.partners), static_cast<double>(before.partners), 120.0);
  EXPECT_NEAR(after.child_gap, before.child_gap, 1.5);
  EXPECT_NEAR(after.partner_gap, before.partner_gap, 1.5);  // 2.7 years; of independent ages about 13
  EXPECT_LT(after.two_partners, 15U);
}

TEST(HouseholdSynthesis, KeepsRulesBetweenMembers) {
  const Table original = families(300);
  const Masked masked = drawn(
      original,
      {{"rule", Value::array_of({"if relation=child then age<head.age", "if relation=head then age>=40"})},
       {"leaf", 200}});
  const Table& table = masked.tables.front();
  const Numbers age = table.column(2).to_numbers();
  for (const auto& [number, rows] : homes(table)) {
    EXPECT_GE(age[rows.front()], 40.0);
    for (const std::size_t row : rows) {
      EXPECT_TRUE(table.column(1).text(row) != "child" || age[row] < age[rows.front()]);
    }
  }
  EXPECT_EQ(masked.details.at("record_rules").at("broken").as_integer(), 0);
  EXPECT_GT(masked.details.at("record_rules").at("redrawn").as_integer(), 0);
  EXPECT_GT(masked.details.at("record_rules").at("in_original").as_integer(), 0);
}

TEST(HouseholdSynthesis, KeepsSharesOfMissingValues) {
  const Table original = families(800);
  const double before = static_cast<double>(original.column(5).missing_count());
  EXPECT_NEAR(static_cast<double>(drawn(original).tables[0].column(5).missing_count()), before,
              0.15 * before);
}

TEST(HouseholdSynthesis, LargerLeavesCopyLess) {
  const Table original = families(400);
  double last = 101.0;
  for (const int leaf : {1, 10, 200}) {
    const Table table = drawn(original, {{"leaf", leaf}}).tables.front();
    const double copies = testing::measure(original.taking_columns({1, 2, 3, 4, 5}),
                                           table.taking_columns({1, 2, 3, 4, 5}), "exact-copies")
                              .value.value();
    EXPECT_LT(copies, last);
    last = copies;
  }
}

// Where a column stays, households stay with it, and the drawn columns depend on it.
TEST(HouseholdSynthesis, StaysWithColumnsThatAreNotProtected) {
  const Table original = families(300);
  const Masked masked =
      masking::method("household-synthesis").apply(original, {2, 4}, {}, sfumato::Run({.seed = 1}));
  const Table& table = masked.tables.front();
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  for (const ColumnId id : {0U, 1U, 3U, 5U}) EXPECT_EQ(table.column(id), original.column(id));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    EXPECT_EQ(std::floor((table.column(4).to_numbers()[row] - 400.0) / 200.0),
              table.column(3).to_numbers()[row]);
  }
}

TEST(HouseholdSynthesis, TakesDeclaredColumns) {
  const Table original = families(100);
  EXPECT_EQ(drawn(original, {{"shared", Value::array_of({"town"})}}).details.at("shared_columns"),
            Value::array_of({"town"}));
  EXPECT_THROW(drawn(original, {{"shared", Value::array_of({"age"})}}), Error);
  EXPECT_THROW(drawn(original, {{"shared", Value::array_of({"agee"})}}), Error);
}

TEST(HouseholdSynthesis, TakesTablesWithoutHouseholds) {
  const Masked masked = mask(testing::incomes(100), "household-synthesis");
  EXPECT_FALSE(masked.details.at("household_role").as_bool());
  EXPECT_EQ(masked.details.at("households").as_integer(), 100);
  EXPECT_EQ(masked.tables.front().rows(), 100U);
}

}  // namespace
}  // namespace sfumato
