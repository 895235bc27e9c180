// Shuffled records and renumbered households: every order and every numbering is as likely as any other, the
// same household keeps one number, the controller's map has the truth, and what stays as it was is said.
#include "release/record_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/error.hpp"
#include "masking/unit_numbers.hpp"
#include "release/companion_files.hpp"
#include "release/delivery.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

using release::arranged;
using release::Arranged;
using release::MaskingResult;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Table families(const std::vector<double>& households, const std::vector<double>& weights) {
  std::vector<double> incomes(households.size());
  std::iota(incomes.begin(), incomes.end(), 100.0);
  Table table = numbers_table({{"household_id", households}, {"weight", weights}, {"income", incomes}});
  for (const auto& [id, role] : {std::pair{0, Role::household}, {1, Role::weight}}) {
    ColumnInfo info = table.info(static_cast<ColumnId>(id));
    info.role = role;
    info.domain = Domain{0.0, 1e6};
    table.set_info(static_cast<ColumnId>(id), info);
  }
  return table;
}

MaskingResult released_families(std::size_t copies = 1) {
  MaskingResult result;
  result.original = families({71, 71, 500, none, 12}, {1.5, 2.5, 2.5, 3.5, 4.5});
  result.masked.tables.assign(copies, result.original);
  result.release = Value::object();
  result.release.set("method", "none")
      .set("columns", Value::array_of({"income"}))
      .set("mapping", "same-rows");
  return result;
}

sfumato::Run draws(std::uint64_t seed) { return sfumato::Run({.seed = seed, .threads = 1}); }

std::string joined_numbers(const Column& column) {
  std::string text;
  for (std::size_t row = 0; row < column.size(); ++row) text += column.text(row) + " ";
  return text;
}

// 3 households have 6 numberings: each is drawn 1000 times in 6000, with a standard deviation of 29.
TEST(RecordOrder, HouseholdsGetEveryNumberingEquallyOften) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const Arranged ready = arranged(released_families(), {.renumber = true}, draws(seed));
    const Column& column = ready.result.masked.tables.front().column(0);
    EXPECT_EQ(column.text(0), column.text(1));
    EXPECT_TRUE(column.missing(3));
    const std::set<std::string> numbers{column.text(0), column.text(2), column.text(4)};
    EXPECT_EQ(numbers, (std::set<std::string>{"1", "2", "3"}));
    ++seen[joined_numbers(column)];
  }
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [numbering, times] : seen) EXPECT_NEAR(times, 1000, 150) << numbering;
}

// 5 records have 120 orders: each is drawn 100 times in 12000, with a standard deviation of 10.
TEST(RecordOrder, RecordsGetEveryOrderEquallyOften) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 12000; ++seed) {
    const Arranged ready = arranged(released_families(), {.shuffle = true}, draws(seed));
    ++seen[joined_numbers(ready.result.masked.tables.front().column(2))];
  }
  EXPECT_EQ(seen.size(), 120U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 100, 55) << order;
}

TEST(RecordOrder, IsFromTheOperatingSystemWithoutASeed) {
  std::set<std::string> seen;
  for (int i = 0; i < 200; ++i) {
    const Arranged ready = arranged(released_families(), {.shuffle = true}, sfumato::Run());
    seen.insert(joined_numbers(ready.result.masked.tables.front().column(2)));
  }
  EXPECT_GT(seen.size(), 60U);  // of 120; about 97 are expected
}

TEST(RecordOrder, TheMapHasTheTrueRecords) {
  const MaskingResult before = released_families(3);
  const Arranged ready = arranged(before, {.shuffle = true}, draws(4));
  EXPECT_EQ(ready.result.release.at("mapping").as_text(), "none");
  EXPECT_TRUE(ready.result.release.at("shuffled").as_bool());
  const std::vector<Table> maps = release::map_tables(ready.result);
  ASSERT_EQ(maps.size(), 3U);
  std::set<std::string> orders;
  for (std::size_t copy = 0; copy < 3; ++copy) {
    const Numbers masked = maps[copy].column(0).to_numbers(), original = maps[copy].column(1).to_numbers();
    const Table& table = ready.result.masked.tables[copy];
    for (std::size_t i = 0; i < masked.size(); ++i) {
      EXPECT_EQ(table.column(2).text(static_cast<std::size_t>(masked[i]) - 1),
                before.original.column(2).text(static_cast<std::size_t>(original[i]) - 1));
    }
    orders.insert(joined_numbers(table.column(2)));
  }
  EXPECT_EQ(orders.size(), 3U) << "every copy has an order of its own";
}

TEST(RecordOrder, TheMapOfASampleGoesThroughTheSample) {
  MaskingResult sample = released_families();
  sample.masked.mapping = Mapping::subset;
  sample.masked.rows = {1, 2, 4};
  sample.masked.tables = {sample.original.taking_rows(sample.masked.rows)};
  const Arranged ready = arranged(sample, {.shuffle = true}, draws(1));
  const Table map = release::map_tables(ready.result).front();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto place = static_cast<std::size_t>(map.column(0).to_numbers()[i]) - 1;
    const auto origin = static_cast<std::size_t>(map.column(1).to_numbers()[i]) - 1;
    EXPECT_EQ(ready.result.masked.tables.front().column(2).text(place),
              sample.original.column(2).text(origin));
  }
}

// Labels of a text column stand in the order of the original records, which a file format may keep.
TEST(RecordOrder, LabelsFollowTheNewOrder) {
  MaskingResult result = released_families();
  Table& table = result.masked.tables.front();
  table.replace(2, Codes{{0, 1, 2, 3, 4}, {"a", "b", "c", "d", "e", "nowhere"}});
  ColumnInfo info = table.info(2);
  info.kind = Kind::nominal;
  table.set_info(2, info);
  const Arranged ready = arranged(result, {.shuffle = true}, draws(2));
  const Codes& codes = *ready.result.masked.tables.front().column(2).get_if<Codes>();
  EXPECT_EQ(codes.codes, (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  EXPECT_NE(codes.labels, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(codes.labels.size(), 5U);
}

TEST(RecordOrder, NothingIsLeftOfTheOldNumbers) {
  const Arranged ready = arranged(released_families(), {.renumber = true}, draws(1));
  EXPECT_FALSE(ready.result.masked.tables.front().info(0).domain);
  EXPECT_EQ(to_text(ready.result.release.at("renumbered")), "household_id");
  SecureRng random = draws(1).secure("numbers");
  const Column texts = masking::numbered_units(Codes{{0, 1, -1, 0}, {"x", "y"}}, masking::UnitNumbers({"1"}),
                                               {0, 1, 2, 3}, random, true);
  EXPECT_TRUE(texts.is_text());
  EXPECT_EQ(texts.text(0), texts.text(3));
  EXPECT_EQ((std::set<std::string>{texts.text(0), texts.text(1)}), (std::set<std::string>{"2", "3"}))
      << "1 stands for a missing value";
}

TEST(RecordOrder, WarnsOfColumnsThatAreAsTheyWere) {
  const Arranged plain = arranged(released_families(), {}, draws(1));
  ASSERT_EQ(plain.warnings.size(), 3U);
  EXPECT_NE(plain.warnings[2].text.find("'household_id', 'weight', together single out 5 of 5 records"),
            std::string::npos)
      << plain.warnings[2].text;
  EXPECT_NE(plain.warnings[0].text.find("2 of 5 records have a number of their own"), std::string::npos)
      << plain.warnings[0].text;
  EXPECT_TRUE(plain.warnings[0].text.starts_with("'household_id' is released as it was"))
      << plain.warnings[0].text;
  EXPECT_NE(plain.warnings[1].text.find("3 of 5 records have a weight that no other household has"),
            std::string::npos)
      << plain.warnings[1].text;
  const Arranged both = arranged(released_families(), {.shuffle = true, .renumber = true}, draws(1));
  ASSERT_EQ(both.warnings.size(), 1U);
  EXPECT_TRUE(both.warnings[0].text.starts_with("'weight' is released as it was")) << both.warnings[0].text;
  MaskingResult changed = released_families();
  changed.masked.tables.front() = families({1, 1, 2, none, 3}, {1.0, 2.0, 2.0, 3.0, 4.0});
  EXPECT_TRUE(arranged(changed, {}, draws(1)).warnings.empty());
  MaskingResult equal = released_families();
  equal.original = equal.masked.tables.front() = families({none, none, none, none, none}, {2, 2, 2, 2, 2});
  const Warnings informing = arranged(equal, {}, draws(1)).warnings;
  EXPECT_TRUE(informing.empty()) << "equal weights say nothing, and there is no household number";
}

// A release whose original also has an identifier with these values.
MaskingResult identified(const std::vector<double>& identifiers) {
  MaskingResult result;
  result.original =
      numbers_table({{"id", identifiers}, {"income", std::vector<double>(identifiers.size(), 5.0)}});
  ColumnInfo info = result.original.info(0);
  info.role = Role::identifier;
  result.original.set_info(0, info);
  result.masked.tables = {result.original};
  result.release = Value::object();
  result.release.set("columns", Value::array_of({"income"})).set("mapping", "same-rows");
  return result;
}

TEST(RecordOrder, WarnsOfAnOrderThatTellsAnIdentifier) {
  for (const std::vector<double>& ordered :
       {std::vector<double>{3, 5, 5, 9}, std::vector<double>{9, 4, 2, 1}}) {
    const Arranged plain = arranged(identified(ordered), {}, draws(1));
    ASSERT_EQ(plain.warnings.size(), 1U);
    EXPECT_TRUE(plain.warnings[0].text.starts_with("the records are in the order of 'id'"))
        << plain.warnings[0].text;
    EXPECT_TRUE(arranged(identified(ordered), {.shuffle = true}, draws(1)).warnings.empty());
  }
  for (const std::vector<double>& other : {std::vector<double>{3, 9, 5, 7}, std::vector<double>{4, 4, 4, 4},
                                           std::vector<double>{1, none, 3, 4}}) {
    EXPECT_TRUE(arranged(identified(other), {}, draws(1)).warnings.empty());
  }
  // A sample keeps the order; records that come from no single one have none.
  MaskingResult sample = identified({3, 9, 5, 7});
  sample.masked.mapping = Mapping::subset;
  sample.masked.rows = {0, 2, 3};
  sample.masked.tables = {sample.original.taking_rows(sample.masked.rows)};
  EXPECT_EQ(arranged(sample, {}, draws(1)).warnings.size(), 1U);
  MaskingResult made_up = identified({1, 2, 3, 4});
  made_up.masked.mapping = Mapping::none;
  EXPECT_TRUE(arranged(made_up, {}, draws(1)).warnings.empty());
  // New household numbers do not help while the order tells the old ones.
  MaskingResult households = released_families();
  households.original = families({12, 71, 71, 80, 500}, {2, 2, 2, 2, 2});
  households.masked.tables = {households.original};
  const Arranged renumbered = arranged(households, {.renumber = true}, draws(1));
  ASSERT_EQ(renumbered.warnings.size(), 1U);
  EXPECT_TRUE(renumbered.warnings[0].text.starts_with("the records are in the order of 'household_id'"));
}

TEST(RecordOrder, RenumberingNeedsHouseholds) {
  EXPECT_THROW(release::require_households(numbers_table({{"income", {1, 2}}})), Error);
}

}  // namespace
}  // namespace sfumato::testing
