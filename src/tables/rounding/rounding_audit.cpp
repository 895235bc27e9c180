// The audit of a rounded table, as an audit of a table in which every cell is suppressed and has narrow
// bounds.
#include <algorithm>

#include "tables/audit/outside_audit.hpp"
#include "tables/rounding/rounding.hpp"

namespace sfumato::tables {
namespace {

// The larger of two bounds; empty means no bound.
std::optional<Decimal> tighter_lower(const std::optional<Decimal>& prior, const Decimal& bound) {
  return prior ? std::max(*prior, bound) : bound;
}

std::optional<Decimal> tighter_upper(const std::optional<Decimal>& prior, const Decimal& bound) {
  return prior ? std::min(*prior, bound) : bound;
}

bool known_whole(const CellTable& table, std::size_t cell) {
  if (table.coordinates.empty()) return false;
  return table.responses[table.codes_of(cell).back()].counts &&
         table.cells[cell].value.units_at(0).has_value();
}

// Every cell suppressed, with the bounds that the published values imply.
CellTable attacked_table(const CellTable& table, std::span<const Decimal> published, const Decimal& reach,
                         bool open_ends, const AuditOptions& attacker) {
  CellTable attacked = table;
  const std::vector<PriorBounds> prior = prior_bounds(table, attacker.prior_percent);
  for (std::size_t i = 0; i < attacked.cells.size(); ++i) {
    Cell& cell = attacked.cells[i];
    if (cell.status != CellStatus::primary) cell.status = CellStatus::secondary;
    const Decimal off = open_ends && known_whole(table, i) ? reach - Decimal::whole(1) : reach;
    cell.lower = tighter_lower(prior[i].lower, std::min(published[i] - off, cell.value));
    cell.upper = tighter_upper(prior[i].upper, std::max(published[i] + off, cell.value));
  }
  return attacked;
}

}  // namespace

Audit audit_rounded(const CellTable& table, std::span<const Decimal> published, const Decimal& reach,
                    bool strictly, const AuditOptions& attacker, const Run& run) {
  CellTable attacked = attacked_table(table, published, reach, strictly && attacker.whole_numbers, attacker);
  attacked.rules.clear();  // the differences that they protect are attacked below
  Audit result = audit(attacked, attacker, run);
  // There the attacker always knows that counts are integers.
  result.outside = audit_outside(attacked_table(table, published, reach, strictly, attacker),
                                 outside_of(table), attacker, run);
  for (const AuditedOutside& one : result.outside) result.safe = result.safe && one.safe;
  return result;
}

}  // namespace sfumato::tables
