// The population that a sample came from, as a list of all its units with their background columns, and
// which of them were not sampled: those can be released with drawn values instead of answers of respondents.
#pragma once

#include <optional>
#include <vector>

#include "core/table.hpp"

namespace sfumato::masking {

struct PopulationFrame {
  std::vector<std::size_t> outside;  // rows of the frame that are not in the sample, ascending
  ColumnSet background;              // columns of the sample that the frame has too
  std::vector<std::optional<ColumnId>> counterpart;  // of each column of the sample, in the frame
};

// Every record of the sample removes one unit from the frame: the first that has not been taken and that
// agrees in the identifiers that both tables have (a role that either declares), or else in all background
// columns, text for text and missing for missing. An error for a record without such a unit, for a column
// that is neither protected, identifier nor in the frame, and for columns of another kind in the frame.
PopulationFrame units_outside(const Table& sample, const ColumnSet& protected_columns, const Table& frame);

}  // namespace sfumato::masking
