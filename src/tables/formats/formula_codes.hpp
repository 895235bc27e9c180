// Codes and labels of a table of cells that a spreadsheet may run as formulas, counted or quoted as those of
// microdata are (io/formula_cells).
#pragma once

#include <vector>

#include "io/formula_cells.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

// By dimension, and by label column "NAME label"; the cells of the table, and its names.
std::vector<io::FormulaCells> formula_cells(const CellTable& table);

// An error where the name of a dimension or a response begins like a formula.
CellTable with_formulas_quoted(CellTable table);

}  // namespace sfumato::tables
