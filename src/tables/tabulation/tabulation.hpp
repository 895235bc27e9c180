// Tabulates records into a table of cells with all its margins, in one pass over the records.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/cell_table.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

struct Tabulated {
  CellTable table;
  std::vector<std::string> notes;  // for the user: skipped records, rounding, a code for missing values
};

Tabulated tabulate(const Table& records, const Specification& specification, const Run& run);

}  // namespace sfumato::tables
