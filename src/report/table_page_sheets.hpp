// A table of cells laid out for paper: rows, columns, and a sheet for every combination of the further
// dimensions. The position of each cell, without its style.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::report {

// A row's or a column's name. `depth`: how many sums are above it, without the total.
struct SheetHeading {
  std::string text;
  std::size_t depth = 0;
  bool sum = false;
};

struct SheetRow {
  SheetHeading heading;
  std::vector<std::optional<std::size_t>> cells;  // one for each column; empty where the table has none
};

struct Sheet {
  std::string title;   // "turnover by town and trade, year 2024"
  std::string corner;  // what the rows are
  std::vector<SheetHeading> columns;
  std::vector<SheetRow> rows;
};

struct Sheets {
  std::vector<Sheet> sheets;
  std::size_t cells = 0;  // on the sheets
  std::size_t all = 0;    // that there would be
};

// The dimension with the most codes runs down, the largest of the others that fits on paper across; codes
// come before the parts that they are sums of, but the total last. Sheets that are too wide are cut into
// several; those beyond `most_cells` are left out, and rows of the first where it alone is too long. Tables
// without dimensions are laid out by the number of the cell, ten to a row.
Sheets lay_out_sheets(const tables::CellTable& table, std::size_t most_cells);

}  // namespace sfumato::report
