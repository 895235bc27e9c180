// Identifying power by hand, and what must hold of it for any table.
#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

// Singled out are: by a one record, by b none, by c two, by a and b or a and c two, by b and c all.
Table four() { return numbers_table({{"a", {1, 1, 1, 2}}, {"b", {1, 2, 1, 2}}, {"c", {1, 1, 2, 3}}}); }

TEST(IdentifyingPower, ByHand) {
  const Score score = measure(four(), four(), "identifying-power", {{"order", 2}, {"top", 3}});
  EXPECT_EQ(score.value, 100.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(score.details.at("looked_at"), Value(6));
  const Value::Array& sets = score.details.at("sets").as_array();
  ASSERT_EQ(sets.size(), 3U);
  // Sets in order: a 25, b 0, c 50, ab: records 2 and 4, 50; ac: 3 and 4, 50; bc: all.
  EXPECT_EQ(sets[0].at("keys"), Value::array_of({"b", "c"}));
  EXPECT_EQ(sets[0].at("percent"), Value(100.0));
  EXPECT_EQ(sets[1].at("keys"), Value::array_of({"c"}));
  EXPECT_EQ(sets[2].at("keys"), Value::array_of({"a", "b"}));
  const Value& contributions = score.details.at("contributions");
  EXPECT_EQ(contributions.at("a").at("alone"), Value(25.0));
  EXPECT_EQ(contributions.at("a").at("last"), Value(0.0));   // b and c suffice
  EXPECT_EQ(contributions.at("b").at("last"), Value(50.0));  // a and c leave two
  EXPECT_EQ(contributions.at("c").at("last"), Value(50.0));
  // Gains: a to none 25, to b 50, to c 0; b 0, 25, 50; c 50, to a 25, to b 100.
  EXPECT_DOUBLE_EQ(contributions.at("a").at("average").as_number(), (25.0 + (50.0 + 0.0) / 2) / 2);
  EXPECT_DOUBLE_EQ(contributions.at("b").at("average").as_number(), (0.0 + (25.0 + 50.0) / 2) / 2);
  EXPECT_DOUBLE_EQ(contributions.at("c").at("average").as_number(), (50.0 + (25.0 + 100.0) / 2) / 2);
}

// With sets of all sizes the mean gains are Shapley's, which add up to what all keys single out.
TEST(IdentifyingPower, AverageGainsAddUp) {
  Rng rng({8, 1});
  for (int round = 0; round < 20; ++round) {
    testing::NamedNumbers columns;
    for (const char* name : {"a", "b", "c", "d"}) {
      std::vector<double> values(50);
      for (double& value : values) value = static_cast<double>(rng.below(4));
      columns.emplace_back(name, values);
    }
    const Table table = numbers_table(columns);
    const Score score = measure(table, table, "identifying-power", {{"order", 4}});
    double sum = 0.0;
    for (const auto& [name, one] : score.details.at("contributions").as_object()) {
      sum += one.at("average").as_number();
    }
    EXPECT_NEAR(sum, score.value.value(), 1e-10);
    EXPECT_EQ(score.details.at("sets").as_array()[0].at("percent").as_number(), score.value);
  }
}

TEST(IdentifyingPower, SaysWhereSetsAreTooMany) {
  testing::NamedNumbers columns;
  for (int j = 0; j < 40; ++j) columns.emplace_back("k" + std::to_string(j), std::vector<double>{1, 2});
  const Table table = numbers_table(columns);
  const Score score = measure(table, table, "identifying-power", {{"order", 8}});
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("40 keys"), std::string::npos) << score.note;
  EXPECT_TRUE(measure(table, table, "identifying-power").value);
}

TEST(IdentifyingPower, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "identifying-power", {{"order", 7}});
  EXPECT_DOUBLE_EQ(score.value.value(), 15700.0 / 4580.0);
  EXPECT_EQ(score.details.at("looked_at"), Value(127));
  EXPECT_DOUBLE_EQ(score.details.at("sets").as_array()[0].at("percent").as_number(), 15700.0 / 4580.0);
}

}  // namespace
}  // namespace sfumato
