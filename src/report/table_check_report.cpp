// One pass over the cells makes the document; the text shows its first cells.
#include "report/table_check_report.hpp"

#include <algorithm>

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

// What must be possible outside the cell, where only that is required.
std::string outside_text(std::size_t cell, const std::vector<tables::Outside>& differences) {
  tables::Decimal most;
  bool found = false;
  for (const tables::Outside& one : differences) {
    if (one.cell != cell) continue;
    found = true;
    if (!one.levels.upper_level.is_zero()) most = std::max(most, one.value + one.levels.upper_level);
  }
  if (!found) return "";
  return most.is_zero() ? "rest not known" : most.text() + " outside";
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

// Margins of which too few are outside the cell, and how many must be possible there.
Value outside_value(const CellTable& table, std::size_t cell,
                    const std::vector<tables::Outside>& differences) {
  Value list = Value::array();
  for (const tables::Outside& one : differences) {
    if (one.cell != cell) continue;
    Value value = Value::object();
    list.push(value.set("margin", one.margin)
                  .set("name", tables::cell_name(table, one.margin))
                  .set("rule", table.rules[one.rule])
                  .set("value", number_value(one.value))
                  .set("need_lower", number_value(one.value - one.levels.lower_level))
                  .set("need_upper", number_value(one.value + one.levels.upper_level)));
  }
  return list;
}

Value cell_value(const CellTable& table, std::size_t cell, const tables::AttackWords& attacks,
                 const std::vector<tables::Outside>& differences) {
  const Cell& about = table.cells[cell];
  Value value = Value::object();
  value.set("cell", cell)
      .set("name", tables::cell_name(table, cell))
      .set("value", number_value(about.value))
      .set("rules", Value::array_of(rules_that_hit(table, cell)))
      .set("lower_level", number_value(about.lower_level))
      .set("upper_level", number_value(about.upper_level))
      .set("attacks", attacks_value(attacks));
  if (Value outside = outside_value(table, cell, differences); !outside.as_array().empty()) {
    value.set("outside", std::move(outside));
  }
  return value;
}

std::vector<std::string> row(const CellTable& table, std::size_t cell, const tables::AttackWords& attacks,
                             const std::vector<tables::Outside>& differences) {
  const std::vector<std::string> rules = rules_that_hit(table, cell);
  const Cell& about = table.cells[cell];
  const std::string outside = outside_text(cell, differences);
  const bool levels = outside.empty() || !about.lower_level.is_zero() || !about.upper_level.is_zero();
  return {tables::cell_name(table, cell), about.value.text(),
          rules.empty() ? "the file's own" : joined(rules, "; "), levels ? levels_text(about) : outside,
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
  const std::vector<tables::Outside> differences = tables::outside_of(table);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].status != CellStatus::primary) continue;
    const tables::AttackWords attacks = tables::attacks_on(table, cell, differences);
    list.push(cell_value(table, cell, attacks, differences));
    if (cells.rows.size() >= most_shown) continue;
    cells.rows.push_back(row(table, cell, attacks, differences));
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
