// The tutorial's three attacks, recognized from the contributions and described without amounts.
#include "tables/rules/attack_words.hpp"

#include <gtest/gtest.h>

#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::decimal;
using sfumato::testing::Given;
using sfumato::testing::rules;
using sfumato::testing::table_of;

AttackWords attacks(const std::vector<Given>& cell, const std::vector<std::string>& typed,
                    const std::string& safety_range = "") {
  return attacks_on(apply_rules(table_of({cell}), rules(typed, safety_range)).table, 0);
}

// "e i d" for the attacks that were found.
std::string kinds(const AttackWords& words) {
  return std::string(words.external ? "e" : "-") + (words.internal ? "i" : "-") +
         (words.dominance ? "d" : "-");
}

std::string text(const AttackWords& words) {
  std::string all;
  for (const std::string& sentence : words.sentences) all += sentence + "\n";
  return all;
}

TEST(AttackWords, TheBloodPressureOfTheOnlyRespondentIsPublic) {
  const AttackWords words = attacks({{"137"}}, {"p-percent=10"});
  EXPECT_EQ(kinds(words), "e--");
  EXPECT_EQ(text(words),
            "External attack: a single respondent contributes, so an attacker who knows which one learns its "
            "contribution "
            "exactly.\n");
}

TEST(AttackWords, EachOfTwoRespondentsLearnsTheOthers) {
  const AttackWords words = attacks({{"137"}, {"121"}}, {"p-percent=10"});
  EXPECT_EQ(kinds(words), "-i-");
  EXPECT_EQ(text(words),
            "Internal attack: two respondents contribute, so each of them can subtract its own and learn the "
            "other's contribution exactly.\n");
}

TEST(AttackWords, TheEarnerOfNinetyPercentBoundsTheColleagues) {
  const AttackWords words = attacks({{"90"}, {"4"}, {"3"}, {"3"}}, {"dominance=1,85"});
  EXPECT_EQ(kinds(words), "-id");
  EXPECT_NE(
      text(words).find("Dominance attack: the largest respondent has 90 % of the cell and knows that all "
                       "the others together have no more than 10 %.\n"),
      std::string::npos)
      << text(words);
  // (100 - 90 - 4) / 90
  EXPECT_NE(text(words).find("estimate the largest one within 6.67 %."), std::string::npos) << text(words);
}

TEST(AttackWords, AnOutsiderTakesTheCellAsTheLargestContribution) {
  const AttackWords words = attacks({{"1000"}, {"20"}, {"5"}}, {"p-percent=10"});
  EXPECT_EQ(kinds(words), "eid");
  EXPECT_NE(text(words).find("an error of 2.5 % of it."), std::string::npos) << text(words);
  EXPECT_NE(text(words).find("within 0.5 %."), std::string::npos) << text(words);
}

TEST(AttackWords, ACoalitionIsNamedByItsSize) {
  const AttackWords words = attacks({{"100"}, {"50"}, {"30"}, {"5"}, {"4"}}, {"p-percent=15,2"});
  EXPECT_EQ(kinds(words), "-i-");
  EXPECT_EQ(text(words),
            "Internal attack: the 2 next largest respondents in a coalition can estimate the largest "
            "contribution within 9 %.\n");
}

TEST(AttackWords, FewRespondentsAreReportedByTheFrequencyRule) {
  const AttackWords words = attacks({{"10"}, {"10"}, {"10"}}, {"frequency=5"}, "20");
  EXPECT_EQ(kinds(words), "ei-");
  EXPECT_NE(text(words).find("only 3 respondents contribute"), std::string::npos);
  EXPECT_NE(text(words).find("2 of the 3 respondents in a coalition"), std::string::npos);
}

TEST(AttackWords, EveryHitHasASentence) {
  EXPECT_FALSE(attacks({{"10"}, {"10"}, {"10"}}, {"dominance=3,70"}).sentences.empty());
  EXPECT_FALSE(attacks({{"10"}, {"10"}, {"10"}}, {"p-percent=1,2"}).sentences.empty());
  EXPECT_EQ(kinds(attacks({{"0"}, {"0"}, {"0"}}, {"zero=5"})), "e--");
  CellTable table = table_of({{{"30"}, {"30"}, {"30"}, {"10"}}});
  table.contributors[0].largest_request[1] = decimal("30");
  const AttackWords words = attacks_on(apply_rules(table, rules({"request=50,25"}, "10")).table, 0);
  EXPECT_EQ(kinds(words), "e--");
  EXPECT_NE(text(words).find("who requested protection has 30 % of the cell"), std::string::npos);
}

TEST(AttackWords, SafeCellsEnableNone) {
  EXPECT_EQ(text(attacks({{"10"}, {"10"}, {"10"}, {"10"}}, {"p-percent=15", "dominance=1,85"})), "");
}

TEST(AttackWords, NameHoldingsWhereThereAreSome) {
  CellTable table = table_of({{{"40"}, {"30"}, {"20"}, {"10"}}});
  table.contributors[0].holdings = 2;
  table.contributors[0].holdings_total = table.contributors[0].total;
  table.contributors[0].largest_holdings = {{decimal("90"), decimal("1"), 0},
                                            {decimal("10"), decimal("1"), 1}};
  EXPECT_NE(text(attacks_on(table, 0)).find("two holdings contribute"), std::string::npos);
}

TEST(AttackWords, NeedTheWeightsWhereThereAreSome) {
  EXPECT_NE(text(attacks({{"10", "2.5"}}, {"frequency=3"}, "20")).find("exactly, given the weights."),
            std::string::npos);
}

TEST(AttackWords, CountsRevealCharacteristics) {
  CellTable table;
  for (const int count : {1, 2, 3}) {
    table.cells.emplace_back();
    table.cells.back().value = Decimal::whole(count);
  }
  table.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  table = apply_rules(table, rules({"frequency=4"}, "50")).table;
  EXPECT_EQ(kinds(attacks_on(table, 0)), "e--");
  EXPECT_EQ(kinds(attacks_on(table, 1)), "ei-");
  EXPECT_EQ(kinds(attacks_on(table, 2)), "e--");
}

TEST(AttackWords, AFileWithoutContributorsGetsOneSentence) {
  CellTable table;
  table.cells.resize(1);
  EXPECT_EQ(kinds(attacks_on(table, 0)), "---");
  EXPECT_EQ(attacks_on(table, 0).sentences.size(), 1U);
  table.rules = {"no rule at all"};
  EXPECT_THROW(attacks_on(table, 0), Error);
}

TEST(AttackWords, NeverShowAnAmount) {
  const std::string all = text(attacks({{"73913"}, {"511"}, {"97"}}, {"p-percent=10", "frequency=9"}, "20"));
  for (const char* amount : {"73913", "511", "97", "74521"})
    EXPECT_EQ(all.find(amount), std::string::npos) << all;
}

}  // namespace
}  // namespace sfumato::tables
