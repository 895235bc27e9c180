// One view of linked tables as a table of its own, for formats and files that hold a single table.
#pragma once

#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct ViewTable {
  CellTable table;
  std::vector<std::size_t> cells;  // for each of its cells, the same cell of the whole
};

// Cells with all that is known of them, laid out as lay_out_cells does. Relations are those of the view
// alone: what other views tell is not in it.
ViewTable table_of_view(const CellTable& whole, std::size_t view);

}  // namespace sfumato::tables
