// The text shows unsafe cells first and explains each; the tree keeps the table's order.
#include "report/table_audit_report.hpp"

#include <algorithm>
#include <utility>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/cell_table.hpp"
#include "tables/rules/outside.hpp"

namespace sfumato::report {
namespace {

using tables::Audit;
using tables::AuditedCell;
using tables::AuditedOutside;
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

// Cells that are suppressed for others are audited where asked for; nothing is required of them.
bool is_sensitive(const CellTable& table, const AuditedCell& audited) {
  return table.cells[audited.cell].status == tables::CellStatus::primary;
}

std::vector<std::string> row(const CellTable& table, const AuditedCell& audited) {
  const bool sensitive = is_sensitive(table, audited);
  return {tables::cell_name(table, audited.cell), table.cells[audited.cell].value.text(),
          interval_text(audited.interval), sensitive ? need_text(audited) : "",
          !sensitive     ? "secondary"
          : audited.safe ? "safe"
                         : "UNSAFE"};
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

std::string rule_of(const CellTable& table, const AuditedOutside& one) {
  return one.rule < table.rules.size() ? table.rules[one.rule] : "";
}

Value outside_value(const CellTable& table, const AuditedOutside& one) {
  Value revealing = Value::array();
  for (const std::size_t relation : one.revealing) revealing.push(tables::relation_name(table, relation));
  Value value = Value::object();
  return value.set("cell", one.cell)
      .set("margin", one.margin)
      .set("name", tables::outside_name(table, one.cell, one.margin))
      .set("rule", rule_of(table, one))
      .set("value", one.value)
      .set("lower", bound_value(one.interval.lower))
      .set("upper", bound_value(one.interval.upper))
      .set("need_lower", one.need_lower)
      .set("need_upper", one.need_upper)
      .set("safe", one.safe)
      .set("revealing", revealing);
}

std::string outside_need(const AuditedOutside& one) {
  if (one.need_lower == one.need_upper) return "more than one value";
  if (one.need_lower == one.value) return rounded(one.need_upper, interval_digits) + " or more";
  return interval_text({one.need_lower, one.need_upper});
}

std::string outside_reason(const CellTable& table, const AuditedOutside& one) {
  std::vector<std::string> relations;
  for (const std::size_t relation : one.revealing)
    relations.push_back(tables::relation_name(table, relation, most_parts));
  const std::string text = "An outside attacker " + knowledge(one.interval) + ".";
  return relations.empty() ? text : text + " Revealed by " + some_of(relations) + ".";
}

// Without a sensitive cell: because the rules call none sensitive, or because nothing says which ones are.
std::string nothing_sensitive(const CellTable& table) {
  if (!table.rules.empty()) {
    return "No cell of the table is sensitive by its rules (" + joined(table.rules, ", ") +
           "): nothing has to be protected.";
  }
  return "Not audited: no cell of the table is marked as sensitive, and the table names no rules. A rounded, "
         "adjusted or perturbed table is published without both, so that this audit cannot know what to "
         "prove: such a table is audited when it is made, by the job that protects it, with the true values "
         "and the base or the ptable. An adjusted table can also be audited beside the true one. To find "
         "sensitive cells, apply rules to the table first.";
}

std::string verdict(const CellTable& table, const Audit& audit, std::size_t unsafe) {
  const auto sensitive = std::count_if(audit.cells.begin(), audit.cells.end(),
                                       [&](const AuditedCell& one) { return is_sensitive(table, one); });
  if (sensitive == 0) return nothing_sensitive(table);
  const std::string all =
      std::to_string(sensitive) + (sensitive == 1 ? " sensitive cell" : " sensitive cells");
  if (unsafe == 0 && sensitive == 1) {
    return "SAFE: the sensitive cell is protected as its levels require.";
  }
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
  if (audit.outside.empty()) return value;
  Value outside = Value::array();
  for (const AuditedOutside& one : audit.outside) outside.push(outside_value(table, one));
  value.set("outside", std::move(outside));
  return value;
}

void append_outside(Report& report, const CellTable& table, const Audit& audit, std::size_t most_shown) {
  if (audit.outside.empty()) return;
  std::vector<const AuditedOutside*> order;
  for (const AuditedOutside& one : audit.outside) order.push_back(&one);
  std::stable_partition(order.begin(), order.end(), [](const AuditedOutside* one) { return !one->safe; });
  TableBlock rows{{{"outside the cell"},
                   {"rule"},
                   {"value", Align::right},
                   {"attacker's interval", Align::right},
                   {"must reach", Align::right},
                   {""}},
                  {}};
  KeyValues reasons;
  for (std::size_t i = 0; i < std::min(order.size(), most_shown); ++i) {
    const AuditedOutside& one = *order[i];
    const std::string name = tables::outside_name(table, one.cell, one.margin);
    rows.rows.push_back({name, rule_of(table, one), rounded(one.value, interval_digits),
                         interval_text(one.interval), outside_need(one), one.safe ? "safe" : "UNSAFE"});
    if (!one.safe) reasons.entries.emplace_back(name, outside_reason(table, one));
  }
  report.blocks.emplace_back(Heading{"What an attacker learns of the rest of a margin", 2});
  report.blocks.emplace_back(std::move(rows));
  if (order.size() > most_shown)
    report.blocks.emplace_back(Paragraph{"and " + std::to_string(order.size() - most_shown) + " more"});
  if (!reasons.entries.empty()) report.blocks.emplace_back(std::move(reasons));
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
  // False: the table does not say what is sensitive, so that "safe" proves nothing.
  report.document.set("audited", !audit.cells.empty() || !table.rules.empty());
  report.warnings = std::move(notes);
  report.blocks.emplace_back(Paragraph{verdict(table, audit, tables::unsafe_cells(audit).size())});
  report.blocks.emplace_back(KeyValues{{{"cells", std::to_string(table.cells.size())},
                                        {"suppressed", std::to_string(audit.suppressed)},
                                        {"sensitive", std::to_string(audit.cells.size())}}});
  if (order.empty()) return report;
  append_grids(report, table);
  report.blocks.emplace_back(Heading{"What an attacker learns", 2});
  report.blocks.emplace_back(std::move(rows));
  if (order.size() > shown)
    report.blocks.emplace_back(Paragraph{"and " + std::to_string(order.size() - shown) + " more"});
  if (unsafe > 0) {
    report.blocks.emplace_back(Heading{"Why", 2});
    report.blocks.emplace_back(std::move(reasons));
  }
  append_outside(report, table, audit, most_shown);
  return report;
}

}  // namespace sfumato::report
