// A table for publication: codes and values only. Suppressed cells have a mark instead of their value, so
// that this file, unlike those that can be read back, may be published.
#pragma once

#include <string>
#include <vector>

#include "io/formula_cells.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

// CSV: a column for each dimension (codes; labels in a separate column if there are any), the response where
// there are several, the value. A mean is published as such, unless its sum or its count is suppressed.
// Tables without dimensions have the number of the cell instead of codes.
std::string publication_text(const CellTable& table, const std::string& mark = "x");

// Returns a warning where codes or labels begin like formulas, unless `formulas` quotes them.
std::vector<std::string> write_publication(const CellTable& table, const std::string& path,
                                           const std::string& mark = "x",
                                           io::Formulas formulas = io::Formulas::keep);

}  // namespace sfumato::tables
