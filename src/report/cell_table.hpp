// A table of cells as text: its size, and the cells themselves where they fit on a page.
#pragma once

#include <optional>

#include "report/report.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::report {

Report describe(const tables::CellTable& table);

// The cells of a view that crosses one or two dimensions, totals last and the wider one down; empty where it
// is larger than a page. A sensitive cell has a '*' behind it, a secondary one a '+'.
std::optional<TableBlock> cell_grid(const tables::CellTable& table, const tables::View& view);

// The grids of all views that fit, each with its heading; the marks are explained below the last one.
void append_grids(Report& report, const tables::CellTable& table);

}  // namespace sfumato::report
