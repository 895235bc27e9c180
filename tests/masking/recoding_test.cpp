// Recoding by hand: levels, orders, what stays, and what is refused before anything changes.
#include <gtest/gtest.h>

#include <memory>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;

ColumnInfo named(const std::string& name, Kind kind, Hierarchy tree) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.tree = std::make_shared<const Hierarchy>(std::move(tree));
  return info;
}

// Towns by coast, ages by five and ten years, schooling by its order.
Table people() {
  return Table(
      {named("town", Kind::nominal,
             Hierarchy({{"Reus", "coast", "*"}, {"Valls", "inland", "*"}, {"Salou", "coast", "*"}})),
       named("age", Kind::numeric, masking::interval_hierarchy({"17", "19", "23", "30"}, 0, {5, 10})),
       named("school", Kind::ordinal, masking::order_hierarchy({"none", "some", "much"}, {2}))},
      {Codes{{0, 1, 2, -1}, {"Reus", "Valls", "Salou"}}, Integers{{30, 17, 23, 19}, {0, 0, 1, 0}},
       Codes{{2, 0, 1, 1}, {"none", "some", "much"}}});
}

Value levels(const std::string& text) {
  for (const ParamInfo& info : masking::method("recoding").params) {
    if (info.name == "level") return parse_param(info, text);
  }
  return {};
}

std::string failure(const Table& table, const ParamValues& params) {
  try {
    mask(table, "recoding", params);
  } catch (const Error& error) {
    return with_values(error.message, DataValues::shown);
  }
  return "accepted";
}

TEST(Recoding, OneLevelUpByHand) {
  const Masked masked = mask(people(), "recoding");
  const Table& table = masked.tables[0];
  EXPECT_EQ(table.column(0), Column(Codes{{0, 1, 0, -1}, {"coast", "inland"}}));
  EXPECT_EQ(table.column(1).text(0), "[30, 35)");
  EXPECT_TRUE(table.column(1).missing(2));
  EXPECT_EQ(table.column(2).text(0), "much");
  EXPECT_EQ(table.column(2).text(3), "none … some");
  EXPECT_EQ(masked.details.at("levels").at("age"), Value(1));
  EXPECT_EQ(masked.details.at("categories").at("town").at("after"), Value(2));
  EXPECT_EQ(masked.details.at("categories").at("age").at("before"), Value(3));
}

TEST(Recoding, OrderIsKeptWhereTheHierarchyKeepsIt) {
  const Table table = mask(people(), "recoding").tables[0];
  EXPECT_EQ(table.info(0).kind, Kind::nominal);
  EXPECT_EQ(table.info(1).kind, Kind::ordinal);
  EXPECT_EQ(table.info(1).order, (std::vector<std::string>{"[15, 20)", "[20, 25)", "[30, 35)"}));
  EXPECT_EQ(table.info(2).kind, Kind::ordinal);
  Table mixed = people();
  mixed.set_info(
      2, named("school", Kind::ordinal, Hierarchy({{"none", "ends"}, {"some", "middle"}, {"much", "ends"}})));
  EXPECT_EQ(mask(mixed, "recoding").tables[0].info(2).kind, Kind::nominal);
}

TEST(Recoding, OrderedCodesThatAreNumbersAreOrderedAsNumbers) {
  const Table table(
      {named("grade", Kind::ordinal, masking::interval_hierarchy({"2", "9", "10", "11"}, 0, {10}))},
      {Integers{{10, 2, 11, 9}, {}}});
  const Masked masked = mask(table, "recoding");
  EXPECT_EQ(masked.tables[0].column(0), Column(Codes{{1, 0, 1, 0}, {"[0, 10)", "[10, 20)"}}));
  EXPECT_EQ(masked.tables[0].info(0).kind, Kind::ordinal);
}

TEST(Recoding, LevelsByColumnOverrideAndTheTopIsTheEnd) {
  const Table table = people();
  const Masked masked = mask(table, "recoding", {{"level", levels("age=2,town=0")}, {"depth", 100}});
  EXPECT_EQ(masked.tables[0].column(0), table.column(0));
  EXPECT_EQ(masked.tables[0].info(0), table.info(0));
  EXPECT_EQ(masked.tables[0].column(1).text(1), "[10, 20)");
  EXPECT_EQ(masked.tables[0].column(2).text(1), "*");
  EXPECT_EQ(masked.details.at("levels").at("school"), Value(2));
  EXPECT_TRUE(mask(people(), "recoding", {{"depth", 0}}).tables[0].same_data(people()));
}

TEST(Recoding, StrataGetTheSameCategoriesInTheSameOrder) {
  Table table = people();
  const masking::Step step{&masking::method("recoding"), {}, {1, 2}, ColumnId{0}, false};
  const Table masked = masking::apply_step(table, step, sfumato::Run({.seed = 1})).tables[0];
  const Table whole = mask(table, "recoding").tables[0];
  for (const ColumnId id : {1, 2}) {
    EXPECT_EQ(masked.column(id), whole.column(id));
    EXPECT_EQ(masked.column(id).get_if<Codes>()->labels, whole.column(id).get_if<Codes>()->labels);
    EXPECT_EQ(masked.info(id), whole.info(id));
  }
}

TEST(Recoding, DatesThatAreRoundedToAFirstDayStayDates) {
  ColumnInfo info;
  info.name = "visit";
  info.kind = Kind::ordinal;
  info.tree = std::make_shared<const Hierarchy>(
      std::vector<std::vector<std::string>>{{"2021-03-29", "2021-03-01", "*"},
                                            {"2021-03-31", "2021-03-01", "*"},
                                            {"2021-04-02", "2021-04-01", "*"}});
  const auto day = [](const std::string& text) {
    std::int32_t result = 0;
    EXPECT_TRUE(parse_date(text, result));
    return result;
  };
  const Table table({info},
                    {Dates{{day("2021-03-31"), day("2021-04-02"), Dates::missing, day("2021-03-29")}}});
  const Table masked = mask(table, "recoding").tables[0];
  EXPECT_EQ(masked.column(0),
            Column(Dates{{day("2021-03-01"), day("2021-04-01"), Dates::missing, day("2021-03-01")}}));
  EXPECT_EQ(masked.info(0).kind, Kind::ordinal);
  EXPECT_TRUE(mask(table, "recoding", {{"depth", 2}}).tables[0].column(0).is_text());
}

TEST(Recoding, ListsValuesOutsideTheirHierarchyInAllColumnsAtOnce) {
  Table table = people();
  table.replace(0, Codes{{0, 1, 2, 1}, {"Reus", "Flix", "Ulldecona"}});
  table.replace(1, Integers{{30, 17, 64, 99}, {}});
  EXPECT_EQ(failure(table, {}),
            "column 'town' has values that are not leaves of its hierarchy: 'Flix' and 'Ulldecona' (rows 2 "
            "and 3); column "
            "'age' has values that are not leaves of its hierarchy: '64' and '99' (rows 3 and 4)");
}

TEST(Recoding, RefusesWhatItCannotDo) {
  Table bare = people();
  ColumnInfo info = bare.info(0);
  info.tree = std::make_shared<const Hierarchy>(
      std::vector<std::vector<std::string>>{std::vector<std::string>{"Reus", "*"}});
  bare.set_info(0, info);
  EXPECT_EQ(
      failure(bare, {}),
      "column 'town' has values that are not leaves of its hierarchy: 'Valls' and 'Salou' (rows 2 and 3)");
  info.tree = nullptr;
  bare.set_info(0, info);
  EXPECT_EQ(failure(bare, {{"level", levels("town=1")}}), "column 'town' has no hierarchy");
  EXPECT_EQ(failure(bare, {}), "accepted");  // others have one
  EXPECT_EQ(mask(bare, "recoding").details.at("without_hierarchy"), Value::array_of({"town"}));
  EXPECT_EQ(failure(bare, {{"level", levels("town=0")}}), "accepted");
  EXPECT_EQ(failure(people(), {{"level", levels("age=up")}}),
            "the level of 'age' is 'up', not a number from 0");
  EXPECT_EQ(failure(people(), {{"level", levels("height=1")}}).substr(0, 9), "no column");
}

}  // namespace
}  // namespace sfumato
