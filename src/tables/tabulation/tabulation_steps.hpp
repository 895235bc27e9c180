// The steps of a tabulation around the pass over the records, which parts of the records share: the layout of
// the table before it, and its cells after it.
#pragma once

#include <vector>

#include "tables/tabulation/holding_cells.hpp"
#include "tables/tabulation/leaf_cells.hpp"
#include "tables/tabulation/record_amounts.hpp"
#include "tables/tabulation/record_dimension.hpp"
#include "tables/tabulation/specification.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::tables {

// The given dimensions, and flat ones for other columns that tables cross.
std::vector<DimensionSpecification> all_dimensions(const Specification& specification);

// For each table the dimensions that it crosses.
std::vector<std::vector<std::size_t>> crossed_dimensions(
    const Specification& specification, const std::vector<DimensionSpecification>& dimensions);

// The dimensions of these records and, once the amounts are known, the empty cells of the table.
struct TableLayout {
  std::vector<std::vector<std::size_t>> crossed;
  std::vector<RecordDimension> dimensions;
  std::vector<Crossing> crossings;
};
TableLayout dimensions_of(const Table& records, const Specification& specification, Tabulated& result,
                          const Run& run);
void lay_out(TableLayout& layout, const RecordAmounts& amounts, const Specification& specification,
             Tabulated& result);

// Writes tallies, by crossing and response, into the cells; `holdings` is empty where there are none.
void fill_cells(CellTable& table, const Specification& specification, const RecordAmounts& amounts,
                const std::vector<Crossing>& crossings, const std::vector<std::vector<CellTallies>>& tallies,
                const std::vector<std::vector<HoldingTallies>>& holdings, const Run& run);

// "3 records have no 'group': each is a holding by itself".
void note_alone(const Holdings& holdings, const std::string& column, std::vector<std::string>& notes);

}  // namespace sfumato::tables
