// The report of `table audit`: the attacker's interval and the required interval of each sensitive cell, the
// unsafe ones first, and the relations that reveal them.
#pragma once

#include "report/report.hpp"
#include "report/table_check_report.hpp"
#include "tables/audit/audit.hpp"

namespace sfumato::report {

// {"safe", "suppressed", "cells": [...]} in the table's order; a missing bound is null.
Value audit_value(const tables::CellTable& table, const tables::Audit& audit);

Report table_audit_report(const tables::CellTable& table, const tables::Audit& audit,
                          std::vector<std::string> notes = {}, std::size_t most_shown = most_cells_shown);

// The differences of margins and cells that the table's rules protect, where there are some: a table, and why
// those that are unsafe are.
void append_outside(Report& report, const tables::CellTable& table, const tables::Audit& audit,
                    std::size_t most_shown = 20);

}  // namespace sfumato::report
