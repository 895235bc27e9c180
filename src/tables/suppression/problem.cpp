// Makes the suppression problem of a table, and the table of a pattern. Bounds and relations come from the
// attacker's system with every cell suppressed, so that audit and algorithms use the same ones.
#include "tables/suppression/problem.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/audit/insiders.hpp"
#include "tables/rules/outside.hpp"
#include "tables/rules/rules_demands.hpp"

namespace sfumato::tables {
namespace {

// A zero without contributors. In a table with dimensions but without contributors all zeros are such; a
// table given by its relations only marks the cells that must be published.
bool is_empty(const CellTable& table, std::size_t cell) {
  if (!table.cells[cell].value.is_zero()) return false;
  if (!table.contributors.empty()) return table.contributors[cell].frequency == 0;
  return !table.dimensions.empty();
}

Choice choice_of(const CellTable& table, std::size_t cell, bool hide_zeros) {
  if (table.cells[cell].suppressed()) return Choice::hidden;
  if (table.cells[cell].status == CellStatus::kept) return Choice::published;
  return !hide_zeros && is_empty(table, cell) ? Choice::published : Choice::open;
}

double cost_of_cell(const CellTable& table, std::size_t cell, const std::optional<CellCost>& cost) {
  if (!cost) {
    const Decimal& given = table.cells[cell].cost;
    if (!given.is_negative()) return given.number();
    bad_input(
        "the cost " + data_value(given.text()) + " of suppressing " + cell_name(table, cell) + " is negative",
        "give costs of 0 or more, or choose other costs");
  }
  if (*cost == CellCost::unity) return 1;
  if (*cost == CellCost::value) return std::abs(table.cells[cell].value.number());
  if (table.contributors.empty()) {
    bad_input(
        "costs by frequency need the number of contributors of each cell, which the table does not have",
        "choose other costs, or tabulate the records again");
  }
  return static_cast<double>(table.contributors[cell].frequency);
}

// The attacker's view of the table if every cell is suppressed: all relations, and all bounds.
std::vector<AttackPart> whole_system(const CellTable& table, const std::optional<double>& prior_percent) {
  CellTable all;
  all.dimensions = table.dimensions;
  all.responses = table.responses;
  all.cells = table.cells;
  all.coordinates = table.coordinates;
  all.relations = table.relations;
  for (Cell& cell : all.cells) cell.status = CellStatus::secondary;
  return attack_parts(all, {.prior_percent = prior_percent});
}

void set_rooms(SuppressionProblem& problem, const std::vector<AttackPart>& parts) {
  problem.room_down.resize(problem.cells());
  problem.room_up.resize(problem.cells());
  for (const AttackPart& part : parts) {
    for (std::size_t place = 0; place < part.cells.size(); ++place) {
      problem.room_down[part.cells[place]] = std::abs(part.lower[place]) / part.scale;
      problem.room_up[part.cells[place]] = std::abs(part.upper[place]) / part.scale;
    }
  }
}

// In the order of the table's relations.
void set_rows(SuppressionProblem& problem, const std::vector<AttackPart>& parts) {
  std::vector<std::tuple<std::size_t, const AttackPart*, std::size_t>> order;
  for (const AttackPart& part : parts) {
    for (std::size_t row = 0; row < part.rows(); ++row) order.emplace_back(part.relations[row], &part, row);
  }
  std::sort(order.begin(), order.end(),
            [](const auto& left, const auto& right) { return std::get<0>(left) < std::get<0>(right); });
  for (const auto& [relation, part, row] : order) {
    for (const AttackTerm& term : part->row(row)) {
      problem.row_cells.push_back(part->cells[term.cell]);
      problem.row_coefficients.push_back(term.coefficient);
    }
    problem.row_starts.push_back(problem.row_cells.size());
  }
}

void set_columns(SuppressionProblem& problem) {
  problem.column_starts.assign(problem.cells() + 1, 0);
  for (const std::size_t cell : problem.row_cells) ++problem.column_starts[cell + 1];
  for (std::size_t i = 1; i < problem.column_starts.size(); ++i) {
    problem.column_starts[i] += problem.column_starts[i - 1];
  }
  problem.column_rows.resize(problem.row_cells.size());
  problem.column_coefficients.resize(problem.row_cells.size());
  std::vector<std::size_t> next(problem.column_starts.begin(), problem.column_starts.end() - 1);
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    for (std::size_t entry = problem.row_starts[row]; entry < problem.row_starts[row + 1]; ++entry) {
      const std::size_t place = next[problem.row_cells[entry]]++;
      problem.column_rows[place] = row;
      problem.column_coefficients[place] = problem.row_coefficients[entry];
    }
  }
}

// 1 in the last decimal that any value has.
double last_unit(const CellTable& table) {
  int decimals = 0;
  for (const Cell& cell : table.cells) decimals = std::max(decimals, cell.value.trimmed().decimals());
  return Decimal(1, decimals).number();
}

// A primary cell must never be known exactly, whatever its levels: its interval must be one unit wide, or as
// wide as the attacker's prior bounds allow.
Demand demand_of(const SuppressionProblem& problem, const CellTable& table, std::size_t index, double unit,
                 std::size_t attacker) {
  const Cell& cell = table.cells[index];
  Demand demand{.cell = index,
                .down = cell.lower_level.number(),
                .up = cell.upper_level.number(),
                .width = cell.sliding_level.number(),
                .attacker = attacker};
  if (demand.down <= 0 && demand.up <= 0 && demand.width <= 0) {
    demand.width = std::min(unit, problem.room_down[index] + problem.room_up[index]);
    if (demand.width <= 0) demand.width = unit;  // out of reach; reported as such
  }
  return demand;
}

}  // namespace

double SuppressionProblem::cost_of(const Pattern& pattern) const {
  double sum = 0;
  for (std::size_t cell = 0; cell < cells(); ++cell) sum += pattern[cell] ? cost[cell] : 0;
  return sum;
}

Pattern SuppressionProblem::least() const {
  Pattern pattern(cells());
  for (std::size_t cell = 0; cell < cells(); ++cell) pattern[cell] = choice[cell] == Choice::hidden;
  return pattern;
}

Pattern SuppressionProblem::most() const {
  Pattern pattern(cells());
  for (std::size_t cell = 0; cell < cells(); ++cell) pattern[cell] = choice[cell] != Choice::published;
  return pattern;
}

namespace {

// An attacker who knew every 0 would know that no one is outside a cell: zeros of counts are open, but not
// free of cost.
void open_zeros(SuppressionProblem& problem, const CellTable& table) {
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const Cell& zero = table.cells[cell];
    if (!zero.value.is_zero() || problem.choice[cell] == Choice::hidden) continue;
    if (is_structural_zero(zero) || !counts_respondents(table, cell)) continue;
    problem.choice[cell] = Choice::open;
    problem.cost[cell] = std::max(problem.cost[cell], 1.0);
  }
}

// If the margin stays, the cell must be able to lie lower by what the difference must be able to rise.
void demand_from_cells(SuppressionProblem& problem, const std::vector<Outside>& differences) {
  for (const Outside& one : differences) {
    for (Demand& demand : problem.demands) {
      if (demand.cell != one.cell) continue;
      const double down = one.levels.upper_level.number();
      if (down <= problem.room_down[one.cell]) demand.down = std::max(demand.down, down);
    }
  }
}

SuppressionProblem problem_of_cells(const CellTable& table, const ProblemOptions& options) {
  SuppressionProblem problem;
  problem.cost.assign(table.cells.size(), 0);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    problem.choice.push_back(choice_of(table, cell, options.hide_zeros));
    if (problem.choice.back() == Choice::open) problem.cost[cell] = cost_of_cell(table, cell, options.cost);
  }
  const std::vector<AttackPart> parts = whole_system(table, options.prior_percent);
  set_rooms(problem, parts);
  set_rows(problem, parts);
  set_columns(problem);
  const double unit = last_unit(table);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].status != CellStatus::primary) continue;
    problem.demands.push_back(demand_of(problem, table, cell, unit, 0));
  }
  return problem;
}

}  // namespace

SuppressionProblem make_problem(const CellTable& table, const ProblemOptions& options) {
  const std::vector<Outside> differences = outside_of(table);
  if (differences.empty()) return problem_of_cells(table, options);
  const bool with = options.outside;
  // Costs by frequency need the contributors of the cells.
  CellTable all = with ? with_outside(table, differences) : table;
  all.contributors = table.contributors;
  if (!all.contributors.empty()) all.contributors.resize(all.cells.size());
  SuppressionProblem problem = problem_of_cells(all, options);
  open_zeros(problem, table);
  if (!with) demand_from_cells(problem, differences);
  return problem;
}

void add_insider(SuppressionProblem& problem, const CellTable& table, const AuditedCell& shown) {
  if (!shown.insider) return;
  std::vector<std::size_t> known = shown.insider->own_cells;
  std::sort(known.begin(), known.end());
  const auto found = std::find(problem.attackers.begin() + 1, problem.attackers.end(), known);
  const auto attacker = static_cast<std::size_t>(found - problem.attackers.begin());
  if (found == problem.attackers.end()) problem.attackers.push_back(std::move(known));
  const bool there = std::any_of(problem.demands.begin(), problem.demands.end(), [&](const Demand& demand) {
    return demand.cell == shown.cell && demand.attacker == attacker;
  });
  if (there) return;
  Demand demand = demand_of(problem, table, shown.cell, last_unit(table), attacker);
  if (const double share = own_share(table, shown.cell, shown.insider->contributor); share > 0) {
    demand.down = std::min(demand.down, std::max(0.0, table.cells[shown.cell].value.number() - share));
  }
  problem.demands.push_back(demand);
}

CellTable with_pattern(CellTable table, const Pattern& pattern) {
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    CellStatus& status = table.cells[cell].status;
    if (status == CellStatus::primary || status == CellStatus::kept) continue;
    status = pattern[cell] ? CellStatus::secondary : CellStatus::safe;
  }
  return table;
}

}  // namespace sfumato::tables
