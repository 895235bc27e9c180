#include "report/table_batch_report.hpp"

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

using jobs::BatchTable;

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value table_value(const BatchTable& table) {
  Value value = Value::object();
  value.set("session", table.session)
      .set("table", table.number)
      .set("line", table.line)
      .set("title", table.title)
      .set("cells", table.cells)
      .set("sensitive", table.sensitive)
      .set("linked", table.linked)
      .set("protection", text_or_null(table.protection))
      .set("algorithm", text_or_null(table.algorithm))
      .set("status", text_or_null(table.status))
      .set("secondary", table.secondary)
      .set("cost", table.cost ? Value(*table.cost) : Value())
      .set("safe", table.safe)
      .set("unsafe_cells", Value::array_of(table.unsafe_cells))
      .set("files", Value::array_of(table.files))
      .set("not_written", Value::array_of(table.refused));
  return value;
}

std::string protection_text(const BatchTable& table) {
  if (table.protection.empty()) return "none";
  const std::string name = table.algorithm.empty() ? table.protection : table.algorithm;
  return name + (table.linked ? ", linked" : "");
}

// Where there is one <CLEAR> at least, a table's number says which session it is of: "2.1".
std::string number_text(const BatchTable& table, bool sessions) {
  return (sessions ? std::to_string(table.session) + "." : "") + std::to_string(table.number);
}

TableBlock tables_block(const jobs::TableBatchResult& result, bool sessions) {
  TableBlock block{{{"table"},
                    {"what it shows"},
                    {"cells", Align::right},
                    {"sensitive", Align::right},
                    {"protection"},
                    {"secondary", Align::right},
                    {"cost", Align::right},
                    {"audit"}},
                   {}};
  for (const BatchTable& table : result.tables) {
    block.rows.push_back({number_text(table, sessions), table.title, std::to_string(table.cells),
                          std::to_string(table.sensitive), protection_text(table),
                          std::to_string(table.secondary), table.cost ? rounded(*table.cost, 6) : "",
                          table.safe ? "SAFE" : "UNSAFE"});
  }
  return block;
}

void add_unsafe(Report& report, const BatchTable& table, bool sessions) {
  if (table.safe) return;
  std::string text = "Table " + number_text(table, sessions) + " is not safe";
  if (table.status == "not found") text += ": no table was found that keeps the levels";
  if (!table.unsafe_cells.empty()) text += ": " + joined(table.unsafe_cells, "; ");
  text += ".";
  if (!table.refused.empty()) text += " Not written: " + joined(table.refused) + ".";
  report.blocks.emplace_back(Paragraph{text});
}

}  // namespace

Report job_report(const jobs::TableBatchResult& result) {
  Report report;
  Value tables = Value::array();
  std::vector<std::string> files;
  bool sessions = false;
  for (const BatchTable& table : result.tables) {
    tables.push(table_value(table));
    files.insert(files.end(), table.files.begin(), table.files.end());
    sessions = sessions || table.session > 1;
  }
  files.insert(files.end(), result.further_files.begin(), result.further_files.end());
  report.document.set("source", result.source)
      .set("done", result.done())
      .set("tables", std::move(tables))
      .set("files", Value::array_of(files));
  report.warnings = result.notes;
  report.blocks.emplace_back(tables_block(result, sessions));
  for (const BatchTable& table : result.tables) add_unsafe(report, table, sessions);
  report.blocks.emplace_back(
      Paragraph{files.empty() ? "Nothing was written." : "Written: " + joined(files) + "."});
  return report;
}

}  // namespace sfumato::report
