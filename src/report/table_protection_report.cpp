#include "report/table_protection_report.hpp"

#include "core/number_text.hpp"
#include "report/cell_table.hpp"
#include "report/table_adjusted_report.hpp"
#include "report/table_audit_report.hpp"
#include "tables/protection_loss.hpp"
#include "tables/rules/outside.hpp"

namespace sfumato::report {
namespace {

using tables::CellStatus;
using tables::CellTable;

std::string percent_text(double number) { return rounded(number, 3) + " %"; }

Value names_of(const CellTable& table, const std::vector<std::size_t>& cells) {
  Value result = Value::array();
  for (const std::size_t cell : cells) {
    Value one = Value::object();
    result.push(one.set("cell", cell).set("name", tables::cell_name(table, cell)));
  }
  return result;
}

Paragraph named_cells(const CellTable& table, const std::string& what,
                      const std::vector<std::size_t>& cells) {
  constexpr std::size_t most = 10;
  std::string text = what + ": ";
  for (std::size_t i = 0; i < std::min(most, cells.size()); ++i) {
    text += (i == 0 ? "" : "; ") + tables::cell_name(table, cells[i]);
  }
  if (cells.size() > most) text += "; and " + std::to_string(cells.size() - most) + " more";
  return {text + "."};
}

void add_out_of_reach(Report& report, const tables::Suppression& made) {
  Value list = Value::array();
  TableBlock block{{{"cell"}, {"at most", Align::right}, {"must reach", Align::right}}, {}};
  const auto text = [](const std::optional<double>& bound) { return bound ? shortest(*bound) : "no bound"; };
  for (const tables::OutOfReach& one : made.out_of_reach) {
    const std::string name = one.margin ? tables::outside_name(made.table, one.cell, *one.margin)
                                        : tables::cell_name(made.table, one.cell);
    Value value = Value::object();
    list.push(value.set("cell", one.cell)
                  .set("name", name)
                  .set("lower", one.most.lower ? Value(*one.most.lower) : Value())
                  .set("upper", one.most.upper ? Value(*one.most.upper) : Value())
                  .set("need_lower", one.need_lower)
                  .set("need_upper", one.need_upper));
    const bool exact = one.need_lower == one.need_upper;
    block.rows.push_back(
        {name, text(one.most.lower) + " to " + text(one.most.upper),
         exact ? "more than one value" : shortest(one.need_lower) + " to " + shortest(one.need_upper)});
  }
  report.document.set("out_of_reach", std::move(list));
  if (block.rows.empty()) return;
  report.blocks.emplace_back(Heading{"Levels out of reach", 2});
  report.blocks.emplace_back(Paragraph{
      "Even if every cell that may be suppressed is suppressed, these cells can be estimated too closely. "
      "Lower their levels, allow more cells to be suppressed, or make the table coarser."});
  report.blocks.emplace_back(std::move(block));
}

Value distance_value(const tables::DistanceLoss& loss) {
  Value result = Value::object();
  return result.set("changed", loss.changed)
      .set("total", loss.total_absolute)
      .set("mean", loss.mean_absolute)
      .set("mean_relative", loss.mean_relative)
      .set("largest", loss.largest_absolute)
      .set("largest_relative", loss.largest_relative);
}

void add_distance(Report& report, const CellTable& original, const CellTable& published) {
  const tables::DistanceLoss loss = tables::distance_loss(original, published);
  report.document.set("loss", distance_value(loss));
  report.blocks.emplace_back(
      KeyValues{{{"changed cells", std::to_string(loss.changed) + " of " + std::to_string(loss.cells)},
                 {"mean change", rounded(loss.mean_absolute) + ", " + percent_text(100 * loss.mean_relative)},
                 {"largest change",
                  rounded(loss.largest_absolute) + ", " + percent_text(100 * loss.largest_relative)}}});
}

// The audit of a perturbed table is about differences of margins and cells, and never about single cells.
void add_audited_differences(Report& report, const tables::Perturbation& made) {
  if (made.outside.empty()) return;
  if (!made.safe()) {
    report.blocks.emplace_back(
        Paragraph{"UNSAFE: the noise of the ptable is too small for what the rules require of margins."});
    return;
  }
  const std::string protected_ones =
      made.outside.size() == 1 ? "the difference of a margin and a cell that the rules protect is safe"
                               : "the " + std::to_string(made.outside.size()) +
                                     " differences of margins and cells that the rules protect are safe";
  const std::string attacker = " against an attacker who knows the ptable, but no keys";
  report.blocks.emplace_back(Paragraph{"Audited: " + protected_ones + attacker + "."});
  report.warnings.add(protected_ones + attacker + "; single cells were not audited", WarningGrade::note);
}

}  // namespace

Report table_suppression_report(const tables::Suppression& made) {
  Report report;
  Value secondary = Value::array();
  for (std::size_t cell = 0; cell < made.table.cells.size(); ++cell) {
    if (made.table.cells[cell].status == CellStatus::secondary) secondary.push(cell);
  }
  report.document.set("status", made.optimal ? "optimal" : "feasible")
      .set("algorithm", made.algorithm)
      .set("cost", made.cost)
      .set("bound", made.bound)
      .set("gap", made.gap())
      .set("primary", made.primary)
      .set("secondary", made.secondary)
      .set("cells", std::move(secondary))
      .set("audit", audit_value(made.table, made.audit));
  report.warnings = made.notes;
  report.blocks.emplace_back(
      Paragraph{made.audit.safe ? "SAFE: the sensitive cells are protected as their levels require."
                                : "UNSAFE: no pattern protects every sensitive cell as its levels require."});
  KeyValues facts{{{"algorithm", made.algorithm},
                   {"sensitive cells", std::to_string(made.primary)},
                   {"secondary cells", std::to_string(made.secondary)},
                   {"their cost", shortest(made.cost)}}};
  if (made.optimal) {
    facts.entries.emplace_back("least cost", "proven");
  } else if (made.bound > 0) {
    facts.entries.emplace_back(
        "least cost", "at least " + rounded(made.bound, 6) + ": a gap of " + percent_text(made.gap()));
  }
  report.blocks.emplace_back(std::move(facts));
  append_grids(report, made.table);
  add_out_of_reach(report, made);
  append_outside(report, made.table, made.audit);
  return report;
}

Report table_rounding_report(const CellTable& original, const tables::Rounding& made) {
  Report report;
  const auto found = [&](Value value) { return made.found ? std::move(value) : Value(); };
  report.document.set("found", made.found)
      .set("status", found(made.optimal ? "optimal" : "feasible"))
      .set("additive", found(made.additive))
      .set("steps", found(made.steps))
      .set("distance", found(made.distance))
      .set("bound", found(made.bound))
      .set("gap", found(made.gap()))
      .set("audit", audit_value(original, made.audit))
      .set("too_small", names_of(original, made.too_small));
  report.warnings = made.notes;
  const bool safe = made.found && made.audit.safe;
  report.blocks.emplace_back(
      Paragraph{!made.found ? "No additive rounded table was found."
                : safe      ? "SAFE: rounding protects the sensitive cells as their levels require."
                            : "UNSAFE: the base is too small for the levels of some sensitive cells."});
  if (made.found) add_distance(report, original, made.table);
  if (!made.too_small.empty()) {
    report.blocks.emplace_back(named_cells(original, "Too small a base for", made.too_small));
  }
  if (safe && made.additive) append_grids(report, made.table);
  append_outside(report, original, made.audit);
  return report;
}

Report table_adjustment_report(const CellTable& original, const tables::Adjustment& made) {
  Report report;
  Value cells = Value::array();
  for (const tables::AdjustedCell& one : made.cells) {
    Value value = Value::object();
    cells.push(value.set("cell", one.cell)
                   .set("name", tables::cell_name(original, one.cell))
                   .set("value", one.value.number())
                   .set("published", one.published.number())
                   .set("need_lower", one.need_lower.number())
                   .set("need_upper", one.need_upper.number())
                   .set("percent", one.percent.number())
                   .set("attacker_set", intervals_value(one.attacker_set))
                   .set("safe", one.safe));
  }
  Value levels = Value::object();
  levels.set("low", made.levels.low.number()).set("high", made.levels.high.number());
  const auto found = [&](Value value) { return made.found ? std::move(value) : Value(); };
  report.document.set("found", made.found)
      .set("safe", made.found && made.safe())
      .set("status", found(made.optimal ? "optimal" : "feasible"))
      .set("distance", found(made.distance))
      .set("bound", found(made.bound))
      .set("gap", found(made.gap()))
      .set("levels", std::move(levels))
      .set("distance_at_required_levels", made.fixed_distance ? Value(*made.fixed_distance) : Value())
      .set("two_values", found(made.two_values))
      .set("cells", std::move(cells))
      .set("out_of_reach", names_of(original, made.out_of_reach))
      .set("conflicting", names_of(original, made.conflicting));
  report.warnings = made.notes;
  report.blocks.emplace_back(Paragraph{
      !made.found   ? "No adjusted table was found."
      : made.safe() ? "SAFE: every sensitive cell was changed by its protection level."
                    : "UNSAFE: some sensitive cells cannot be changed by their protection levels."});
  if (made.found) {
    add_distance(report, original, made.table);
    KeyValues facts{{{"distance", rounded(made.distance)}, {"gap", percent_text(made.gap())}}};
    if (!made.levels.required_only()) facts.entries.emplace_back("levels", made.levels.text());
    if (made.fixed_distance) {
      facts.entries.emplace_back("distance at required levels", rounded(*made.fixed_distance));
    }
    facts.entries.emplace_back(
        "two possible values",
        std::to_string(made.two_values) + " of " + std::to_string(made.cells.size()) + " sensitive cells");
    report.blocks.emplace_back(std::move(facts));
  }
  if (!made.out_of_reach.empty()) {
    report.blocks.emplace_back(named_cells(original, "Out of reach", made.out_of_reach));
  }
  if (!made.conflicting.empty()) {
    report.blocks.emplace_back(named_cells(original, "In conflict with each other", made.conflicting));
  }
  if (made.found && made.safe()) append_grids(report, made.table);
  return report;
}

Report table_perturbation_report(const CellTable& original, const tables::Perturbation& made) {
  Report report;
  tables::Audit audit;
  audit.outside = made.outside;
  audit.safe = made.safe();
  report.document.set("changed", made.changed)
      .set("largest_noise", made.largest_noise)
      .set("broken_relations", made.broken)
      .set("audit", made.outside.empty() ? Value() : audit_value(original, audit));
  report.warnings = made.notes;
  add_audited_differences(report, made);
  report.blocks.emplace_back(
      Paragraph{"Not audited: what an attacker learns of a single cell. Every cell was perturbed by its own "
                "key; the protection depends on the ptable, and no audit can prove it safe."});
  add_distance(report, original, made.table);
  if (made.safe()) append_grids(report, made.table);
  append_outside(report, original, audit);
  return report;
}

Report table_recoding_report(const CellTable& original, const tables::Recoding& made) {
  Report report;
  Value dimensions = Value::array();
  TableBlock block{{{"dimension"}, {"levels", Align::right}, {"before", Align::right}}, {}};
  for (std::size_t d = 0; d < original.dimensions.size(); ++d) {
    Value one = Value::object();
    dimensions.push(one.set("name", original.dimensions[d].name)
                        .set("levels", made.levels[d])
                        .set("were", made.original_levels[d]));
    block.rows.push_back({original.dimensions[d].name, std::to_string(made.levels[d]),
                          std::to_string(made.original_levels[d])});
  }
  report.document.set("safe", made.attained)
      .set("optimal", made.optimal)
      .set("dimensions", std::move(dimensions))
      .set("sensitive", made.sensitive)
      .set("lost_cells", made.lost_cells)
      .set("lost_cost", made.lost_cost)
      .set("sensitive_left", names_of(made.table, made.sensitive_left));
  report.warnings = made.notes;
  report.blocks.emplace_back(Paragraph{made.attained
                                           ? "SAFE: no sensitive cell is left."
                                           : "UNSAFE: even the coarsest table has sensitive cells."});
  report.blocks.emplace_back(std::move(block));
  report.blocks.emplace_back(KeyValues{
      {{"cells", std::to_string(made.table.cells.size()) + " of " + std::to_string(original.cells.size())}}});
  if (made.attained) append_grids(report, made.table);
  return report;
}

}  // namespace sfumato::report
