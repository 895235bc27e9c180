// What of a table a .tab file has no place for. Said to whoever writes one, so that nothing is lost in
// silence.
#pragma once

#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// A sentence each, for a table of one view.
std::vector<std::string> argus_losses(const CellTable& table);

}  // namespace sfumato::tables
