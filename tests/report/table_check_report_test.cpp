// The report of `table check`: the document has every sensitive cell, the text the first of them.
#include "report/table_check_report.hpp"

#include <gtest/gtest.h>

#include "report/json.hpp"
#include "report/text.hpp"
#include "tables/rules_cells.hpp"

namespace sfumato::report {
namespace {

using sfumato::testing::rules;
using sfumato::testing::table_of;

tables::CheckedTable checked() {
  return tables::apply_rules(
      table_of({{{"5.50"}, {"4.50"}}, {{"9"}, {"9"}, {"9"}}, {{"90"}, {"4"}, {"3"}, {"3"}}}),
      rules({"p-percent=15", "dominance=1,85"}));
}

TEST(TableCheckReport, ListsCellsRulesLevelsAndAttacks) {
  const Report report = table_check_report(checked());
  const Value& document = report.document;
  EXPECT_EQ(document.at("unsafe").as_integer(), 2);
  ASSERT_EQ(document.at("rules").as_array().size(), 2U);
  EXPECT_EQ(document.at("rules").as_array()[0].at("rule").as_text(), "p-percent=15");
  EXPECT_EQ(document.at("rules").as_array()[0].at("cells").as_integer(), 2);
  EXPECT_EQ(document.at("rules").as_array()[1].at("cells").as_integer(), 1);
  const Value::Array& cells = document.at("cells").as_array();
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].at("cell").as_integer(), 0);
  EXPECT_EQ(cells[0].at("name").as_text(), "cell 0");
  EXPECT_EQ(cells[0].at("value"), Value(10));
  EXPECT_EQ(cells[0].at("upper_level"), Value(0.825));
  EXPECT_TRUE(cells[0].at("attacks").at("internal").as_bool());
  EXPECT_FALSE(cells[0].at("attacks").at("dominance").as_bool());
  EXPECT_EQ(cells[0].at("attacks").at("sentences").as_array().size(), 1U);
  EXPECT_EQ(cells[1].at("cell").as_integer(), 2);
  EXPECT_EQ(cells[1].at("rules"), Value::array_of({"p-percent=15", "dominance=1,85"}));
  EXPECT_EQ(cells[1].at("lower_level"), Value(7.5));
  EXPECT_TRUE(cells[1].at("attacks").at("dominance").as_bool());
  EXPECT_NE(json_document(report).find("\"unsafe\""), std::string::npos);
}

TEST(TableCheckReport, ShowsTheSameAsText) {
  const std::string text = text_document(table_check_report(checked()), {});
  EXPECT_NE(text.find("2 of 3 cells are sensitive"), std::string::npos) << text;
  EXPECT_NE(text.find("±0.825"), std::string::npos) << text;
  EXPECT_NE(text.find("p-percent=15; dominance=1,85"), std::string::npos) << text;
  EXPECT_NE(text.find("internal, dominance"), std::string::npos) << text;
  EXPECT_NE(text.find("What they would disclose"), std::string::npos) << text;
  EXPECT_NE(text.find("Dominance attack: the largest"), std::string::npos) << text;
}

TEST(TableCheckReport, CutsTheTextAndNotTheDocument) {
  const tables::CheckedTable many = tables::apply_rules(
      table_of(std::vector<std::vector<sfumato::testing::Given>>(50, {{"5"}})), rules({"p-percent=15"}));
  const Report report = table_check_report(many, 3);
  EXPECT_EQ(report.document.at("cells").as_array().size(), 50U);
  const std::string text = text_document(report, {});
  EXPECT_NE(text.find("and 47 more"), std::string::npos) << text;
  EXPECT_NE(text.find("cell 2"), std::string::npos);
  EXPECT_EQ(text.find("cell 3"), std::string::npos);
}

TEST(TableCheckReport, SaysSoWhereNothingIsSensitive) {
  const Report report =
      table_check_report(tables::apply_rules(table_of({{{"9"}, {"9"}, {"9"}}}), rules({"p-percent=15"})));
  EXPECT_EQ(report.document.at("unsafe").as_integer(), 0);
  EXPECT_TRUE(report.document.at("cells").as_array().empty());
  const std::string text = text_document(report, {});
  EXPECT_NE(text.find("None of the 1 cells is sensitive."), std::string::npos) << text;
}

TEST(TableCheckReport, NamesStatusesOfTheFile) {
  tables::CellTable table;
  table.cells.resize(2);
  table.cells[1].status = tables::CellStatus::primary;
  table.cells[1].lower_level = tables::Decimal::whole(1);
  table.cells[1].upper_level = tables::Decimal::whole(2);
  const Report report = table_check_report({table, {"a note"}});
  EXPECT_EQ(report.warnings, Warnings{"a note"});
  EXPECT_TRUE(report.document.at("cells").as_array()[0].at("rules").as_array().empty());
  const std::string text = text_document(report, {});
  EXPECT_NE(text.find("the file's own"), std::string::npos) << text;
  EXPECT_NE(text.find("-1 +2"), std::string::npos) << text;
}

}  // namespace
}  // namespace sfumato::report
