#include "tables/suppression/optimal/deviation_program.hpp"

namespace sfumato::tables {

void add_relations(optimize::Model& model, const CutSystem& system,
                   const std::optional<Elimination>& elimination, DeviationColumns columns) {
  for (const std::size_t row : rows_to_solve(system, elimination)) {
    std::vector<optimize::Entry> entries;
    for (const CutSystem::Term& term : system.row(row)) {
      if (columns == DeviationColumns::one) {
        entries.push_back({term.index, term.coefficient});
        continue;
      }
      entries.push_back({2 * term.index, term.coefficient});
      entries.push_back({2 * term.index + 1, -term.coefficient});
    }
    model.add_row(0, 0, entries);
  }
}

FreeCellRows::FreeCellRows(const Elimination& elimination)
    : elimination_(elimination), rows_(elimination.free.size()) {}

void FreeCellRows::add(std::size_t column, std::size_t cell, double sign) {
  for (const CutSystem::Term& term : elimination_.of(cell)) {
    rows_[term.index].push_back({column, sign * term.coefficient});
  }
}

void FreeCellRows::add_to(optimize::Model& model) const {
  for (const std::vector<optimize::Entry>& row : rows_) model.add_row(0, 0, row);
}

std::vector<double> all_deviations(const Elimination& elimination, std::size_t cells,
                                   std::span<const double> of_free) {
  std::vector<double> deviations(cells, 0.0);
  for (std::size_t i = 0; i < cells; ++i) {
    for (const CutSystem::Term& term : elimination.of(i)) {
      deviations[i] += term.coefficient * of_free[term.index];
    }
  }
  return deviations;
}

}  // namespace sfumato::tables
