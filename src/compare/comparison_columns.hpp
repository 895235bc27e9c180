// The columns of a comparison: which are protected and compared, and which have ties that mislead ranks.
#pragma once

#include <string>
#include <vector>

#include "compare/trials.hpp"
#include "core/warning.hpp"

namespace sfumato::compare {

// The columns that are protected and compared: those chosen, without identifiers; unless they were named,
// the numeric ones among them, if there are any. A warning names what is left out.
ColumnChoice comparison_columns(const Table& table, const std::vector<std::string>& named,
                                Warnings& warnings);

// The columns of which more than 5 % of the records share a value.
std::vector<std::string> tied_columns(const Subject& subject);

}  // namespace sfumato::compare
