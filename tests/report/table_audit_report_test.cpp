// The report of `table audit`: intervals and required intervals, unsafe cells first, with reasons.
#include "report/table_audit_report.hpp"

#include <gtest/gtest.h>

#include "report/json.hpp"
#include "report/text.hpp"

namespace sfumato::report {
namespace {

using tables::Audit;
using tables::AuditedCell;
using tables::CellStatus;
using tables::CellTable;
using tables::Decimal;

// Total = 10 + 20 + 30, of which the first two parts are sensitive.
CellTable small() {
  CellTable table;
  for (const int value : {60, 10, 20, 30}) {
    table.cells.emplace_back();
    table.cells.back().value = Decimal::whole(value);
  }
  table.cells[1].status = CellStatus::primary;
  table.cells[2].status = CellStatus::primary;
  table.relations.add(Decimal(), std::vector<tables::Term>{{0, -1}, {1, 1}, {2, 1}, {3, 1}});
  return table;
}

Audit audit_of() {
  Audit audit;
  audit.safe = false;
  audit.suppressed = 2;
  AuditedCell open;
  open.cell = 1;
  open.interval = {0.0, std::nullopt};
  open.need_lower = 8;
  open.need_upper = 12;
  open.safe = true;
  AuditedCell known;
  known.cell = 2;
  known.interval = {20.0, 20.0};
  known.need_lower = 15;
  known.need_upper = 25;
  known.need_width = 7.5;
  known.revealing = {0};
  audit.cells = {open, known};
  return audit;
}

TEST(TableAuditReport, HasTheDocumentedTree) {
  const Report report = table_audit_report(small(), audit_of());
  const Value& document = report.document;
  EXPECT_FALSE(document.at("safe").as_bool());
  EXPECT_EQ(document.at("suppressed").as_integer(), 2);
  const Value::Array& cells = document.at("cells").as_array();
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].at("cell").as_integer(), 1);  // in the table's order
  EXPECT_EQ(cells[0].at("value"), Value(10));
  EXPECT_EQ(cells[0].at("lower"), Value(0.0));
  EXPECT_TRUE(cells[0].at("upper").is_null());
  EXPECT_TRUE(cells[0].at("insider").is_null());
  EXPECT_TRUE(cells[0].at("revealing").as_array().empty());
  EXPECT_TRUE(cells[0].at("safe").as_bool());
  EXPECT_EQ(cells[1].at("need_lower"), Value(15.0));
  EXPECT_EQ(cells[1].at("need_upper"), Value(25.0));
  EXPECT_EQ(cells[1].at("need_width"), Value(7.5));
  EXPECT_EQ(cells[1].at("revealing"), Value::array_of({"cell 0 = cell 1 + cell 2 + cell 3"}));
  EXPECT_NE(json_document(report).find("\"safe\""), std::string::npos);
}

TEST(TableAuditReport, ShowsUnsafeCellsFirstAndWhy) {
  const std::string text = text_document(table_audit_report(small(), audit_of(), {"a note"}), {});
  EXPECT_NE(text.find("UNSAFE: 1 of 2 sensitive cells"), std::string::npos) << text;
  EXPECT_LT(text.find("20 to 20"), text.find("0 to no bound")) << text;
  EXPECT_NE(text.find("15 to 25, width 7.5"), std::string::npos) << text;
  EXPECT_NE(text.find("An outside attacker knows the value exactly."), std::string::npos) << text;
  EXPECT_NE(text.find("Revealed by cell 0 = cell 1 + cell 2 + cell 3."), std::string::npos) << text;
}

TEST(TableAuditReport, ReportsWhatAnInsiderKnows) {
  Audit audit = audit_of();
  audit.cells[1].interval = {0.0, 30.0};
  audit.cells[1].insider =
      tables::InsiderView{.contributor = 4711, .own_cells = {1}, .interval = {19.0, 21.0}};
  const Report report = table_audit_report(small(), audit);
  const Value& insider = report.document.at("cells").as_array()[1].at("insider");
  EXPECT_EQ(insider.at("lower"), Value(19.0));
  EXPECT_EQ(insider.at("own_cells").as_array().size(), 1U);
  const std::string text = text_document(report, {});
  EXPECT_NE(text.find("The only contributor to cell 1 knows that it is in 19 to 21."), std::string::npos)
      << text;
  // The insider must not be identified.
  EXPECT_EQ((text + json_document(report)).find("4711"), std::string::npos);
}

TEST(TableAuditReport, ReportsWhenAllIsSafeOrNothingIsSensitive) {
  Audit audit = audit_of();
  audit.safe = true;
  audit.cells.pop_back();
  EXPECT_NE(text_document(table_audit_report(small(), audit), {}).find("SAFE: "), std::string::npos);
  EXPECT_EQ(text_document(table_audit_report(small(), audit), {}).find("Why"), std::string::npos);
  EXPECT_NE(text_document(table_audit_report(small(), audit), {})
                .find("SAFE: the sensitive cell is protected as its levels require."),
            std::string::npos);
  // A rounded or perturbed table names no rules: the audit must not look like a proof.
  const Report unknown = table_audit_report(small(), Audit());
  EXPECT_FALSE(unknown.document.at("audited").as_bool());
  EXPECT_EQ(text_document(unknown, {}).find("Not audited: "), 0U);
  CellTable ruled = small();
  ruled.rules = {"group=3"};
  const Report nothing = table_audit_report(ruled, Audit());
  EXPECT_TRUE(nothing.document.at("safe").as_bool());
  EXPECT_TRUE(nothing.document.at("audited").as_bool());
  EXPECT_NE(text_document(nothing, {}).find("No cell of the table is sensitive by its rules (group=3)"),
            std::string::npos);
}

TEST(TableAuditReport, CutsTheTextAndNotTheDocument) {
  const Report report = table_audit_report(small(), audit_of(), {}, 1);
  EXPECT_EQ(report.document.at("cells").as_array().size(), 2U);
  EXPECT_NE(text_document(report, {}).find("and 1 more"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
