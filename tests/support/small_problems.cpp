#include "support/small_problems.hpp"

#include <algorithm>

#include "support/random_cell_table.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"

namespace sfumato::tables {

std::optional<SuppressionProblem> small_problem(Rng& rng, std::size_t most) {
  CellTable table = sfumato::testing::random_cell_table(
      rng, {.most_dimensions = 3, .most_leaves = 3, .decimals = false, .statuses = false});
  for (Cell& cell : table.cells) {
    if (rng.chance(0.2)) {
      cell.status = CellStatus::primary;
      cell.lower_level = cell.upper_level = Decimal::whole(cell.value.units() / 10);
      cell.sliding_level = Decimal::whole(cell.value.units() / 4);
    }
    if (rng.chance(0.3)) cell.upper = cell.value + cell.value;
  }
  SuppressionProblem problem = make_problem(table, {});
  CutSystem system(problem);
  std::size_t open = 0;
  for (std::size_t i = 0; i < system.size(); ++i) open += system.hidden[i] ? 0 : 1;
  if (open > most || open == 0 || system.sides.empty() || system.unreachable) return std::nullopt;
  if (!PatternCheck(system, eliminate(system)).meets(system.part_of(problem.most()))) return std::nullopt;
  return problem;
}

void add_insiders(SuppressionProblem& problem) {
  problem.attackers.push_back({problem.demands[0].cell});
  for (std::size_t k = 1, count = problem.demands.size(); k < count; ++k) {
    problem.demands.push_back(problem.demands[k]);
    problem.demands.back().attacker = 1;
  }
}

std::vector<Pattern> patterns_of(const CutSystem& system, PatternCheck& check) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < system.size(); ++i) {
    if (!system.hidden[i]) open.push_back(i);
  }
  std::vector<Pattern> met;
  for (std::size_t mask = 0; mask < (std::size_t{1} << open.size()); ++mask) {
    Pattern pattern(system.hidden.begin(), system.hidden.end());
    for (std::size_t k = 0; k < open.size(); ++k) pattern[open[k]] = (mask >> k) & 1U ? 1 : 0;
    if (check.meets(pattern)) met.push_back(pattern);
  }
  return met;
}

double least_cost(const CutSystem& system, PatternCheck& check) {
  double least = 1e300;
  for (const Pattern& pattern : patterns_of(system, check)) least = std::min(least, system.cost_of(pattern));
  return least;
}

}  // namespace sfumato::tables
