// The rules group and k-disclosure by hand, and protections of what a margin leaves outside a cell.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tables/rounding/rounding.hpp"
#include "tables/rules/attack_words.hpp"
#include "tables/rules/outside.hpp"
#include "tables/rules/rules.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;
using sfumato::testing::two_level_dimension;

sfumato::Run group_run() { return sfumato::Run({.seed = 1}); }

CellTable counts_of(const std::vector<Dimension>& dimensions, std::vector<std::int64_t> leaves) {
  std::size_t next = 0;
  return filled_table(dimensions, true, [&] { return Decimal::whole(leaves[next++]); });
}

// Towns by disease. CellList: 0 Total, 1 and 2 the diseases, 3 town 1 (4, 5), 6 town 2 (7, 8).
CellTable two_towns(std::vector<std::int64_t> leaves) {
  return counts_of({flat_dimension("town", 2), flat_dimension("disease", 2)}, std::move(leaves));
}

CellTable checked_by(CellTable table, const std::vector<std::string>& rules,
                     std::optional<Decimal> range = std::nullopt) {
  RuleOptions options;
  for (const std::string& rule : rules) options.rules.push_back(parse_rule(rule));
  options.safety_range = range;
  return apply_rules(std::move(table), options).table;
}

std::vector<std::size_t> sensitive_in(const CellTable& table) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].status == CellStatus::primary) cells.push_back(cell);
  }
  return cells;
}

using CellList = std::vector<std::size_t>;

// Tutorial, slide 6: all eight persons of town 1 have the disease. All healthy persons live in town 2.
TEST(GroupRule, FindsThatAllOfATownHaveTheDisease) {
  const CellTable table = two_towns({8, 0, 5, 9});
  EXPECT_EQ(sensitive_in(checked_by(table, {"frequency=3"}, Decimal::whole(20))), CellList{});
  const CellTable checked = checked_by(table, {"group=3"});
  EXPECT_EQ(sensitive_in(checked), (CellList{4, 8}));
  const std::vector<Outside> differences = outside_of(checked);
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_EQ(differences[0].levels.upper_level.text(), "3");
  EXPECT_EQ(differences[0].value.text(), "0");
  const AttackWords words = attacks_on(checked, 4);
  ASSERT_EQ(words.sentences.size(), 1U);
  EXPECT_NE(words.sentences[0].find("all 8 respondents of town=town1, disease=Total"), std::string::npos);
}

// Of town 1 two are healthy, and of the healthy two live in town 1: sensitive for 3, not for 2. Ties are
// safe.
TEST(GroupRule, ComparesWithK) {
  const CellTable table = two_towns({8, 2, 10, 9});
  EXPECT_EQ(sensitive_in(checked_by(table, {"group=3"})), (CellList{4, 8}));
  EXPECT_EQ(sensitive_in(checked_by(table, {"group=2"})), CellList{});
}

TEST(GroupRule, ExemptsStructuralZerosAndEmptyCells) {
  CellTable table = two_towns({8, 0, 5, 9});
  table.cells[5].upper = Decimal();
  EXPECT_EQ(sensitive_in(checked_by(table, {"group=3"})), CellList{});
  table.cells[5].upper = std::nullopt;
  table.cells[5].status = CellStatus::kept;
  EXPECT_EQ(sensitive_in(checked_by(table, {"group=3"})), CellList{});
  // One structural zero of three parts: the two others still are a choice.
  CellTable three = counts_of({flat_dimension("town", 2), flat_dimension("disease", 3)}, {8, 0, 0, 5, 9, 4});
  three.cells[6].upper = Decimal();
  // Town 1: 8 of 8 have the first. Second disease: only town 2 is possible. Third: all 4 in town 2.
  EXPECT_EQ(sensitive_in(checked_by(three, {"group=3"})), (CellList{5, 11}));
}

// Every total of the tree over its own parts: A1 is all of A, but A is half of the total.
TEST(GroupRule, UsesEveryTotalOfAHierarchy) {
  const CellTable table = counts_of({two_level_dimension("r")}, {7, 0, 4, 5});
  const CellTable checked = checked_by(table, {"group=3"});
  EXPECT_EQ(sensitive_in(checked), (CellList{3}));
  EXPECT_EQ(checked.dimensions[0].codes[3], "rA1");
}

TEST(GroupRule, RefusesSumsAndWrongNumbers) {
  CellTable sums = filled_table({flat_dimension("a", 2)}, false, [] { return Decimal::whole(5); });
  sums.contributors.resize(sums.cells.size());
  EXPECT_THROW(checked_by(sums, {"group=3"}), Error);
  EXPECT_THROW(parse_rule("group"), Error);
  EXPECT_THROW(parse_rule("group=0"), Error);
  EXPECT_THROW(parse_rule("group=2.5"), Error);
  EXPECT_THROW(parse_rule("k-disclosure=3,0"), Error);
}

void suppress_cells(CellTable& table, const CellList& cells) {
  for (const std::size_t cell : cells) {
    if (table.cells[cell].status != CellStatus::primary) table.cells[cell].status = CellStatus::secondary;
  }
}

// All four inner cells: 8 − t, t, 5 + t, 9 − t, so that up to 8 of town 1 may be healthy.
TEST(GroupRule, AuditFindsTheLargestNumberOutside) {
  CellTable checked = checked_by(two_towns({8, 0, 5, 9}), {"group=3"});
  suppress_cells(checked, {5, 7});
  const Audit shown = audit(checked, {}, group_run());
  ASSERT_EQ(shown.outside.size(), 2U);
  EXPECT_TRUE(shown.safe);
  // Relations over the first dimension come first.
  EXPECT_EQ(shown.outside[0].cell, 8U);
  EXPECT_EQ(shown.outside[0].margin, 2U);
  const AuditedOutside& town = shown.outside[1];
  EXPECT_EQ(town.cell, 4U);
  EXPECT_EQ(town.margin, 3U);
  EXPECT_DOUBLE_EQ(town.interval.lower.value(), 0);
  EXPECT_DOUBLE_EQ(town.interval.upper.value(), 8);
  EXPECT_DOUBLE_EQ(town.need_upper, 3);
}

// The published 0 says that no one is outside, although 8 is hidden behind its suppressed total.
TEST(GroupRule, AuditRefusesAPatternThatPublishesTheZero) {
  CellTable checked = checked_by(two_towns({8, 0, 5, 9}), {"group=3"});
  suppress_cells(checked, {3, 6, 7, 2, 1, 0});
  const Audit shown = audit(checked, {}, group_run());
  EXPECT_FALSE(shown.safe);
  EXPECT_FALSE(shown.outside[0].safe);
  EXPECT_EQ(shown.outside[0].interval.upper.value(), 0);
  EXPECT_EQ(unsafe_cells(shown).front(), 4U);
}

// Of town 1 at most 2 are possible elsewhere, since only 2 healthy persons of town 2 can move.
TEST(GroupRule, AuditRefusesTooFewOutside) {
  CellTable checked = checked_by(two_towns({8, 0, 5, 2}), {"group=3"});
  suppress_cells(checked, {5, 7, 8});
  EXPECT_FALSE(audit(checked, {}, group_run()).safe);
  checked = checked_by(two_towns({8, 0, 5, 2}), {"group=2"});
  suppress_cells(checked, {5, 7, 8});
  EXPECT_TRUE(audit(checked, {}, group_run()).safe);
}

TEST(GroupRule, SuppressionProtectsTheSlide) {
  for (const char* algorithm : {"auto", "optimal", "hypercube", "network", "gauss"}) {
    SuppressionOptions options;
    options.algorithm = algorithm;
    options.limit = optimize::Effort::work(10);
    options.problem.cost = CellCost::value;
    const Suppression made = suppress(checked_by(two_towns({8, 0, 5, 9}), {"group=3"}), options, group_run());
    EXPECT_TRUE(made.audit.safe) << algorithm;
    EXPECT_TRUE(made.out_of_reach.empty()) << algorithm;
    EXPECT_EQ(made.table.cells.size(), 9U) << algorithm;
    EXPECT_TRUE(made.table.cells[5].suppressed()) << algorithm;
    EXPECT_EQ(made.secondary, 2U) << algorithm;  // 0 and 5
    EXPECT_EQ(made.table.rules, std::vector<std::string>{"group=3"});
  }
}

// Everyone knows that at most one person of town 1 is healthy: no pattern makes three possible.
TEST(GroupRule, SuppressionNamesWhatIsOutOfReach) {
  CellTable table = two_towns({8, 0, 5, 9});
  table.cells[5].upper = Decimal::whole(1);  // known: at most one healthy person
  const Suppression made = suppress(checked_by(std::move(table), {"group=3"}), {}, group_run());
  EXPECT_FALSE(made.audit.safe);
  ASSERT_EQ(made.out_of_reach.size(), 2U);
  EXPECT_EQ(made.out_of_reach[1].cell, 4U);
  EXPECT_EQ(made.out_of_reach[1].margin, std::optional<std::size_t>(3));
  EXPECT_DOUBLE_EQ(made.out_of_reach[1].most.upper.value(), 1);
}

// Base 3 publishes 0 healthy persons in town 1: 0, 1 or 2, fewer than 3. Base 5: up to 4.
TEST(GroupRule, RoundingNeedsABaseAboveK) {
  const CellTable checked = checked_by(two_towns({8, 0, 5, 9}), {"group=3"});
  RoundingOptions options;
  options.limit = optimize::Effort::work(10);
  options.base = Decimal::whole(3);
  const Rounding small = round_table(checked, options, group_run());
  ASSERT_TRUE(small.found);
  EXPECT_FALSE(small.audit.safe);
  options.base = Decimal::whole(5);
  const Rounding large = round_table(checked, options, group_run());
  ASSERT_TRUE(large.found);
  EXPECT_TRUE(large.audit.safe);
  EXPECT_DOUBLE_EQ(large.audit.outside[0].interval.upper.value(), 4);
}

// Counts of 1 to 3 may become 0, and larger ones keep within 3; or noise of at most 1.
TEST(GroupRule, PerturbationIsAuditedByItsPtable) {
  CellTable checked = checked_by(two_towns({8, 0, 5, 9}), {"group=3"});
  checked.keys.assign(checked.cells.size(), std::uint64_t{1} << 62);
  const Ptable narrow = parse_ptable("i;v;p\n1;-1;0.5\n1;1;0.5\n", "p.csv");
  Perturbation made = perturb(checked, narrow);
  audit_perturbed(checked, narrow, made, group_run());
  ASSERT_EQ(made.outside.size(), 2U);
  EXPECT_FALSE(made.safe());
  EXPECT_DOUBLE_EQ(made.outside[0].interval.upper.value(), 1);
  EXPECT_NE(made.notes.back().find("still learns 2 of 2 differences"), std::string::npos);
  const Ptable wide = make_ptable(2, 4, 0);
  made = perturb(checked, wide);
  const std::size_t notes = made.notes.size();
  audit_perturbed(checked, wide, made, group_run());
  EXPECT_TRUE(made.safe());
  EXPECT_EQ(made.notes.size(), notes);  // the report shows a good result
}

// 7 of the 12 of town 1 are in the first cell: 58.3 %. The only one of town 3 has the second disease.
TEST(GroupRule, SaysWhatFewOutsideAndASingleRespondentMean) {
  const CellTable checked =
      checked_by(counts_of({flat_dimension("town", 3), flat_dimension("disease", 2)}, {7, 5, 20, 20, 0, 1}),
                 {"group=6"});
  const std::string few = attacks_on(checked, 4).sentences.back();
  EXPECT_NE(few.find("all but 5 of the 12 respondents"), std::string::npos) << few;
  EXPECT_NE(few.find("only 5 are outside it"), std::string::npos) << few;
  EXPECT_NE(few.find("with probability 58.3 %"), std::string::npos) << few;
  EXPECT_EQ(few.find("learns what the cell says"), std::string::npos) << few;
  const std::string single = attacks_on(checked, 11).sentences.back();
  EXPECT_NE(single.find("the only respondent of "), std::string::npos) << single;
}

// 1 is possible besides 0, with the 1 of town 2: enough for k-disclosure, not for group.
TEST(KDisclosureRule, NeedsAnotherNumberOnly) {
  CellTable table = counts_of({flat_dimension("town", 2), flat_dimension("disease", 3)}, {8, 0, 0, 5, 1, 9});
  table.cells[7].upper = Decimal();  // town 1 cannot have the third
  CellTable group = checked_by(table, {"group=2"});
  CellTable difference = checked_by(table, {"k-disclosure=2"});
  EXPECT_EQ(sensitive_in(group), (CellList{5, 10}));
  EXPECT_EQ(sensitive_in(difference), (CellList{5, 10}));
  for (CellTable* one : {&group, &difference}) suppress_cells(*one, {6, 9});
  EXPECT_FALSE(audit(group, {}, group_run()).safe);
  EXPECT_TRUE(audit(difference, {}, group_run()).safe);
  // With the 0 published, the difference is known.
  difference.cells[6].status = CellStatus::safe;
  EXPECT_FALSE(audit(difference, {}, group_run()).safe);
}

// Sums: town 1 has one respondent outside the first cell, who contributes 30.
TEST(KDisclosureRule, CountsContributorsOfSums) {
  std::size_t next = 0;
  const std::int64_t leaves[] = {100, 30, 200, 300};
  CellTable sums = filled_table({flat_dimension("town", 2), flat_dimension("branch", 2)}, false,
                                [&] { return Decimal::whole(leaves[next++]); });
  const std::int64_t behind[] = {19, 9, 10, 5, 4, 1, 14, 5, 9};
  for (const std::int64_t frequency : behind) {
    Contributors& who = sums.contributors.emplace_back();
    who.frequency = who.holdings = frequency;
    who.weighted_frequency = Decimal::whole(frequency);
  }
  CellTable checked = checked_by(sums, {"k-disclosure=3,20"});
  // Town 1 without its first branch, and the second branch without town 2, are the same respondent.
  EXPECT_EQ(sensitive_in(checked), (CellList{4, 8}));
  const std::vector<Outside> differences = outside_of(checked);
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_EQ(differences[0].value.text(), "30");
  EXPECT_EQ(differences[0].levels.upper_level.trimmed().text(), "6");
  EXPECT_EQ(differences[0].levels.lower_level.trimmed().text(), "6");
  const Suppression made = suppress(checked, {}, group_run());
  EXPECT_TRUE(made.audit.safe);
  EXPECT_LE(made.audit.outside[0].interval.lower.value(), 24);
  EXPECT_GE(made.audit.outside[0].interval.upper.value_or(36), 36);
}

}  // namespace
}  // namespace sfumato::tables
