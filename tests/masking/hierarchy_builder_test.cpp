// Built hierarchies by hand, that they nest whatever the values, and what is refused by name.
#include "masking/hierarchy_builder.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/rng.hpp"
#include "support/complaint.hpp"

namespace sfumato::masking {
namespace {

using Row = std::vector<std::string>;

std::string failure(const Value& specification, const std::vector<std::string>& leaves) {
  try {
    build_hierarchy(specification, leaves, "h.toml");
  } catch (const Error& error) {
    return with_values(error.message, DataValues::shown);
  }
  return "accepted";
}

TEST(HierarchyBuilder, IntervalsAreHalfOpenAndStartAtTheOrigin) {
  const Hierarchy ages = interval_hierarchy({"17", "20", "24.5", "-1"}, 0.0, {5, 10});
  EXPECT_EQ(ages.rows()[0], (Row{"17", "[15, 20)", "[10, 20)", "*"}));
  EXPECT_EQ(ages.rows()[1], (Row{"20", "[20, 25)", "[20, 30)", "*"}));
  EXPECT_EQ(ages.rows()[2], (Row{"24.5", "[20, 25)", "[20, 30)", "*"}));
  EXPECT_EQ(ages.rows()[3], (Row{"-1", "[-5, 0)", "[-10, 0)", "*"}));
  EXPECT_EQ(interval_hierarchy({"17"}, 2.0, {5}).at("17", 1), "[17, 22)");
}

TEST(HierarchyBuilder, IntervalsNestWhateverTheNumbers) {
  Rng rng({7, 1});
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::string> leaves;
    for (int i = 0; i < 40; ++i) leaves.push_back(shortest((rng.uniform() - 0.5) * 1e3 + i * 1e4));
    const double width = 0.1 * static_cast<double>(1 + rng.below(9));
    EXPECT_NO_THROW(interval_hierarchy(leaves, rng.uniform(), {width, 3 * width, 12 * width}));
  }
}

TEST(HierarchyBuilder, DatesByMonthQuarterYearAndDecade) {
  const Hierarchy days = date_hierarchy({"2021-03-31", "1999-12-01"}, {"month", "quarter", "year", "decade"});
  EXPECT_EQ(days.rows()[0], (Row{"2021-03-31", "2021-03", "2021-Q1", "2021", "2020s", "*"}));
  EXPECT_EQ(days.rows()[1], (Row{"1999-12-01", "1999-12", "1999-Q4", "1999", "1990s", "*"}));
  EXPECT_EQ(date_hierarchy({"2021-03-31"}, {"year"}).rows()[0], (Row{"2021-03-31", "2021", "*"}));
  EXPECT_THROW(date_hierarchy({"2021-03-31"}, {"year", "month"}), Error);
}

TEST(HierarchyBuilder, RedactionHidesCharacterByCharacter) {
  const Hierarchy codes = redaction_hierarchy({"12345", "123"}, false);
  EXPECT_EQ(codes.rows()[0], (Row{"12345", "1234*", "123**", "12***", "1****", "*"}));
  EXPECT_EQ(codes.rows()[1], (Row{"123", "12*", "1**", "***", "***", "*"}));
  EXPECT_EQ(redaction_hierarchy({"abc"}, true).rows()[0], (Row{"abc", "*bc", "**c", "*"}));
  EXPECT_EQ(redaction_hierarchy({"aé"}, false).rows()[0], (Row{"aé", "a*", "*"}));
  EXPECT_EQ(redaction_hierarchy({"éa"}, true).rows()[0], (Row{"éa", "*a", "*"}));
}

TEST(HierarchyBuilder, ConsecutiveCategoriesAreJoined) {
  const Hierarchy sizes = order_hierarchy({"none", "few", "some", "many", "all"}, {2, 4});
  EXPECT_EQ(sizes.at("few", 1), "none … few");
  EXPECT_EQ(sizes.at("many", 2), "none … many");
  EXPECT_EQ(sizes.at("all", 1), "all");
  EXPECT_EQ(sizes.at("all", 3), "*");
}

TEST(HierarchyBuilder, GroupsOfGroups) {
  const Value towns = Value::object()
                          .set("coast", Value::array_of({"Reus", "Salou"}))
                          .set("inland", Value::array_of({"Valls"}));
  const Value regions = Value::object().set("south", Value::array_of({"coast", "inland"}));
  const Value both = Value::object().set("kind", "groups").set("levels", Value(Value::Array{towns, regions}));
  EXPECT_EQ(build_hierarchy(both, {"Valls", "Reus"}, "h.toml").rows()[0],
            (Row{"Valls", "inland", "south", "*"}));
  EXPECT_EQ(failure(both, {"Reus", "Tortosa", "Flix"}), "h.toml: 'Tortosa' and 'Flix' are in no group");
}

TEST(HierarchyBuilder, SpecificationsAreReadStrictly) {
  const Value widths(Value::Array{Value(5), Value(10)});
  const Value intervals = Value::object().set("kind", "intervals").set("widths", widths).set("origin", 1);
  EXPECT_EQ(build_hierarchy(intervals, {"7"}, "h.toml").rows()[0], (Row{"7", "[6, 11)", "[1, 11)", "*"}));
  EXPECT_EQ(failure(Value(intervals).set("width", 5), {"7"}), "h.toml: unknown key 'width'");
  EXPECT_EQ(failure(intervals, {"7", "x", "y"}), "h.toml: 'x' and 'y' are not numeric");
  EXPECT_EQ(failure(Value::object().set("kind", "interval"), {}),
            "h.toml: there is no hierarchy of kind 'interval'");
  EXPECT_EQ(failure(Value::object(), {}), "h.toml: a hierarchy needs a kind");
  EXPECT_EQ(failure(Value::object().set("kind", "dates"), {"2021-02-30"}),
            "h.toml: '2021-02-30' is not valid as a date");
  const Value crossing(Value::Array{Value(4), Value(6)});
  EXPECT_EQ(
      failure(Value::object().set("kind", "intervals").set("widths", crossing), {"7"}),
      "h.toml: widths of a hierarchy must be positive, and each a multiple of the one before: 6 is not");
}

TEST(HierarchyBuilder, RefusesLevelsThatCannotBeDistinguished) {
  const auto widths = [](double width) {
    Value list = Value::array();
    list.push(width);
    return Value::object().set("kind", "intervals").set("widths", list);
  };
  EXPECT_EQ(failure(widths(1e-9), {"1", "7", "1e12"}),
            "h.toml: '7' and '1e12' are too far from the origin for such widths");
  EXPECT_EQ(failure(widths(5).set("origin", std::numeric_limits<double>::infinity()), {"7"}),
            "h.toml: origin must be finite");
  Value half = Value::array();
  half.push(2.5);
  EXPECT_EQ(failure(Value::object().set("kind", "order").set("sizes", half), {"a", "b"}),
            "h.toml: sizes must be whole numbers from 1");
  EXPECT_EQ(failure(Value::object().set("kind", "redaction"), {"43201", std::string(257, 'x')}),
            "h.toml: '" + std::string(40, 'x') + "…' is too long to be redacted");
}

TEST(HierarchyBuilder, GroupsOfNumbersByOrderNeedDeclaredValues) {
  Value sizes = Value::array(), values = Value::array();
  sizes.push(2);
  for (const char* value : {"1", "2", "3", "4"}) values.push(value);
  Value order = Value::object();
  order.set("kind", "order").set("sizes", sizes);
  EXPECT_EQ(failure(order, {"1032016", "1103942"}),
            "h.toml: groups of numbers by their order would have values of the data in their labels");
  EXPECT_EQ(failure(order, {"low", "high"}), "accepted");
  EXPECT_EQ(build_hierarchy(order.set("values", values), {"3"}, "h.toml").rows()[2],
            (Row{"3", "3 … 4", "*"}));
}

TEST(HierarchyBuilder, ValuesThatAreNotLeavesAreNamedWithTheirRows) {
  const Hierarchy towns(std::vector<Row>{Row{"Reus", "*"}, Row{"Valls", "*"}});
  EXPECT_EQ(leaf_complaint(towns, Codes{{0, -1, 1}, {"Reus", "Valls"}}, "town"), "");
  const std::string said =
      leaf_complaint(towns, Codes{{0, 1, 2, 2}, {"Reus", "Flix", "Ulldecona", "unseen"}}, "town");
  EXPECT_EQ(
      with_values(said, DataValues::shown),
      "column 'town' has values that are not leaves of its hierarchy: 'Flix' and 'Ulldecona' (rows 2 and 3)");
  EXPECT_EQ(with_values(said, DataValues::hidden),
            "column 'town' has values that are not leaves of its hierarchy: 2 values (rows 2 and 3)");
}

TEST(HierarchyBuilder, RangesOfWholeNumbers) {
  const Hierarchy ages = interval_hierarchy({"17", "-1"}, 0.0, {5, 10}, IntervalLabels::ranges);
  EXPECT_EQ(ages.rows(), (std::vector<Row>{{"17", "15–19", "10–19", "*"}, {"-1", "-5–-1", "-10–-1", "*"}}));
  EXPECT_EQ(interval_hierarchy({"3"}, 0.0, {1, 5}, IntervalLabels::ranges).at("3", 1), "3");
  EXPECT_EQ(testing::complaint([] { interval_hierarchy({"14.5"}, 0.0, {5}, IntervalLabels::ranges); }),
            "'14.5' is not whole, as ranges need");
  EXPECT_EQ(testing::complaint([] { interval_hierarchy({"14"}, 0.5, {5}, IntervalLabels::ranges); }),
            "ranges need a whole origin and whole widths");
}

TEST(HierarchyBuilder, NumbersAreLeavesAsAFileHoldsThem) {
  EXPECT_EQ(distinct_texts(Integers{{30, 4, 30, 100}, {}}), (Row{"4", "30", "100"}));
  EXPECT_EQ(distinct_texts(Numbers{2.5, -1.0, 2.5}), (Row{"-1", "2.5"}));
}

}  // namespace
}  // namespace sfumato::masking
