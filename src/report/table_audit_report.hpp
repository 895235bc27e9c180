// What `table audit` has to say: what an attacker still learns about each sensitive cell against what the
// attacker must not, the unsafe ones first, and the relations that give them away.
#pragma once

#include "report/report.hpp"
#include "report/table_check_report.hpp"
#include "tables/audit/audit.hpp"

namespace sfumato::report {

// {"safe", "suppressed", "cells": [...]} in the table's order; what has no bound is null.
Value audit_value(const tables::CellTable& table, const tables::Audit& audit);

Report table_audit_report(const tables::CellTable& table, const tables::Audit& audit,
                          std::vector<std::string> notes = {}, std::size_t most_shown = most_cells_shown);

}  // namespace sfumato::report
