// Workbooks (.xlsx) of spreadsheet programs: one sheet as a table. Expects to run in a child process.
//
// The first row that is not empty has the names. Numbers that are shown as dates are dates, or moments as ISO
// text where some have a time of day; the days of both date systems (1900 and 1904) are right. Whole numbers
// are integers unless they are shown with decimals; percentages are the numbers that they stand for. Booleans
// become true and false. A formula counts as its stored result. An empty cell and #N/A are missing, in
// columns of numbers and dates also the usual tokens. Refused, with their cells: other errors, formulas
// without a result, merged cells, empty rows between others, values in columns without a name.
#pragma once

#include <string>
#include <string_view>

#include "core/run.hpp"
#include "io/file_format.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {

Table read_xlsx(const std::string& path, const ReadTerms& terms, const Run& run);

// The same from memory; `source` names it in errors.
Table parse_xlsx(std::string_view bytes, const std::string& source, const ReadTerms& terms,
                 const MemoryBudget& budget);

}  // namespace sfumato::io
