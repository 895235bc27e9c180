// Each rule on cells computed by hand, with its ties; what the table already has; and bad input.
#include "tables/rules/rules.hpp"

#include <gtest/gtest.h>

#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint_with_hint;
using sfumato::testing::decimal;
using sfumato::testing::Given;
using sfumato::testing::rules;
using sfumato::testing::table_of;

// "u 0.75" for a sensitive cell with these levels, "s" for another.
std::string outcome(const CellTable& table, std::size_t cell = 0) {
  const Cell& about = table.cells[cell];
  std::string text(1, status_letter(about.status));
  if (about.status != CellStatus::primary) return text;
  text += " " + about.lower_level.text();
  return about.lower_level == about.upper_level ? text : text + " " + about.upper_level.text();
}

std::string outcome(const std::vector<Given>& contributions, const std::string& rule,
                    const std::string& safety_range = "") {
  return outcome(apply_rules(table_of({contributions}), rules({rule}, safety_range)).table);
}

TEST(Rules, PPercentComparesTheRemainderWithTheLargest) {
  // Two contributions of 5: the remainder is 0, and 15 % of 5 is 0.75.
  EXPECT_EQ(outcome({{"5"}, {"5"}}, "p-percent=15"), "u 0.75");
  EXPECT_EQ(outcome({{"5"}}, "p-percent=15"), "u 0.75");
  // 100, 20, 10: remainder 10 < 15.
  EXPECT_EQ(outcome({{"100"}, {"20"}, {"10"}}, "p-percent=15"), "u 5");
  // A tie, 15 = 15 % of 100, is safe; slightly less is not.
  EXPECT_EQ(outcome({{"100"}, {"20"}, {"15"}}, "p-percent=15"), "s");
  EXPECT_EQ(outcome({{"100"}, {"20"}, {"14.999999"}}, "p-percent=15"), "u 0.000001");
  // 0.105 is 15 % of 0.7; in doubles 15 · 0.7 / 100 is a little more.
  EXPECT_EQ(outcome({{"0.7"}, {"0.2"}, {"0.105"}}, "p-percent=15"), "s");
}

TEST(Rules, PPercentWithACoalition) {
  // 100, 20, 15, 14: one attacker has an error of 29, a coalition of two 14.
  const std::vector<Given> cell = {{"100"}, {"20"}, {"15"}, {"14"}};
  EXPECT_EQ(outcome(cell, "p-percent=15"), "s");
  EXPECT_EQ(outcome(cell, "p-percent=15,2"), "u 1");
  EXPECT_EQ(outcome(cell, "p-percent=14,2"), "s");
}

TEST(Rules, PqNeedsMoreRemainderWithBetterPriorKnowledge) {
  // (p/q)·x₁ = 20: 100, 30, 15 has a remainder of 15.
  const CellTable table =
      apply_rules(table_of({{{"100"}, {"30"}, {"15"}}, {{"100"}, {"30"}, {"20"}}}), rules({"pq=10,50"}))
          .table;
  EXPECT_EQ(outcome(table, 0), "u 5");
  EXPECT_EQ(outcome(table, 1), "s");
  // Prior bounds: value ± 50 %, also in safe cells.
  EXPECT_EQ(table.cells[0].lower, decimal("72.5"));
  EXPECT_EQ(table.cells[0].upper, decimal("217.5"));
  EXPECT_EQ(table.cells[1].lower, decimal("75"));
}

TEST(Rules, PqLeavesAFilesOwnBounds) {
  CellTable table = table_of({{{"100"}, {"30"}, {"15"}}, {{"100"}}});
  table.cells[0].upper = decimal("147");
  const CheckedTable checked = apply_rules(table, rules({"pq=10,50", "pq=10,40"}));
  EXPECT_EQ(checked.table.cells[0].lower, decimal("0"));
  EXPECT_EQ(checked.table.cells[0].upper, decimal("147"));
  EXPECT_EQ(checked.table.cells[1].upper, decimal("140"));  // the smaller q
  // (10/40)·100 - 15 = 10, of which the bound leaves 2 above the value.
  EXPECT_EQ(outcome(checked.table, 0), "u 10 2");
  ASSERT_EQ(checked.notes.size(), 1U);
  EXPECT_NE(checked.notes[0].find("are limited by its prior bounds"), std::string::npos);
}

TEST(Rules, DominanceLooksAtTheShareOfTheLargest) {
  // The tutorial's earner with 90 % of the cell; 100·90/85 - 100 = 5.88235…, rounded up.
  const std::vector<Given> earner = {{"90"}, {"4"}, {"3"}, {"3"}};
  EXPECT_EQ(outcome(earner, "dominance=1,85"), "u 5.882353");
  EXPECT_EQ(outcome(earner, "dominance=1,90"), "s");  // exactly 90 % is not more than 90 %
  EXPECT_EQ(outcome(earner, "dominance=2,90"), "u 4.444445");
  EXPECT_EQ(outcome({{"40"}, {"35"}, {"25"}}, "dominance=2,75"), "s");
  EXPECT_EQ(outcome({{"40"}, {"35.01"}, {"24.99"}}, "dominance=2,75"), "u 0.01333334");
  EXPECT_EQ(outcome({{"7"}}, "dominance=3,70"), "u 3");
  // With k below 50 the formula requires more than the whole cell; the lower bound is 0.
  EXPECT_EQ(outcome({{"10"}}, "dominance=1,25"), "u 10 30");
}

TEST(Rules, FrequencyCountsRecordsAndTakesTheSafetyRange) {
  EXPECT_EQ(outcome({{"10"}, {"10"}}, "frequency=3", "20"), "u 4");
  EXPECT_EQ(outcome({{"10"}, {"10"}, {"1"}}, "frequency=3", "20"), "s");
  EXPECT_EQ(outcome({{"10", "50"}}, "frequency=3", "20"), "u 100");  // one record, whatever its weight
  EXPECT_EQ(outcome(std::vector<Given>{}, "frequency=3", "20"), "s");
}

TEST(Rules, ZeroCellsDiscloseTheirContributors) {
  EXPECT_EQ(outcome({{"0"}, {"0"}}, "zero=5"), "u 0 5");
  EXPECT_EQ(outcome(std::vector<Given>{}, "zero=5"), "s");
  EXPECT_EQ(outcome({{"0"}, {"1"}}, "zero=5"), "s");
  EXPECT_EQ(outcome({{"3"}, {"-3"}}, "zero=5"), "s");
  // No other rule on amounts marks a cell of zeros.
  EXPECT_EQ(outcome({{"0"}, {"0"}}, "p-percent=15"), "s");
  EXPECT_EQ(outcome({{"0"}, {"0"}}, "dominance=1,85"), "s");
  // Without its own range: 20 % of the smallest other cell.
  const CheckedTable checked =
      apply_rules(table_of({{{"0"}}, {{"60"}, {"40"}}, {{"30"}, {"20"}}}), rules({"zero"}, "20"));
  EXPECT_EQ(outcome(checked.table), "u 0 10");
  ASSERT_EQ(checked.notes.size(), 1U);
  EXPECT_NE(checked.notes[0].find("write zero=5"), std::string::npos);
}

TEST(Rules, RequestsCountWhereTheShareIsLarge) {
  CellTable table = table_of({{{"60"}, {"40"}}, {{"50"}, {"50"}}, {{"70"}, {"30"}}, {{"70"}, {"30"}}});
  table.contributors[0].largest_request = {decimal("60"), decimal("0")};
  table.contributors[1].largest_request = {decimal("50"), decimal("0")};  // a tie
  table.contributors[2].largest_request = {decimal("0"), decimal("30")};
  const CellTable checked = apply_rules(table, rules({"request=50,25"}, "10")).table;
  EXPECT_EQ(outcome(checked, 0), "u 10");
  EXPECT_EQ(outcome(checked, 1), "s");
  EXPECT_EQ(outcome(checked, 2), "u 10");
  EXPECT_EQ(outcome(checked, 3), "s");  // no request
}

TEST(Rules, AWeightIsThatManyRespondents) {
  // 100 with weight 4 and 10 with weight 7 are 100, 100, 100, 100, 10, …: total 470, largest two 200 (as
  // tau-Argus treats sampling weights: Hundepool et al. (2012), Statistical Disclosure Control, p. 151).
  const std::vector<Given> cell = {{"100", "4"}, {"10", "7"}};
  EXPECT_EQ(outcome(cell, "p-percent=15"), "s");
  EXPECT_EQ(outcome(cell, "dominance=2,42"), "u 6.190477");  // 200/470 = 42.55 %; 200/0.42 - 470
  EXPECT_EQ(outcome(cell, "dominance=2,43"), "s");
  // Weights that are not integers: the largest two of 100 (1.5) and 10 (2) are 100·1.5 + 10·0.5 = 155 of 170.
  const std::vector<Given> parts = {{"100", "1.5"}, {"10", "2"}};
  EXPECT_EQ(outcome(parts, "dominance=2,91"), "u 0.3296704");
  EXPECT_EQ(outcome(parts, "dominance=2,92"), "s");
  // p %: 170 - 155 = 15, which is 15 % of the largest.
  EXPECT_EQ(outcome(parts, "p-percent=15"), "s");
  EXPECT_EQ(outcome(parts, "p-percent=16"), "u 1");
}

TEST(Rules, WithoutWeightsARecordIsOneRespondentOfItsWeightedAmount) {
  RuleOptions options = rules({"p-percent=15"});
  options.weighted = false;
  // 400 and 70: nothing remains.
  EXPECT_EQ(outcome(apply_rules(table_of({{{"100", "4"}, {"10", "7"}}}), options).table), "u 60");
}

TEST(Rules, HoldingsCountInsteadOfRecords) {
  // 40, 30, 20, 10, where the first three belong to one holding.
  CellTable table = table_of({{{"40"}, {"30"}, {"20"}, {"10"}}});
  table.contributors[0].holdings = 2;
  table.contributors[0].holdings_total = table.contributors[0].total;
  table.contributors[0].largest_holdings = {{decimal("90"), decimal("1"), 0},
                                            {decimal("10"), decimal("1"), 1}};
  RuleOptions options = rules({"p-percent=15", "frequency=3"}, "1");
  EXPECT_EQ(outcome(apply_rules(table, options).table), "s");
  options.holdings = true;
  EXPECT_EQ(outcome(apply_rules(table, options).table), "u 13.5");
  EXPECT_EQ(apply_rules(table, options).table.hits[0], 3U);
}

TEST(Rules, NegativeContributionsCountBySize) {
  const CheckedTable checked = apply_rules(table_of({{{"-100"}, {"20"}, {"10"}}}), rules({"p-percent=15"}));
  EXPECT_EQ(outcome(checked.table), "u 5");
  ASSERT_EQ(checked.notes.size(), 1U);
  EXPECT_NE(checked.notes[0].find("1 cell has negative contributions"), std::string::npos);
}

TEST(Rules, LevelsOfAShadowVariableAreSharesOfTheValue) {
  CellTable table = table_of({{{"5"}, {"5"}}});
  table.cells[0].value = decimal("1000");  // the rules use employees, the cell sums turnover
  EXPECT_EQ(outcome(apply_rules(table, rules({"p-percent=15"})).table), "u 75");
}

TEST(Rules, SeveralRulesTakeTheLargestLevelAndMarkEachHit) {
  const std::vector<Given> cell = {{"90"}, {"10"}};
  const CellTable table = apply_rules(table_of({cell, {{"1"}, {"1"}, {"1"}}}),
                                      rules({"frequency=3", "p-percent=15", "dominance=1,95"}, "2"))
                              .table;
  EXPECT_EQ(outcome(table), "u 13.5");  // 2 of frequency, 13.5 of p %
  EXPECT_EQ(table.hits, (std::vector<std::uint64_t>{3, 0}));
  EXPECT_EQ(table.rules, (std::vector<std::string>{"frequency=3", "p-percent=15", "dominance=1,95"}));
  // Again with another rule: known rules keep their bits.
  const CellTable again = apply_rules(table, rules({"dominance=1,80", "p-percent=15"})).table;
  EXPECT_EQ(again.rules.size(), 4U);
  EXPECT_EQ(again.hits[0], 11U);
}

TEST(Rules, KeepsWhatTheTableHas) {
  CellTable table = table_of({{{"5"}, {"5"}}, {{"9"}, {"9"}, {"9"}}, {{"5"}}, {{"5"}}});
  table.cells[0].status = CellStatus::primary;
  table.cells[0].lower_level = decimal("3");
  table.cells[1].status = CellStatus::primary;
  table.cells[1].upper_level = decimal("4");
  table.cells[2].status = CellStatus::kept;
  table.cells[3].status = CellStatus::secondary;
  const CheckedTable checked = apply_rules(table, rules({"p-percent=15"}));
  EXPECT_EQ(outcome(checked.table, 0), "u 3 0.75");
  EXPECT_EQ(outcome(checked.table, 1), "u 0 4");
  EXPECT_EQ(checked.table.hits[1], 0U);
  EXPECT_EQ(outcome(checked.table, 2), "u 0.75");
  EXPECT_EQ(outcome(checked.table, 3), "u 0.75");
  EXPECT_EQ(checked.notes, std::vector<std::string>{
                               "1 cell marked to be published is sensitive and will be suppressed: cell 2"});
}

TEST(Rules, CountsAreMarkedByFrequencyOnlyAndSumsByAll) {
  CellTable table = table_of({{{"1"}, {"1"}}, {{"90"}, {"10"}}});
  table.dimensions = {make_dimension("town", "Total", {"A"}, {})};
  table.responses = {{.name = "count", .counts = true, .mean_of = ""},
                     {.name = "income", .counts = false, .mean_of = "count"}};
  table.coordinates = {1, 0, 1, 1};
  EXPECT_EQ(apply_rules(table, rules({"p-percent=15", "dominance=1,40"})).table.hits,
            (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(apply_rules(table, rules({"frequency=3"}, "50")).table.hits, (std::vector<std::uint64_t>{1, 1}));
}

TEST(Rules, ATableOfCountsIsItsOwnFrequency) {
  CellTable table;
  for (const int count : {0, 1, 2, 3}) {
    table.cells.emplace_back();
    table.cells.back().value = Decimal::whole(count);
  }
  table.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  EXPECT_EQ(apply_rules(table, rules({"frequency=3"}, "50")).table.hits,
            (std::vector<std::uint64_t>{0, 1, 1, 0}));
}

TEST(Rules, ReportWhatIsMissing) {
  const auto error_of = [](const CellTable& table, const RuleOptions& options) {
    return complaint_with_hint([&] { apply_rules(table, options); });
  };
  const CellTable table = table_of({{{"5"}, {"5"}}});
  EXPECT_NE(error_of(table, rules({"frequency=3"})).find("add ‹safety-range›"), std::string::npos);
  EXPECT_NE(error_of(table, rules({"request=50,25"})).find("add ‹safety-range›"), std::string::npos);
  EXPECT_NE(error_of(table, rules({"zero"})).find("write zero=5"), std::string::npos);
  EXPECT_EQ(error_of(table, rules({"zero=5", "p-percent=10"})), "no error");
  EXPECT_NE(error_of(table, rules({"frequency=3"}, "-1")).find("must be above 0"), std::string::npos);
  CellTable file;
  file.cells.resize(2);
  EXPECT_NE(error_of(file, rules({"p-percent=15"})).find("the table has no contributors"), std::string::npos);
  EXPECT_NE(error_of(file, rules({"p-percent=15"})).find("has its own statuses"), std::string::npos);
  CellTable counts = table;
  counts.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  EXPECT_NE(error_of(counts, rules({"p-percent=15"})).find("the table has only counts"), std::string::npos);
  RuleOptions holdings = rules({"p-percent=15"});
  holdings.holdings = true;
  EXPECT_NE(error_of(table, holdings).find("tabulate with ‹holding›"), std::string::npos);
  RuleOptions many;
  for (int i = 1; i <= 64; ++i) many.rules.push_back(parse_rule("dominance=" + std::to_string(i) + ",85"));
  EXPECT_NE(error_of(table, many).find("there are 64 rules"), std::string::npos);
}

TEST(Rules, SayWhenTooFewContributionsWereKept) {
  const std::vector<Given> four = {{"4"}, {"3"}, {"2"}, {"1"}};
  EXPECT_EQ(
      complaint_with_hint([&] {
        apply_rules(table_of({{{"1"}}, four}, 2), rules({"p-percent=15,2"}));
      }),
      "the rule 'p-percent=15,2' needs the 3 largest contributors of each cell, and cell 1 kept only 2 of "
      "its 4 | tabulate with ‹keep› 3");
  EXPECT_EQ(outcome(apply_rules(table_of({four}, 2), rules({"p-percent=15"})).table), "s");
  // All that there are is enough for any rule.
  EXPECT_EQ(outcome(apply_rules(table_of({four}, 4), rules({"dominance=9,90"})).table), "u 1.111112");
}

TEST(Rules, WarnOfLevelsThatProtectNothing) {
  const CheckedTable checked = apply_rules(table_of({{{"0"}, {"0"}}}), rules({"frequency=3"}, "20"));
  EXPECT_EQ(outcome(checked.table), "u 0");
  ASSERT_EQ(checked.notes.size(), 1U);
  EXPECT_NE(checked.notes[0].find("levels of 0"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::tables
