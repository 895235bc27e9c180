#include "report/table_adjusted_report.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "report/cell_table.hpp"

namespace sfumato::report {
namespace {

using tables::AdjustedAudit;
using tables::AdjustedSet;
using tables::AttackerSet;
using tables::CellTable;
using tables::Interval;

constexpr int set_digits = 10;

Value number_or_null(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

Value set_value(const AttackerSet& set) {
  Value own = Value::array();
  for (const std::size_t cell : set.own_cells) own.push(cell);
  Value value = Value::object();
  return value.set("attacker", tables::to_text(set.attacker))
      .set("own_cells", std::move(own))
      .set("intervals", intervals_value(set.intervals))
      .set("values", number_or_null(set.values))
      .set("two_values", set.few)
      .set("contains_value", set.contains_value)
      .set("closest", number_or_null(set.closest))
      .set("closest_of_need", number_or_null(set.closest_of_need))
      .set("near_width_of_need", number_or_null(set.near_of_need))
      .set("spans", set.spans)
      .set("safe", set.safe);
}

Value cell_value(const CellTable& table, const AdjustedSet& one) {
  Value value = Value::object();
  return value.set("cell", one.cell)
      .set("name", tables::cell_name(table, one.cell))
      .set("value", number_value(one.value))
      .set("published", number_value(one.published))
      .set("need_lower", one.need_lower.number())
      .set("need_upper", one.need_upper.number())
      .set("moved_further", one.beyond)
      .set("attacker_set", set_value(one.set))
      .set("safe", one.safe);
}

Value audit_document(const CellTable& table, const AdjustedAudit& audit) {
  Value cells = Value::array();
  for (const AdjustedSet& one : audit.cells) cells.push(cell_value(table, one));
  Value levels = Value::object();
  levels.set("low", audit.levels.low.number()).set("high", audit.levels.high.number());
  Value document = Value::object();
  return document.set("safe", audit.safe)
      .set("levels", std::move(levels))
      .set("two_values", audit.few)
      .set("spanning", audit.spans)
      .set("moved_further", audit.beyond)
      .set("wider", audit.wider)
      .set("cells", std::move(cells));
}

std::string set_text(const AttackerSet& set) {
  std::string text;
  for (const Interval& one : set.intervals) {
    const std::string lower = one.lower ? rounded(*one.lower, set_digits) : "no bound";
    const std::string upper = one.upper ? rounded(*one.upper, set_digits) : "no bound";
    text += (text.empty() ? "" : ", or ") + (lower == upper ? lower : lower + " to " + upper);
  }
  return text.empty() ? "no value fits" : text;
}

std::string who_text(const AttackerSet& set) {
  if (set.attacker == tables::CellAttacker::outsider) return "outsider";
  return set.own_cells.empty() ? "contributor to the cell" : "contributor";
}

std::string width_text(const AttackerSet& set) {
  return set.near_of_need ? rounded(100 * *set.near_of_need, 3) + " %" : "–";
}

std::vector<std::string> row(const CellTable& table, const AdjustedSet& one) {
  return {tables::cell_name(table, one.cell),
          one.value.text(),
          one.published.text(),
          set_text(one.set),
          width_text(one.set),
          who_text(one.set),
          one.safe ? "safe" : "UNSAFE"};
}

std::string verdict(const AdjustedAudit& audit, std::size_t unsafe) {
  if (audit.cells.empty()) {
    return "Not audited: no cell of the true table is marked as sensitive. Apply rules to it first.";
  }
  const std::string all =
      std::to_string(audit.cells.size()) + (audit.cells.size() == 1 ? " sensitive cell" : " sensitive cells");
  if (unsafe == 0) {
    return "SAFE: what an attacker computes for the " + all +
           " is as uncertain as the levels require, even if the direction of each change is guessed right.";
  }
  return "UNSAFE: for " + std::to_string(unsafe) + " of " + all +
         " an attacker who guesses the direction of the change right knows the true value more closely than "
         "the levels allow.";
}

std::string assumptions(const AdjustedAudit& audit) {
  return "The attacker knows the adjusted table, which cells are sensitive and by which rule, how many "
         "contributors each of them has, that levels are " +
         audit.levels.text() +
         " of the required ones, and that the true table adds up and lies within its bounds; a contributor "
         "knows their own contributions too. A cell is safe if each part of the set is a level away from the "
         "true value, or as wide as the protection interval. The attacker does not use that other cells "
         "change as little as possible.";
}

}  // namespace

Value intervals_value(const std::vector<Interval>& intervals) {
  Value list = Value::array();
  for (const Interval& one : intervals) {
    Value value = Value::object();
    list.push(value.set("lower", number_or_null(one.lower)).set("upper", number_or_null(one.upper)));
  }
  return list;
}

Report table_adjusted_report(const CellTable& table, const AdjustedAudit& audit,
                             std::vector<std::string> notes, std::size_t most_shown) {
  std::vector<const AdjustedSet*> order;
  for (const AdjustedSet& one : audit.cells) order.push_back(&one);
  const auto middle =
      std::stable_partition(order.begin(), order.end(), [](const AdjustedSet* one) { return !one->safe; });
  const auto unsafe = static_cast<std::size_t>(middle - order.begin());
  const std::size_t shown = std::min(order.size(), most_shown);
  TableBlock rows{{{"cell"},
                   {"value", Align::right},
                   {"published", Align::right},
                   {"attacker's set", Align::right},
                   {"width of need", Align::right},
                   {"attacker"},
                   {""}},
                  {}};
  for (std::size_t i = 0; i < shown; ++i) rows.rows.push_back(row(table, *order[i]));
  Report report;
  report.document = audit_document(table, audit);
  report.warnings = std::move(notes);
  if (audit.wider > 0) {
    report.warnings.push_back("the relations were not used completely for " + std::to_string(audit.wider) +
                              " cells, because their programs took too long: their sets may be smaller");
  }
  report.blocks.emplace_back(Paragraph{verdict(audit, unsafe)});
  const auto of_all = [&](std::size_t number) {
    return std::to_string(number) + " of " + std::to_string(audit.cells.size());
  };
  if (order.empty()) return report;
  report.blocks.emplace_back(KeyValues{{{"levels", audit.levels.text()},
                                        {"two possible values", of_all(audit.few)},
                                        {"set reaches both levels", of_all(audit.spans)},
                                        {"moved further than the level", of_all(audit.beyond)}}});
  report.blocks.emplace_back(Heading{"What an attacker learns", 2});
  report.blocks.emplace_back(std::move(rows));
  if (order.size() > shown)
    report.blocks.emplace_back(Paragraph{"and " + std::to_string(order.size() - shown) + " more"});
  report.blocks.emplace_back(Paragraph{assumptions(audit)});
  return report;
}

}  // namespace sfumato::report
