// Automatic cuts by hand, and that no cut is the value of a single record.
#include "masking/automatic_cuts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "masking/hierarchy_builder.hpp"

namespace sfumato::masking {
namespace {

using Cuts = std::vector<double>;

std::vector<double> from_to(int first, int last) {
  std::vector<double> values;
  for (int value = first; value <= last; ++value) values.push_back(value);
  return values;
}

std::string complaint(const Value& specification, const Column& column) {
  try {
    settled_specification(specification, column, "h.toml");
    return "accepted";
  } catch (const Error& error) {
    return error.message;
  }
}

// Of 1 … 100 the fifth value from either end is 5 and 96: a width of 20 has the fewest cuts above 4.
TEST(AutomaticCuts, OfEqualWidthAreMultiplesOfARoundWidth) {
  EXPECT_EQ(automatic_cuts(from_to(1, 100), CutRule::equal_width, 5), (Cuts{20, 40, 60, 80}));
  EXPECT_EQ(automatic_cuts(from_to(1, 100), CutRule::equal_width, 10),
            (Cuts{10, 20, 30, 40, 50, 60, 70, 80, 90}));
  EXPECT_EQ(automatic_cuts(from_to(1, 100), CutRule::equal_width, 2), (Cuts{50}));
  std::vector<double> small;
  for (const double value : from_to(1, 100)) small.push_back(value / 1000.0);
  EXPECT_EQ(automatic_cuts(small, CutRule::equal_width, 5), (Cuts{0.02, 0.04, 0.06, 0.08}));
}

// The quarters of 1 … 100 lie at ranks 25, 50 and 75, and numbers within 3 ranks may be chosen.
TEST(AutomaticCuts, OfEqualCountAreRoundNumbersNearQuantiles) {
  EXPECT_EQ(automatic_cuts(from_to(1, 100), CutRule::equal_count, 4), (Cuts{25, 50, 75}));
  EXPECT_EQ(automatic_cuts(from_to(1, 1000), CutRule::equal_count, 3), (Cuts{350, 700}));
}

TEST(AutomaticCuts, OfEqualCountFollowTies) {
  std::vector<double> values(50, 0.0);
  for (int i = 1; i <= 50; ++i) values.push_back(i * 100.0);
  const Cuts cuts = automatic_cuts(values, CutRule::equal_count, 4);
  ASSERT_FALSE(cuts.empty());
  EXPECT_GT(cuts.front(), 0.0) << "all zeros are in the first interval";
}

// 1, 10, 100, …: ratios of ten between the ends.
TEST(AutomaticCuts, LogarithmicOnesHaveEqualRatios) {
  std::vector<double> values;
  for (int i = 0; i <= 400; ++i) values.push_back(std::pow(10.0, i / 100.0));  // 1 … 10,000
  const Cuts cuts = automatic_cuts(values, CutRule::logarithmic, 4);
  ASSERT_EQ(cuts.size(), 3U);
  // 5 % and 95 %: 10^0.2 and 10^3.8; steps of 10^0.9 from there: 12.6, 100, 794.
  EXPECT_EQ(cuts, (Cuts{13, 100, 790}));
  values.insert(values.end(), 100, 0.0);
  values.push_back(-50.0);
  EXPECT_EQ(automatic_cuts(values, CutRule::logarithmic, 4), cuts)
      << "zeros and negative values do not count";
}

TEST(AutomaticCuts, NeedRecords) {
  for (const CutRule rule : {CutRule::equal_width, CutRule::equal_count, CutRule::logarithmic}) {
    EXPECT_TRUE(automatic_cuts({}, rule, 5).empty());
    EXPECT_TRUE(automatic_cuts({1, 2, 3}, rule, 5).empty());
    EXPECT_TRUE(automatic_cuts(std::vector<double>(100, 7.0), rule, 5).empty());
    EXPECT_TRUE(automatic_cuts(from_to(1, 100), rule, 1).empty());
    EXPECT_TRUE(automatic_cuts({1e300, -1e300, 1e299, 0, 1, 2, 3, 1e17, 1e17 + 64}, rule, 5).size() < 5);
  }
}

// Random amounts of seven digits, as in released_values_test: no cut is one of them, each interval has three
// records, and a cut does not follow any single record.
TEST(AutomaticCuts, DiscloseNoRecord) {
  Rng rng({8, 9});
  for (int round = 0; round < 60; ++round) {
    std::vector<double> values;
    std::set<double> known;
    while (values.size() < 40 + static_cast<std::size_t>(round) * 3) {
      const auto drawn = static_cast<double>(1000000 + rng.below(9000000));
      if (std::fmod(drawn, 10.0) == 0.0 || !known.insert(drawn).second) continue;
      values.push_back(drawn);
    }
    for (const CutRule rule : {CutRule::equal_width, CutRule::equal_count, CutRule::logarithmic}) {
      for (const std::size_t intervals : {2U, 5U, 12U}) {
        const Cuts cuts = automatic_cuts(values, rule, intervals);
        EXPECT_LT(cuts.size(), intervals);
        EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
        double below = 0;
        for (std::size_t i = 0; i <= cuts.size(); ++i) {
          const double upper = i == cuts.size() ? 1e99 : cuts[i];
          const auto inside = static_cast<double>(
              std::count_if(values.begin(), values.end(), [&](double value) { return value < upper; }));
          EXPECT_GE(inside - below, 3);
          below = inside;
          if (i < cuts.size()) {
            EXPECT_FALSE(known.contains(cuts[i])) << cuts[i];
          }
        }
      }
    }
  }
}

TEST(AutomaticCuts, AreListedInTheSpecification) {
  const Column column = Column(from_to(1, 100));
  Value intervals = Value::array();
  intervals.push(4);
  intervals.push(2);
  const Value settled = settled_specification(
      Value::object().set("kind", "cuts").set("method", "equal-count").set("intervals", intervals), column,
      "h");
  EXPECT_EQ(settled.at("kind").as_text(), "breaks");
  ASSERT_EQ(settled.at("breaks").as_array().size(), 2U);
  EXPECT_EQ(settled.at("breaks").as_array()[0].as_array()[2].as_number(), 75.0);
  EXPECT_EQ(settled.at("breaks").as_array()[1].as_array()[0].as_number(), 50.0);
  EXPECT_EQ(settled.at("labels").as_text(), "ranges");
  const Hierarchy tree = build_hierarchy(settled, {"7", "25", "49", "80"}, "h");
  EXPECT_EQ(tree.rows()[0], (std::vector<std::string>{"7", "below 25", "below 50", "*"}));
  EXPECT_EQ(tree.rows()[1], (std::vector<std::string>{"25", "25–49", "below 50", "*"}));
  EXPECT_EQ(tree.rows()[2], (std::vector<std::string>{"49", "25–49", "below 50", "*"}));
  EXPECT_EQ(tree.rows()[3], (std::vector<std::string>{"80", "75 or more", "50 or more", "*"}));
  const Value other = Value::object().set("kind", "dates");
  EXPECT_EQ(settled_specification(other, column, "h"), other);
}

TEST(AutomaticCuts, SpecificationsAreReadStrictly) {
  const Column column = Column(from_to(1, 100));
  const auto cuts = [] { return Value::object().set("kind", "cuts"); };
  EXPECT_EQ(complaint(cuts(), column), "accepted");
  EXPECT_EQ(complaint(cuts().set("method", "equal"), column), "h.toml: there are no cuts by 'equal'");
  EXPECT_EQ(complaint(cuts().set("intervals", 1), column),
            "h.toml: intervals must be whole numbers from 2 to 1000");
  EXPECT_EQ(complaint(cuts().set("intervals", 2.5), column),
            "h.toml: intervals must be whole numbers from 2 to 1000");
  EXPECT_EQ(complaint(cuts().set("count", 2), column), "h.toml: unknown key 'count'");
  Value levels = Value::array();
  levels.push(6);
  levels.push(4);
  EXPECT_EQ(complaint(cuts().set("intervals", levels), column),
            "h.toml: intervals of a level must be a divisor of those of the level below: 4 is not");
  EXPECT_EQ(complaint(cuts(), Codes{{0, 1}, {"a", "b"}}), "h.toml: cuts are for numbers");
  EXPECT_EQ(complaint(cuts(), Numbers{1, 1, 1}),
            "h.toml: the 3 values are too few, or too many of them are equal, to be cut into intervals");
  EXPECT_THROW(cuts_specification("equal-count", "age"), Error);
  EXPECT_THROW(cuts_specification("quantile:5", "age"), Error);
  EXPECT_EQ(cuts_specification("equal-width:7", "age").at("intervals").as_integer(), 7);
}

TEST(AutomaticCuts, BreaksOfOnesOwn) {
  const auto breaks = [](const std::vector<double>& list) {
    Value values = Value::array();
    for (const double one : list) values.push(one);
    return Value::object().set("kind", "breaks").set("breaks", values);
  };
  const Hierarchy tree = build_hierarchy(breaks({0, 10.5}), {"-1", "3", "10.5"}, "h");
  EXPECT_EQ(tree.at("-1", 1), "below 0");
  EXPECT_EQ(tree.at("3", 1), "[0, 10.5)");
  EXPECT_EQ(tree.at("10.5", 1), "10.5 or more");
  EXPECT_THROW(build_hierarchy(breaks({}), {"3"}, "h"), Error);
  EXPECT_THROW(build_hierarchy(breaks({2, 1}), {"3"}, "h"), Error);
  EXPECT_THROW(build_hierarchy(breaks({1, 2}), {"x"}, "h"), Error);
  EXPECT_THROW(build_hierarchy(breaks({1, 2.5}).set("labels", "ranges"), {"3"}, "h"), Error);
  EXPECT_THROW(build_hierarchy(Value::object().set("kind", "cuts"), {"3"}, "h"), Error);
}

}  // namespace
}  // namespace sfumato::masking
