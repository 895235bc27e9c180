// Which texts begin like formulas, and that quoting them can be undone exactly.
#include "io/formula_cells.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/error.hpp"
#include "core/rng.hpp"

namespace sfumato::io {
namespace {

TEST(FormulaCells, BeginWithTheCharactersOfOwaspAndAreNotNumbers) {
  for (const char* formula : {"=1+1", "=HYPERLINK(\"http://x\")", "+A1", "-A1", "-2+3", "@SUM(A1)", "\t=1",
                              "\r=1", "\n=1", "-", "+", "=", "--1", "+-4", "-1-2", "- 5", "-3.5%", "-inf"}) {
    EXPECT_TRUE(begins_like_formula(formula)) << formula;
    EXPECT_EQ(formula_quoted(formula), "'" + std::string(formula));
  }
  for (const char* plain :
       {"", "a", "-3.5", "+4", "-1e6", "+1.5E-3", "-3,5", "-0", "1=1", " =1", "a-b", "'x", "'-3.5", "''"}) {
    EXPECT_FALSE(begins_like_formula(plain)) << plain;
    EXPECT_EQ(formula_quoted(plain), plain);
  }
}

// Over random texts of the characters that matter: quoting is injective, undone exactly, and nothing that is
// quoted begins like a formula.
TEST(FormulaCells, QuotingCanBeUndone) {
  Rng rng(StreamKey{25, 0});
  const std::string letters = "=+-@\t\r\n'19.,ea ";
  std::map<std::string, std::string> from;
  for (int round = 0; round < 100'000; ++round) {
    std::string text;
    for (std::uint64_t i = rng.below(6); i > 0; --i) text += letters[rng.below(letters.size())];
    const std::string quoted = formula_quoted(text);
    EXPECT_FALSE(begins_like_formula(quoted)) << quoted;
    EXPECT_EQ(formula_unquoted(quoted), text);
    const auto [known, fresh] = from.emplace(quoted, text);
    EXPECT_EQ(known->second, text);
  }
  EXPECT_GT(from.size(), 10'000U);
}

Table formula_example() {
  std::vector<ColumnInfo> schema(3);
  schema[0].name = "name";
  schema[0].kind = Kind::nominal;
  schema[0].categories = {"=1", "b", "'=1"};
  schema[1].name = "change";
  schema[2].name = "@code";
  schema[2].kind = Kind::nominal;
  return {schema,
          {Codes{{0, 1, 2, 0, Codes::missing}, {"=1", "b", "'=1", "=unused"}}, Numbers{-1.5, -2, 3, 4, 5},
           Codes{{0, 0, 0, 0, 0}, {"-3.5"}}}};
}

TEST(FormulaCells, AreCountedByColumnWithoutTheirValues) {
  const std::vector<FormulaCells> found = formula_cells(formula_example());
  EXPECT_EQ(found, (std::vector<FormulaCells>{{"name", 2}, {"@code", 1}}));
  const std::vector<std::string> warnings = formula_warnings(found);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("'name' (2), '@code' (1)"), std::string::npos) << warnings[0];
  EXPECT_EQ(warnings[0].find("=1"), std::string::npos);
  EXPECT_TRUE(formula_warnings({}).empty());
}

TEST(FormulaCells, TablesAreQuotedWithTheirCategories) {
  EXPECT_THROW(with_formulas_quoted(formula_example()), Error);  // a name would need to change
  const Table original = formula_example().taking_columns({0, 1});
  const Table quoted = with_formulas_quoted(original);
  EXPECT_EQ(quoted.column(0).text(0), "'=1");
  EXPECT_EQ(quoted.column(0).text(2), "''=1");
  EXPECT_EQ(quoted.info(0).categories, (std::vector<std::string>{"'=1", "b", "''=1"}));
  EXPECT_TRUE(formula_cells(quoted).empty());
  const Table back = with_formulas_unquoted(quoted);
  EXPECT_EQ(back.info(0), original.info(0));
  for (std::size_t row = 0; row < 5; ++row) EXPECT_EQ(back.column(0).text(row), original.column(0).text(row));
  EXPECT_EQ(formula_example().column(0).text(0), "=1");
}

TEST(FormulaCells, AreKeptOrQuoted) {
  EXPECT_EQ(parse_formulas("keep"), Formulas::keep);
  EXPECT_EQ(parse_formulas("quote"), Formulas::quote);
  EXPECT_THROW(parse_formulas("drop"), Error);
}

}  // namespace
}  // namespace sfumato::io
