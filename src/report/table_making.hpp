// Everything that someone needs to make a protected table again and to check its files: the request in full,
// the rules and the attacker, the program, and the SHA-256 of every file.
#pragma once

#include <string>
#include <vector>

#include "core/params.hpp"
#include "jobs/table_compare.hpp"
#include "report/report.hpp"
#include "report/table_comparison_report.hpp"

namespace sfumato::report {

// "‹rule› group=3 ‹totals› keep …": every parameter that has a value, defaults too, since defaults may change
// with a version. `given` as a command or a form gives them.
std::string table_compare_parameters(const ParamValues& given, const std::string& ptable_source);

// What is assumed of the attacker, a sentence each.
std::vector<std::string> attacker_words(const tables::CellTable& table,
                                        const jobs::TableCompareRequest& request);

// Empty where nothing was recorded.
std::vector<Block> table_making_blocks(const TableComparison& comparison);
// {"program", "version", "date", "command", "parameters", "rules": [{"rule", "title", "parameters",
// "meaning", "cells"}], "attacker": […], "files": [{"what", "path", "sha256"}]}; a pipe has the SHA-256 null.
Value table_making_value(const TableComparison& comparison);

}  // namespace sfumato::report
