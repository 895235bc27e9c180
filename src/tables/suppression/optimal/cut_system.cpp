#include "tables/suppression/optimal/cut_system.hpp"

#include <algorithm>
#include <set>

namespace sfumato::tables {
namespace {

constexpr std::size_t no_column = static_cast<std::size_t>(-1);

// Cells that can deviate from their values if every cell that may be suppressed is suppressed. A cell alone
// in a relation cannot, which may leave another one alone.
std::vector<std::uint8_t> movable_cells(const SuppressionProblem& problem) {
  std::vector<std::uint8_t> movable(problem.cells());
  for (std::size_t i = 0; i < problem.cells(); ++i) {
    movable[i] =
        problem.choice[i] != Choice::published && (problem.room_down[i] > 0 || problem.room_up[i] > 0);
  }
  std::vector<std::size_t> count(problem.rows(), 0);
  std::vector<std::size_t> single_rows;
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    for (std::size_t k = problem.row_starts[row]; k < problem.row_starts[row + 1]; ++k) {
      count[row] += movable[problem.row_cells[k]];
    }
    if (count[row] == 1) single_rows.push_back(row);
  }
  while (!single_rows.empty()) {
    const std::size_t row = single_rows.back();
    single_rows.pop_back();
    for (std::size_t k = problem.row_starts[row]; k < problem.row_starts[row + 1]; ++k) {
      const std::size_t cell = problem.row_cells[k];
      if (!movable[cell]) continue;
      movable[cell] = 0;
      for (std::size_t j = problem.column_starts[cell]; j < problem.column_starts[cell + 1]; ++j) {
        if (--count[problem.column_rows[j]] == 1) single_rows.push_back(problem.column_rows[j]);
      }
    }
  }
  return movable;
}

// The movable cells that are connected with a cell that has a demand.
std::vector<std::uint8_t> relevant_cells(const SuppressionProblem& problem) {
  const std::vector<std::uint8_t> movable = movable_cells(problem);
  std::vector<std::uint8_t> relevant(problem.cells(), 0), seen(problem.rows(), 0);
  std::vector<std::size_t> waiting;
  const auto visit = [&](std::size_t cell) {
    if (!movable[cell] || relevant[cell]) return;
    relevant[cell] = 1;
    waiting.push_back(cell);
  };
  for (const Demand& demand : problem.demands) visit(demand.cell);
  while (!waiting.empty()) {
    const std::size_t cell = waiting.back();
    waiting.pop_back();
    for (std::size_t j = problem.column_starts[cell]; j < problem.column_starts[cell + 1]; ++j) {
      const std::size_t row = problem.column_rows[j];
      if (seen[row]) continue;
      seen[row] = 1;
      for (std::size_t k = problem.row_starts[row]; k < problem.row_starts[row + 1]; ++k) {
        visit(problem.row_cells[k]);
      }
    }
  }
  return relevant;
}

// What the audit accepts as attained, with half of its tolerance left as a reserve.
double level_with_tolerance(double level) {
  return std::max(0.5 * level, level - 0.5 * std::max(1e-6, 1e-6 * level));
}

}  // namespace

CutSystem::CutSystem(const SuppressionProblem& problem) {
  const std::vector<std::uint8_t> kept = relevant_cells(problem);
  take_cells(problem, kept);
  std::vector<std::size_t> position(problem.cells(), no_column);
  for (std::size_t i = 0; i < size(); ++i) position[members[i][0]] = i;

  std::vector<std::vector<Term>> rows;
  for (std::size_t r = 0; r < problem.rows(); ++r) {
    rows.emplace_back();
    for (std::size_t k = problem.row_starts[r]; k < problem.row_starts[r + 1]; ++k) {
      const std::size_t cell = position[problem.row_cells[k]];
      if (cell != no_column && problem.row_coefficients[k] != 0) {
        rows.back().push_back({cell, problem.row_coefficients[k]});
      }
    }
  }
  set_rows(rows);
  take_sides(problem, position);
}

void CutSystem::set_rows(const std::vector<std::vector<Term>>& rows) {
  std::set<std::vector<std::pair<std::size_t, double>>> same;
  row_starts.assign(1, 0);
  row_terms.clear();
  for (const std::vector<Term>& row : rows) {
    std::vector<std::pair<std::size_t, double>> terms;
    for (const Term& term : row) terms.emplace_back(term.index, term.coefficient);
    std::sort(terms.begin(), terms.end());
    if (terms.empty() || !same.insert(terms).second) continue;
    for (const auto& [cell, coefficient] : terms) row_terms.push_back({cell, coefficient});
    row_starts.push_back(row_terms.size());
  }
  column_starts.assign(size() + 1, 0);
  for (const Term& term : row_terms) ++column_starts[term.index + 1];
  for (std::size_t i = 0; i < size(); ++i) column_starts[i + 1] += column_starts[i];
  column_terms.resize(row_terms.size());
  std::vector<std::size_t> next(column_starts.begin(), column_starts.end() - 1);
  for (std::size_t r = 0; r + 1 < row_starts.size(); ++r) {
    for (const Term& term : row(r)) column_terms[next[term.index]++] = {r, term.coefficient};
  }
}

void CutSystem::hide_demanded() {
  for (const DemandSide& side : sides) hidden[side.cell] = 1;
}

void CutSystem::take_cells(const SuppressionProblem& problem, const std::vector<std::uint8_t>& kept) {
  for (std::size_t i = 0; i < problem.cells(); ++i) {
    if (!kept[i]) continue;
    members.push_back({i});
    hidden.push_back(problem.choice[i] == Choice::hidden ? 1 : 0);
    cost.push_back(hidden.back() ? 0.0 : problem.cost[i]);
    room_down.push_back(problem.room_down[i]);
    room_up.push_back(problem.room_up[i]);
  }
}

void CutSystem::take_sides(const SuppressionProblem& problem, const std::vector<std::size_t>& position) {
  for (const std::vector<std::size_t>& attacker : problem.attackers) {
    known.emplace_back();
    for (const std::size_t cell : attacker) {
      if (position[cell] != no_column) known.back().push_back(position[cell]);
    }
  }
  for (const Demand& demand : problem.demands) {
    const auto need = [&](bool up, bool down, double level) {
      if (level <= 0) return;
      if (position[demand.cell] == no_column) {
        unreachable = true;
        return;
      }
      sides.push_back({position[demand.cell], demand.attacker, up, down, level_with_tolerance(level)});
    };
    need(true, false, demand.up);
    need(false, true, demand.down);
    if (demand.width > demand.up + demand.down) need(true, true, demand.width);
  }
}

std::span<const CutSystem::Term> CutSystem::row(std::size_t position) const {
  return {row_terms.data() + row_starts[position], row_terms.data() + row_starts[position + 1]};
}

std::span<const CutSystem::Term> CutSystem::column(std::size_t position) const {
  return {column_terms.data() + column_starts[position], column_terms.data() + column_starts[position + 1]};
}

Pattern CutSystem::part_of(const Pattern& pattern) const {
  Pattern part(hidden.begin(), hidden.end());
  for (std::size_t i = 0; i < size(); ++i) {
    if (std::all_of(members[i].begin(), members[i].end(), [&](auto cell) { return pattern[cell] != 0; })) {
      part[i] = 1;
    }
  }
  return part;
}

Pattern CutSystem::whole_of(const Pattern& part, const SuppressionProblem& problem) const {
  Pattern pattern = problem.least();
  for (std::size_t i = 0; i < size(); ++i) {
    if (!part[i]) continue;
    for (const std::size_t cell : members[i]) pattern[cell] = 1;
  }
  return pattern;
}

double CutSystem::cost_of(const Pattern& part) const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) sum += part[i] ? cost[i] : 0.0;
  return sum;
}

}  // namespace sfumato::tables
