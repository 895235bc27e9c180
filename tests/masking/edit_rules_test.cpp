// Edit rules: bounds, whole numbers, identities, and how they are written.
#include "masking/edit_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

using testing::numbers_table;

const double gap = std::nan("");

Numbers numbers_of(const Table& table, const std::string& name) {
  return table.column(table.require(name)).to_numbers();
}

Table with_domain(Table table, const std::string& name, Domain domain) {
  ColumnInfo info = table.info(table.require(name));
  info.domain = domain;
  table.set_info(table.require(name), info);
  return table;
}

TEST(KeepBounds, UsesTheDomainElseTheObservedRange) {
  const Table original = with_domain(numbers_table({{"x", {1, 5, 9}}, {"y", {2, 4, gap}}}), "x", {0, 10});
  Table masked = numbers_table({{"x", {-3, 10, 12}}, {"y", {1.5, 4.5, gap}}});
  const RuleResult rule_result = apply_edit_rules(original, masked, {0, 1}, {.keep_bounds = true});
  EXPECT_EQ(numbers_of(masked, "x"), (Numbers{0, 10, 10}));
  EXPECT_EQ(numbers_of(masked, "y")[0], 2.0);
  EXPECT_EQ(numbers_of(masked, "y")[1], 4.0);
  EXPECT_TRUE(std::isnan(numbers_of(masked, "y")[2]));
  EXPECT_EQ(rule_result.details.at("bounds").at("x").at("violations").as_integer(), 2);
  EXPECT_EQ(rule_result.details.at("bounds").at("y").at("violations").as_integer(), 2);
  ASSERT_EQ(rule_result.warnings.size(), 1U);  // that the range of y can be seen
  EXPECT_NE(rule_result.warnings[0].text.find("'y'"), std::string::npos);
}

TEST(KeepBounds, ADeclaredDomainIsCheckedEvenWhereNothingIsRepaired) {
  const Table original = with_domain(numbers_table({{"x", {1, 5, 9}}}), "x", {0, 10});
  Table masked = numbers_table({{"x", {-3, 10, 12}}});
  const RuleResult rule_result = apply_edit_rules(original, masked, {0}, {});
  EXPECT_EQ(numbers_of(masked, "x"), (Numbers{-3, 10, 12}));
  EXPECT_EQ(rule_result.details.at("bounds").at("x").at("violations").as_integer(), 2);
  EXPECT_FALSE(rule_result.details.at("bounds").at("x").at("mended").as_bool());
  EXPECT_EQ(rule_result.warnings.size(), 1U);
}

TEST(KeepIntegers, RoundsColumnsThatWereWhole) {
  ColumnInfo x, y;
  x.name = "x";
  x.domain = Domain{0.5, 10.5};
  y.name = "y";
  const Table original({x, y}, {Integers{{1, 5, 9, 0}, {0, 0, 0, 1}}, Numbers{1.5, 2, 3, 4}});
  Table masked({x, y}, {Numbers{0.2, 4.5, 10.4, gap}, Numbers{1.25, 2, 3, 4}});
  const RuleResult rule_result =
      apply_edit_rules(original, masked, {0, 1}, {.keep_bounds = true, .keep_integers = true});
  const Integers* whole = masked.column(0).get_if<Integers>();
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->values[0], 1);  // 0.2 into [0.5, 10.5], and to the whole number inside
  EXPECT_EQ(whole->values[1], 4);  // halves to even
  EXPECT_EQ(whole->values[2], 10);
  EXPECT_EQ(whole->missing, (std::vector<std::uint8_t>{0, 0, 0, 1}));
  EXPECT_NE(masked.column(1).get_if<Numbers>(), nullptr);
  EXPECT_EQ(rule_result.details.at("integers").as_object().size(), 1U);
}

TEST(EditRules, LeaveAloneWhatBecameCategories) {
  const Table original =
      with_domain(numbers_table({{"x", {20, 30}}, {"y", {1, 2}}, {"t", {21, 32}}}), "x", {19, 50});
  Table masked = original;
  const Codes labels{{0, 1}, {"[20, 25)", "[30, 35)"}};
  masked.replace(0, labels);
  ColumnInfo info = original.info(0);
  info.kind = Kind::ordinal;
  masked.set_info(0, info);
  const RuleResult rule_result =
      apply_edit_rules(original, masked, {0, 1}, {.keep_bounds = true, .keep_integers = true});
  EXPECT_EQ(masked.column(0), Column(labels));
  EXPECT_EQ(rule_result.details.at("bounds").find("x"), nullptr);
  EXPECT_TRUE(apply_edit_rules(original, masked, {0}, {}).warnings.empty());
  EditRules rules;
  rules.derive.push_back(parse_derivation("t=x+y", original));
  EXPECT_THROW(apply_edit_rules(original, masked, {0, 1}, rules), Error);
}

TEST(Derive, MakesTotalsAddUp) {
  const Table original = numbers_table({{"total", {3, 9, 7, 5}}, {"a", {1, 4, 3, 2}}, {"b", {2, 4, 4, 3}}});
  Table masked = numbers_table({{"total", {3, 9, 7, 5}}, {"a", {1.5, 4, gap, 2}}, {"b", {2, 5, 4, 3}}});
  const RuleResult rule_result =
      apply_edit_rules(original, masked, {1, 2}, {.derive = {parse_derivation("total=a+b", original)}});
  const Numbers totals = numbers_of(masked, "total");
  EXPECT_EQ(totals[0], 3.5);
  EXPECT_EQ(totals[1], 9.0);
  EXPECT_TRUE(std::isnan(totals[2]));
  const Value& found = rule_result.details.at("derived").at("total");
  EXPECT_EQ(found.at("violations").as_integer(), 1);
  EXPECT_EQ(found.at("in_original").as_integer(), 1);  // 4 + 4 is not 9
}

TEST(Derive, HoldsOverRandomDataAndRules) {
  Rng rng({8, 8});
  for (int trial = 0; trial < 50; ++trial) {
    const Table original = testing::incomes(40, static_cast<std::uint64_t>(trial));
    Table masked =
        testing::mask(original, "additive-noise", {{"amount", 1}}, static_cast<std::uint64_t>(trial))
            .tables[0];
    const char* rule = rng.chance(0.5) ? "savings=income-tax" : "savings=-tax+income+size";
    const Derivation derivation = parse_derivation(rule, original);
    apply_edit_rules(original, masked, {0, 1, 3},
                     {.keep_bounds = true, .keep_integers = true, .derive = {derivation}});
    const Numbers income = numbers_of(masked, "income"), tax = numbers_of(masked, "tax");
    const Numbers size = numbers_of(masked, "size"), savings = numbers_of(masked, "savings");
    for (std::size_t i = 0; i < 40; ++i) {
      const double with_size = derivation.terms.size() == 3 ? size[i] : 0.0;
      EXPECT_DOUBLE_EQ(savings[i], -tax[i] + income[i] + with_size);
      EXPECT_GE(income[i], 0.0);
    }
  }
}

TEST(Derive, ReadsNamesWithSignsInThem) {
  const Table table = numbers_table({{"t", {}}, {"a", {}}, {"a-b", {}}, {"b", {}}, {"a+b", {}}});
  const auto columns = [&](const char* typed) {
    std::vector<std::pair<double, std::string>> terms;
    for (const auto& term : parse_derivation(typed, table).terms) {
      terms.emplace_back(term.sign, table.info(term.column).name);
    }
    return terms;
  };
  using Terms = std::vector<std::pair<double, std::string>>;
  EXPECT_EQ(columns("t=a-b"), (Terms{{1.0, "a-b"}}));
  EXPECT_EQ(columns("t=b-a"), (Terms{{1.0, "b"}, {-1.0, "a"}}));
  EXPECT_EQ(columns("t=-b+a-b-a"), (Terms{{-1.0, "b"}, {1.0, "a-b"}, {-1.0, "a"}}));
  // For a rule that cannot be parsed, not all ways to split it are tried.
  std::string hostile = "t=a+b";
  for (int i = 0; i < 500; ++i) hostile += "+a+b";
  EXPECT_THROW(parse_derivation(hostile + "+z", table), Error);
}

TEST(Derive, RefusesWhatItCannotCompute) {
  ColumnInfo town;
  town.name = "town";
  town.kind = Kind::nominal;
  ColumnInfo x, y;
  x.name = "x";
  y.name = "y";
  const Table table({town, x, y}, {Codes{{0}, {"Reus"}}, Numbers{1}, Numbers{2}});
  for (const char* wrong :
       {"", "x", "x=", "=y", "x=x+y", "x=y+", "x=+y", "x=y+town", "town=x+y", "z=x+y", "x=y*y", "x=y y"}) {
    EXPECT_THROW(parse_derivation(wrong, table), Error) << wrong;
  }
  const Derivation first = parse_derivation("x=y", table), second = parse_derivation("y=x", table);
  EXPECT_THROW(without_derived({1, 2}, {first, first}, table), Error);
  EXPECT_THROW(without_derived({1, 2}, {first, second}, table), Error);  // x needs y before it is there
  EXPECT_EQ(without_derived({1, 2}, {first}, table), ColumnSet{2});
}

}  // namespace
}  // namespace sfumato::masking
