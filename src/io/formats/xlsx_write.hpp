// A table as a workbook (.xlsx) with one sheet. Texts are text cells, never formulas; dates and moments are
// numbers that are shown as such; missing values are empty cells.
//
// Reads back to the same table. Refused before anything is written, with the columns: more than 1,048,575
// records or 16,384 columns, texts of more than 32,767 characters, integers beyond 2^53, infinite values,
// dates before 1900-03-01, names that are empty or repeated. A record without any value has #N/A in its first
// cell, since an empty row would be none.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

void write_xlsx(const Table& table, const std::string& sheet, const Run& run,
                const std::function<void(std::string_view)>& sink);

}  // namespace sfumato::io
