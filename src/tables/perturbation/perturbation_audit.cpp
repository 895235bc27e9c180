// The audit of the differences of margins and cells in a perturbed table, as an audit of a table in which
// every cell is suppressed and has the bounds that its published value leaves.
#include <algorithm>

#include "tables/audit/outside_audit.hpp"
#include "tables/perturbation/perturbation.hpp"

namespace sfumato::tables {
namespace {

// The least and the largest count that can have been published as this one.
std::pair<std::int64_t, std::int64_t> possible_counts(const Ptable& ptable, std::int64_t published,
                                                      std::int64_t true_count) {
  std::int64_t least = true_count, most = true_count;
  const std::int64_t reach = ptable.largest_noise();
  for (std::int64_t count = std::max<std::int64_t>(0, published - reach); count <= published + reach;
       ++count) {
    const bool stays_zero = count == 0 && !ptable.changes_zero();
    const bool possible = stays_zero ? published == 0 : ptable.probability(count, published - count) > 0;
    if (!possible) continue;
    least = std::min(least, count);
    most = std::max(most, count);
  }
  return {least, most};
}

}  // namespace

bool Perturbation::safe() const {
  return std::all_of(outside.begin(), outside.end(), [](const AuditedOutside& one) { return one.safe; });
}

void audit_perturbed(const CellTable& table, const Ptable& ptable, Perturbation& made, const Run& run) {
  const std::vector<Outside> differences = outside_of(table);
  if (differences.empty()) return;
  CellTable attacked = table;
  for (std::size_t i = 0; i < attacked.cells.size(); ++i) {
    Cell& cell = attacked.cells[i];
    const auto [least, most] = possible_counts(ptable, made.table.cells[i].value.units_at(0).value_or(0),
                                               cell.value.units_at(0).value_or(0));
    const bool structural = is_structural_zero(cell);
    cell.status = CellStatus::secondary;
    cell.lower = Decimal::whole(least);
    cell.upper = structural ? Decimal() : Decimal::whole(most);
  }
  made.outside = audit_outside(attacked, differences, {}, run);
  const auto unsafe = std::count_if(made.outside.begin(), made.outside.end(),
                                    [](const AuditedOutside& one) { return !one.safe; });
  if (unsafe == 0) return;
  made.notes.push_back("an attacker who knows the ptable, but no keys, still learns " +
                       std::to_string(unsafe) + " of " + std::to_string(made.outside.size()) +
                       " differences of margins and cells that the rules protect; use a ptable with larger "
                       "noise");
}

}  // namespace sfumato::tables
