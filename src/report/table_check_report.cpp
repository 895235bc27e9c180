// One pass over the cells makes the document; the text shows its first cells.
#include "report/table_check_report.hpp"

#include "core/text_list.hpp"
#include "report/cell_table.hpp"
#include "tables/rules/attack_words.hpp"

namespace sfumato::report {
namespace {

using tables::Cell;
using tables::CellStatus;
using tables::CellTable;

std::vector<std::string> rules_that_hit(const CellTable& table, std::size_t cell) {
  std::vector<std::string> rules;
  if (cell >= table.hits.size()) return rules;
  for (std::size_t r = 0; r < table.rules.size() && r < 64; ++r) {
    if ((table.hits[cell] >> r & 1U) != 0) rules.push_back(table.rules[r]);
  }
  return rules;
}

std::string levels_text(const Cell& cell) {
  if (cell.lower_level == cell.upper_level) return "±" + cell.upper_level.text();
  return "-" + cell.lower_level.text() + " +" + cell.upper_level.text();
}

std::string attacks_text(const tables::AttackWords& attacks) {
  std::vector<std::string> kinds;
  if (attacks.external) kinds.emplace_back("external");
  if (attacks.internal) kinds.emplace_back("internal");
  if (attacks.dominance) kinds.emplace_back("dominance");
  return joined(kinds);
}

Value attacks_value(const tables::AttackWords& attacks) {
  Value value = Value::object();
  value.set("external", attacks.external)
      .set("internal", attacks.internal)
      .set("dominance", attacks.dominance)
      .set("sentences", Value::array_of(attacks.sentences));
  return value;
}

Value cell_value(const CellTable& table, std::size_t cell, const tables::AttackWords& attacks) {
  const Cell& about = table.cells[cell];
  Value value = Value::object();
  value.set("cell", cell)
      .set("name", tables::cell_name(table, cell))
      .set("value", number_value(about.value))
      .set("rules", Value::array_of(rules_that_hit(table, cell)))
      .set("lower_level", number_value(about.lower_level))
      .set("upper_level", number_value(about.upper_level))
      .set("attacks", attacks_value(attacks));
  return value;
}

std::vector<std::string> row(const CellTable& table, std::size_t cell, const tables::AttackWords& attacks) {
  const std::vector<std::string> rules = rules_that_hit(table, cell);
  return {tables::cell_name(table, cell), table.cells[cell].value.text(),
          rules.empty() ? "the file's own" : joined(rules, "; "), levels_text(table.cells[cell]),
          attacks_text(attacks)};
}

Value rules_value(const CellTable& table, TableBlock& block) {
  Value list = Value::array();
  for (std::size_t r = 0; r < table.rules.size() && r < 64; ++r) {
    std::size_t cells = 0;
    for (const std::uint64_t hits : table.hits) cells += hits >> r & 1U;
    Value entry = Value::object();
    entry.set("rule", table.rules[r]).set("cells", cells);
    list.push(entry);
    block.rows.push_back({table.rules[r], std::to_string(cells)});
  }
  return list;
}

std::string verdict(std::size_t unsafe, std::size_t all) {
  if (unsafe == 0) return "None of the " + std::to_string(all) + " cells is sensitive.";
  return std::to_string(unsafe) + " of " + std::to_string(all) + (unsafe == 1 ? " cells is" : " cells are") +
         " sensitive: publishing " + (unsafe == 1 ? "it" : "them") + " would disclose contributors.";
}

}  // namespace

Value number_value(const tables::Decimal& number) {
  if (const auto whole = number.units_at(0)) return *whole;
  return number.number();
}

Report table_check_report(const tables::CheckedTable& checked, std::size_t most_shown) {
  const CellTable& table = checked.table;
  TableBlock cells{{{"cell"}, {"value", Align::right}, {"rule"}, {"levels", Align::right}, {"attacks"}}, {}};
  KeyValues words;
  Value list = Value::array();
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].status != CellStatus::primary) continue;
    const tables::AttackWords attacks = tables::attacks_on(table, cell);
    list.push(cell_value(table, cell, attacks));
    if (cells.rows.size() >= most_shown) continue;
    cells.rows.push_back(row(table, cell, attacks));
    words.entries.emplace_back(tables::cell_name(table, cell), joined(attacks.sentences, " "));
  }
  const std::size_t unsafe = list.as_array().size();
  const std::size_t shown = cells.rows.size();
  TableBlock rules{{{"rule"}, {"cells", Align::right}}, {}};
  Report report;
  report.document.set("unsafe", unsafe).set("rules", rules_value(table, rules)).set("cells", std::move(list));
  report.warnings = checked.notes;
  report.blocks.emplace_back(Paragraph{verdict(unsafe, table.cells.size())});
  if (!rules.rows.empty()) report.blocks.emplace_back(std::move(rules));
  if (unsafe == 0) return report;
  append_grids(report, table);
  report.blocks.emplace_back(Heading{"The sensitive cells", 2});
  report.blocks.emplace_back(std::move(cells));
  if (unsafe > shown)
    report.blocks.emplace_back(Paragraph{"and " + std::to_string(unsafe - shown) + " more"});
  report.blocks.emplace_back(Heading{"What they would disclose", 2});
  report.blocks.emplace_back(std::move(words));
  return report;
}

}  // namespace sfumato::report
