// What may be kept of a file: limits are rounded towards more protection and rest on five units, and rare
// values are left out, also where one unit has them in many records.
#include "release/kept_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/generalized_tables.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

std::vector<double> numbers_to(int last) {
  std::vector<double> values;
  for (int i = 1; i <= last; ++i) values.push_back(i);
  return values;
}

// The distance between the 5 % and the 95 % quantile of 1 … 1000 is 899.1, so that limits are multiples
// of 10.
TEST(KeptValues, LimitsAreRoundedTowardsMoreProtection) {
  const Table table = numbers_table({{"x", numbers_to(1000)}});
  const release::KeptValues kept(table);
  EXPECT_EQ(kept.rounded_limit(table.column(0), 990.01, true), 990.0);
  EXPECT_EQ(kept.rounded_limit(table.column(0), 10.99, false), 20.0);
  EXPECT_EQ(kept.rounded_limit(table.column(0), 990.0, true), 990.0);
}

// 17.1/100 gives multiples of 0.2; 16 … 20 are the five largest.
TEST(KeptValues, LimitsRestOnFiveUnits) {
  const Table table = numbers_table({{"x", numbers_to(20)}});
  const release::KeptValues kept(table);
  EXPECT_EQ(kept.rounded_limit(table.column(0), 20.0, true), 16.0);
  EXPECT_EQ(kept.rounded_limit(table.column(0), 1.0, false), 5.0);
  const Table few = numbers_table({{"x", {1, 2, 3, 4}}});
  EXPECT_FALSE(release::KeptValues(few).rounded_limit(few.column(0), 4.0, true));
}

TEST(KeptValues, RoundedLimitsAreOnTheSafeSideForAnyNumbers) {
  for (const double scale : {1e-9, 0.003, 1.0, 7.7, 1e6, 3e12}) {
    for (const double shift : {0.0, -5e3, 1e4}) {
      std::vector<double> values;
      for (int i = 0; i < 60; ++i) values.push_back(scale * (shift + std::sqrt(3.0 * i)));
      const Table table = numbers_table({{"x", values}});
      const release::KeptValues kept(table);
      for (const std::size_t at : {30U, 50U, 59U}) {
        const double upper = *kept.rounded_limit(table.column(0), values[at], true);
        EXPECT_LE(upper, values[std::min<std::size_t>(at, 55)]);
        EXPECT_GE(upper, values[std::min<std::size_t>(at, 55)] - 0.06 * (values[59] - values[0]));
        const double lower = *kept.rounded_limit(table.column(0), values[59 - at], false);
        EXPECT_GE(lower, values[std::max<std::size_t>(59 - at, 4)]);
      }
    }
  }
}

// "rare" stands in nine records of one person, "usual" in records of five persons.
TEST(KeptValues, ValuesOfOneUnitAreRareHoweverManyRecordsItHas) {
  std::vector<std::string> jobs, people;
  for (int i = 0; i < 9; ++i) {
    jobs.emplace_back("rare");
    people.emplace_back("p0");
  }
  for (int i = 1; i <= 5; ++i) {
    jobs.emplace_back("usual");
    people.push_back("p" + std::to_string(i));
  }
  ColumnInfo job, person;
  job.name = "job";
  person.name = "person";
  job.kind = person.kind = Kind::nominal;
  const Table records({job, person}, {text_column(jobs), text_column(people)});
  EXPECT_EQ(release::KeptValues(records).frequent(records.column(0)),
            (std::vector<std::string>{"rare", "usual"}));
  person.role = Role::unit;
  const Table units({job, person}, {text_column(jobs), text_column(people)});
  EXPECT_EQ(release::KeptValues(units).frequent(units.column(0)), (std::vector<std::string>{"usual"}));
}

// Nine members of one household have its town and its income.
TEST(KeptValues, ValuesOfOneHouseholdAreRareHoweverManyMembersItHas) {
  std::vector<std::string> towns, households, people;
  std::vector<double> incomes;
  for (int i = 0; i < 29; ++i) {
    const bool one = i < 9;
    towns.emplace_back(one ? "hamlet" : "city");
    households.push_back(one ? "h0" : "h" + std::to_string(i));
    people.push_back("p" + std::to_string(i));
    incomes.push_back(one ? 77777.0 : 100.0 + i);
  }
  ColumnInfo town, household, person, income;
  town.name = "town";
  household.name = "household";
  person.name = "person";
  income.name = "income";
  town.kind = household.kind = person.kind = Kind::nominal;
  household.role = Role::household;
  for (const bool units : {false, true}) {
    if (units) person.role = Role::unit;
    const Table table({town, household, person, income},
                      {text_column(towns), text_column(households), text_column(people), incomes});
    const release::KeptValues kept(table);
    EXPECT_EQ(kept.frequent(table.column(0)), (std::vector<std::string>{"city"}));
    EXPECT_LT(*kept.rounded_limit(table.column(3), 77777.0, true), 200.0);
  }
}

// One person in two households of three members each: all six are joined, and five others are not.
TEST(KeptValues, HouseholdsOfOneUnitAreOne) {
  ColumnInfo town, household, person;
  town.name = "town";
  household.name = "household";
  person.name = "person";
  town.kind = household.kind = person.kind = Kind::nominal;
  household.role = Role::household;
  person.role = Role::unit;
  const Table table({town, household, person},
                    {text_column({"a", "a", "a", "a", "a", "a", "b", "b", "b", "b", "b"}),
                     text_column({"1", "1", "1", "2", "2", "2", "3", "4", "5", "6", "7"}),
                     text_column({"p", "q", "r", "p", "s", "t", "u", "v", "w", "x", "y"})});
  EXPECT_EQ(release::KeptValues(table).frequent(table.column(0)), (std::vector<std::string>{"b"}));
}

TEST(KeptValues, OrderedCategoriesAreMovedInwards) {
  std::vector<std::string> texts;
  for (const auto& [label, count] :
       std::vector<std::pair<std::string, int>>{{"a", 6}, {"b", 4}, {"c", 2}, {"d", 1}}) {
    for (int i = 0; i < count; ++i) texts.push_back(label);
  }
  ColumnInfo info;
  info.name = "grade";
  info.kind = Kind::ordinal;
  const Table table({info}, {text_column(texts)});
  const release::KeptValues kept(table);
  EXPECT_EQ(kept.kept_category(table.column(0), "d", true), "b");   // 4 + 2 + 1 records
  EXPECT_EQ(kept.kept_category(table.column(0), "a", false), "a");  // 6 records
  EXPECT_FALSE(kept.kept_category(table.column(0), "unknown", true));
}

}  // namespace
}  // namespace sfumato::testing
