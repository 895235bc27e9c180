#include "tables/audit/outside_audit.hpp"

#include <algorithm>

namespace sfumato::tables {
namespace {

AuditedOutside result_of(const AuditedCell& shown, const Outside& one, std::size_t relations) {
  AuditedOutside result{.cell = one.cell,
                        .margin = one.margin,
                        .rule = one.rule,
                        .value = one.value.number(),
                        .interval = shown.interval,
                        .need_lower = shown.need_lower,
                        .need_upper = shown.need_upper,
                        .safe = shown.safe,
                        .revealing = {}};
  // The relation that defines the difference is the table's own one: margin = parts.
  for (const std::size_t relation : shown.revealing) {
    result.revealing.push_back(relation < relations ? relation : one.relation);
  }
  std::sort(result.revealing.begin(), result.revealing.end());
  result.revealing.erase(std::unique(result.revealing.begin(), result.revealing.end()),
                         result.revealing.end());
  return result;
}

}  // namespace

std::vector<AuditedOutside> audit_outside(const CellTable& table, const AuditOptions& options,
                                          const Run& run) {
  return audit_outside(table, outside_of(table), options, run);
}

std::vector<AuditedOutside> audit_outside(const CellTable& table, const std::vector<Outside>& differences,
                                          const AuditOptions& options, const Run& run) {
  if (differences.empty()) return {};
  CellTable attacked = with_outside(table, differences);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    CellStatus& status = attacked.cells[cell].status;
    if (status == CellStatus::primary) status = CellStatus::secondary;
  }
  AuditOptions attacker = options;
  attacker.insiders = attacker.secondary_cells = false;
  attacker.whole_numbers = true;
  const Audit shown = audit(attacked, attacker, run);
  std::vector<AuditedOutside> results;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    results.push_back(result_of(shown.cells[i], differences[i], table.relations.count()));
  }
  return results;
}

}  // namespace sfumato::tables
