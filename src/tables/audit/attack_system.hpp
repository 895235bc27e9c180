// The attacker's system after the published cells are filled in: suppressed cells, the relations among them,
// and prior bounds. Split into parts that have no relation in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct AttackTerm {
  std::size_t cell = 0;  // position among the part's cells
  double coefficient = 0;
};

// Unknowns are deviations from the true values, so every right side is 0 and "no deviation" is a solution.
// They are counted in units, `scale` of them in 1: as long as the numbers fit, bounds are then integers and
// sums exact.
struct AttackPart {
  std::vector<std::size_t> cells;  // of the table, ascending
  std::vector<double> lower, upper;
  std::vector<std::uint8_t> whole;  // deviations that the attacker knows to be integers
  std::vector<std::size_t> starts{0};
  std::vector<AttackTerm> terms;
  std::vector<std::size_t> relations;  // the table's relation that each row comes from
  double scale = 1;

  std::size_t rows() const { return relations.size(); }
  std::span<const AttackTerm> row(std::size_t index) const {
    return std::span(terms).subspan(starts[index], starts[index + 1] - starts[index]);
  }
  // At most one path from one cell to another: bound propagation is then exact.
  bool is_tree() const { return terms.size() < cells.size() + rows(); }
};

// The parts in the order of their first cells. Equal rows are stored once, with the first relation's number.
// A cell whose value lies outside its own bounds is an error.
std::vector<AttackPart> attack_parts(const CellTable& table, const AuditOptions& options);

}  // namespace sfumato::tables
