// The parts of a table that a .tab file cannot store. They are reported when one is written, so that nothing
// is lost silently.
#pragma once

#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// A sentence each, for a table of one view.
std::vector<std::string> argus_losses(const CellTable& table);

}  // namespace sfumato::tables
