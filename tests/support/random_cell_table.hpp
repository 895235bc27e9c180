// Random tables of cells that add up: made of random records, so that linked tables, hierarchies and shared
// margins all agree with each other by themselves.
#pragma once

#include "core/rng.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::testing {

struct RandomCells {
  std::size_t most_dimensions = 3;
  std::size_t most_leaves = 5;
  std::size_t most_records = 40;
  bool hierarchies = true;    // some dimensions have one, or two that are not nested
  bool linked = true;         // some tables are several views
  bool negative = false;      // amounts may be
  bool decimals = true;       // amounts may have up to three
  bool odd_codes = true;      // quotes, commas, blanks, letters of other scripts
  bool statuses = true;       // random statuses, bounds and levels that make sense; else none
  bool contributors = false;  // records behind the cells, largest first
  bool rules = false;         // made-up rules and hits
};

tables::CellTable random_cell_table(Rng& rng, const RandomCells& options = {});

// The same cells and relations without dimensions, as a JJ file knows them.
tables::CellTable without_names(tables::CellTable table);

}  // namespace sfumato::testing
