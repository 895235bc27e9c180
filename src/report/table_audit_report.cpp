// The text shows unsafe cells first and explains each; the tree keeps the table's order.
#include "report/table_audit_report.hpp"

#include <algorithm>
#include <utility>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/cell_table.hpp"

namespace sfumato::report {
namespace {

using tables::Audit;
using tables::AuditedCell;
using tables::CellTable;
using tables::Interval;

constexpr int interval_digits = 10;
constexpr std::size_t most_parts = 6;  // named of one relation, and cells of one insider

Value bound_value(const std::optional<double>& bound) { return bound ? Value(*bound) : Value(); }

Value insider_value(const tables::InsiderView& insider) {
  Value cells = Value::array();
  for (const std::size_t cell : insider.own_cells) cells.push(cell);
  Value value = Value::object();
  value.set("own_cells", cells)
      .set("lower", bound_value(insider.interval.lower))
      .set("upper", bound_value(insider.interval.upper));
  return value;
}

Value audited_value(const CellTable& table, const AuditedCell& audited) {
  Value revealing = Value::array();
  for (const std::size_t relation : audited.revealing) revealing.push(tables::relation_name(table, relation));
  Value value = Value::object();
  value.set("cell", audited.cell)
      .set("name", tables::cell_name(table, audited.cell))
      .set("value", number_value(table.cells[audited.cell].value))
      .set("lower", bound_value(audited.interval.lower))
      .set("upper", bound_value(audited.interval.upper))
      .set("need_lower", audited.need_lower)
      .set("need_upper", audited.need_upper)
      .set("need_width", audited.need_width)
      .set("safe", audited.safe)
      .set("insider", audited.insider ? insider_value(*audited.insider) : Value())
      .set("revealing", revealing);
  return value;
}

std::string interval_text(const Interval& interval) {
  const std::string lower = interval.lower ? rounded(*interval.lower, interval_digits) : "no bound";
  const std::string upper = interval.upper ? rounded(*interval.upper, interval_digits) : "no bound";
  return lower + " to " + upper;
}

std::string need_text(const AuditedCell& audited) {
  const std::string text = interval_text({audited.need_lower, audited.need_upper});
  return audited.need_width > 0 ? text + ", width " + rounded(audited.need_width, interval_digits) : text;
}

std::vector<std::string> row(const CellTable& table, const AuditedCell& audited) {
  return {tables::cell_name(table, audited.cell), table.cells[audited.cell].value.text(),
          interval_text(audited.interval), need_text(audited), audited.safe ? "safe" : "UNSAFE"};
}

std::string some_of(const std::vector<std::string>& names) {
  return first_joined(names, most_parts, "; ", "; and ");
}

// An interval that is a single point reveals the value.
std::string knowledge(const Interval& interval) {
  if (interval.lower && interval.upper && rounded(*interval.lower) == rounded(*interval.upper))
    return "knows the value exactly";
  return "knows that it is in " + interval_text(interval);
}

std::string reason(const CellTable& table, const AuditedCell& audited) {
  std::string text = audited.insider ? "" : "An outside attacker " + knowledge(audited.interval) + ".";
  if (audited.insider) {
    std::vector<std::string> own;
    for (const std::size_t cell : audited.insider->own_cells) own.push_back(tables::cell_name(table, cell));
    text = "The only contributor to " + some_of(own) + " " + knowledge(audited.insider->interval) + ".";
  }
  std::vector<std::string> relations;
  for (const std::size_t relation : audited.revealing)
    relations.push_back(tables::relation_name(table, relation, most_parts));
  if (!relations.empty()) text += " Revealed by " + some_of(relations) + ".";
  return text;
}

std::string verdict(const Audit& audit, std::size_t unsafe) {
  if (audit.cells.empty()) return "No cell of the table is marked as sensitive: there is nothing to audit.";
  const std::string all =
      std::to_string(audit.cells.size()) + (audit.cells.size() == 1 ? " sensitive cell" : " sensitive cells");
  if (unsafe == 0) return "SAFE: the " + all + " are protected as their levels require.";
  return "UNSAFE: " + std::to_string(unsafe) + " of " + all +
         " can be estimated more closely than the levels allow.";
}

}  // namespace

Value audit_value(const CellTable& table, const Audit& audit) {
  Value cells = Value::array();
  for (const AuditedCell& audited : audit.cells) cells.push(audited_value(table, audited));
  Value value = Value::object();
  value.set("safe", audit.safe).set("suppressed", audit.suppressed).set("cells", std::move(cells));
  return value;
}

Report table_audit_report(const CellTable& table, const Audit& audit, std::vector<std::string> notes,
                          std::size_t most_shown) {
  std::vector<const AuditedCell*> order;
  for (const AuditedCell& audited : audit.cells) order.push_back(&audited);
  const auto middle = std::stable_partition(order.begin(), order.end(),
                                            [](const AuditedCell* audited) { return !audited->safe; });
  const auto unsafe = static_cast<std::size_t>(middle - order.begin());
  const std::size_t shown = std::min(order.size(), most_shown);
  TableBlock rows{{{"cell"},
                   {"value", Align::right},
                   {"attacker's interval", Align::right},
                   {"must reach", Align::right},
                   {""}},
                  {}};
  for (std::size_t i = 0; i < shown; ++i) rows.rows.push_back(row(table, *order[i]));
  KeyValues reasons;
  for (std::size_t i = 0; i < std::min(unsafe, shown); ++i)
    reasons.entries.emplace_back(tables::cell_name(table, order[i]->cell), reason(table, *order[i]));
  Report report;
  report.document = audit_value(table, audit);
  report.warnings = std::move(notes);
  report.blocks.emplace_back(Paragraph{verdict(audit, unsafe)});
  report.blocks.emplace_back(KeyValues{{{"cells", std::to_string(table.cells.size())},
                                        {"suppressed", std::to_string(audit.suppressed)},
                                        {"sensitive", std::to_string(audit.cells.size())}}});
  if (order.empty()) return report;
  append_grids(report, table);
  report.blocks.emplace_back(Heading{"What an attacker learns", 2});
  report.blocks.emplace_back(std::move(rows));
  if (order.size() > shown)
    report.blocks.emplace_back(Paragraph{"and " + std::to_string(order.size() - shown) + " more"});
  if (unsafe == 0) return report;
  report.blocks.emplace_back(Heading{"Why", 2});
  report.blocks.emplace_back(std::move(reasons));
  return report;
}

}  // namespace sfumato::report
