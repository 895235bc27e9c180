// Values of single records in a release, counted by hand on small tables and again on drawn ones.
#include "release/lone_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "masking/recipe.hpp"
#include "masking/registry.hpp"
#include "release/recipe_run.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato::release {
namespace {

const double gap = std::nan("");

sfumato::Run plain_run() { return sfumato::Run({.seed = 1, .threads = 1}); }

// One household of two, and two persons alone; both text columns and numbers.
Table four_people(bool households) {
  std::vector<ColumnInfo> infos(4);
  const char* names[] = {"home", "rent", "job", "born"};
  for (std::size_t j = 0; j < infos.size(); ++j) infos[j].name = names[j];
  infos[2].kind = Kind::nominal;
  if (households) infos[0].role = Role::household;
  return {infos,
          {Numbers{1, 1, 2, 3}, Numbers{500, 500, 700, gap},
           Codes{{0, 1, 1, Codes::missing}, {"pilot", "clerk"}}, Dates{{10, 20, 20, 30}}}};
}

TEST(LoneValues, AreThoseOfOneRecord) {
  const Table original = four_people(false);
  Table released = original;
  released.replace(1, Numbers{700, 700, 500, gap});
  // Labels in another order, and one that the original does not have.
  released.replace(2, Codes{{2, 2, 0, Codes::missing}, {"clerk", "baker", "pilot"}});
  released.replace(3, Dates{{30, 10, 20, 31}});
  const LoneValues found = lone_values(original, {released}, {1, 2, 3}, plain_run());
  EXPECT_EQ(found.numbers, 2U + 2U);  // 700 twice; days 30 and 10
  EXPECT_EQ(found.categories, 2U);    // pilot twice
  EXPECT_EQ(found.columns, (std::vector<std::string>{"rent", "job", "born"}));
  EXPECT_EQ(lone_values(original, {released, released}, {1}, plain_run()).numbers, 4U);
  EXPECT_EQ(lone_values(original, {released}, {}, plain_run()).cells(), 0U);
}

// The two of one household share 500: it is the household's own.
TEST(LoneValues, AreThoseOfOneHousehold) {
  const Table original = four_people(true);
  EXPECT_EQ(lone_values(original, {original}, {1}, plain_run()).numbers, 3U);
  EXPECT_EQ(lone_values(original, {original}, {2}, plain_run()).categories, 1U);
  EXPECT_EQ(lone_values(four_people(false), {original}, {1}, plain_run()).numbers, 1U);
}

TEST(LoneValues, AreExactIntegers) {
  std::vector<ColumnInfo> infos(1);
  infos[0].name = "x";
  const Table original(infos, {Integers{{-1, 9007199254740993, 9007199254740992, 5, 5}, {}}});
  const Table other(infos, {Integers{{-1, 9007199254740993, 9007199254740991, 5, 0}, {0, 0, 0, 0, 1}}});
  EXPECT_EQ(lone_values(original, {other}, {0}, plain_run()).numbers, 2U);
  // Numbers and integers are compared as numbers; minus zero is zero.
  const Table numbers(infos, {Numbers{-1.0, 5.0, 0.5, -0.0, gap}});
  EXPECT_EQ(lone_values(original, {numbers}, {0}, plain_run()).numbers, 1U);
  const Table zero(infos, {Numbers{0.0, 1.0, 1.0, 2.0, 2.0}});
  EXPECT_EQ(lone_values(zero, {numbers}, {0}, plain_run()).numbers, 1U);
}

std::size_t counted_again(const Table& original, const Table& released, const ColumnSet& columns) {
  std::size_t count = 0;
  for (const ColumnId id : columns) {
    std::map<std::string, int> records;
    for (std::size_t row = 0; row < original.rows(); ++row) {
      if (!original.column(id).missing(row)) ++records[original.column(id).text(row)];
    }
    for (std::size_t row = 0; row < released.rows(); ++row) {
      if (released.column(id).missing(row)) continue;
      const auto found = records.find(released.column(id).text(row));
      count += found != records.end() && found->second == 1;
    }
  }
  return count;
}

MaskingResult drawn(const Table& original, const ParamValues& params, const std::string& within = "") {
  masking::Recipe recipe;
  recipe.steps.push_back({&masking::method("sequential-trees"), params, {}, within, false});
  std::vector<std::string> names = original.names(testing::all_columns(original));
  std::erase(names, within);
  return run_recipe(recipe, original, names, "people", plain_run());
}

std::size_t told(const MaskingResult& result) {
  return static_cast<std::size_t>(result.masked.details.at("lone_numbers").as_integer() +
                                  result.masked.details.at("lone_categories").as_integer());
}

// With `smooth` a number can be moved onto that of another record: it is released, and counted.
TEST(LoneValues, OfADrawnFileAreThoseInTheFile) {
  const Table original = testing::mixed_people(120, 5, 0.05);
  for (const bool smooth : {false, true}) {
    const MaskingResult result = drawn(original, {{"smooth", smooth}, {"rows", 2000}});
    const std::size_t counted =
        counted_again(original, result.masked.tables[0], testing::all_columns(original));
    EXPECT_GT(counted, 0U);
    EXPECT_EQ(told(result), counted) << smooth;
    ASSERT_EQ(result.exposing.size(), 1U);
    const std::string& text = result.exposing.front().text;
    EXPECT_TRUE(text.starts_with(std::to_string(counted) + " released numbers")) << text;
    EXPECT_EQ(text.find("‹smooth›") == std::string::npos, smooth) << text;
  }
}

TEST(LoneValues, AreCountedOverAllStrata) {
  const Table original = testing::mixed_people(400, 5);
  const MaskingResult result = drawn(original, {}, "sex");
  ColumnSet columns = testing::all_columns(original);
  std::erase(columns, original.require("sex"));
  EXPECT_EQ(told(result), counted_again(original, result.masked.tables[0], columns));
  EXPECT_EQ(result.exposing.size(), 1U);
}

TEST(LoneValues, AreToldInWords) {
  const Table original = four_people(true);
  const std::vector<masking::Step> steps = {
      {.method = &masking::method("sequential-trees"), .params = {}, .columns = {}, .within = {}}};
  EXPECT_TRUE(lone_values_warnings({}, original, steps).empty());
  const auto text = [&](const LoneValues& found) {
    return lone_values_warnings(found, original, steps).front().text;
  };
  EXPECT_TRUE(text({1, 0, {"rent"}})
                  .starts_with("1 released number is a value that one record or household of the original "
                               "alone has, in 'rent': ‹smooth›"));
  EXPECT_TRUE(text({0, 2, {"job"}})
                  .starts_with("2 released categories are values that one record or household of the "
                               "original alone has, in 'job': rare categories"));
}

TEST(LoneValues, AreNotCountedOfOtherMethods) {
  const Table original = testing::mixed_people(100, 5);
  masking::Recipe recipe;
  recipe.steps.push_back({&masking::method("rank-swapping"), {}, {}, "", false});
  const MaskingResult result = run_recipe(recipe, original, {"income"}, "people", plain_run());
  EXPECT_EQ(result.masked.details.find("lone_numbers"), nullptr);
  EXPECT_TRUE(result.exposing.empty());
}

}  // namespace
}  // namespace sfumato::release
