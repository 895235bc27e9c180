// The attacker's problem for the differences margin − cell that the rules group and k-disclosure protect.
#pragma once

#include <vector>

#include "tables/audit/audit.hpp"
#include "tables/rules/outside.hpp"

namespace sfumato::tables {

// Each difference is an additional cell of the table that is not published, and is attacked like the others.
// An outsider attacks, who knows that counts are integers, whatever `options` say of both. Of cells that are
// not suppressed the attacker knows the value. Empty where no rule of the table is about differences.
std::vector<AuditedOutside> audit_outside(const CellTable& table, const AuditOptions& options,
                                          const Run& run);
// The same for given differences.
std::vector<AuditedOutside> audit_outside(const CellTable& table, const std::vector<Outside>& differences,
                                          const AuditOptions& options, const Run& run);

}  // namespace sfumato::tables
