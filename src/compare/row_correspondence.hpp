// Do the rows of a masked table stand in the order of the original's? Measures that take row i of both for
// the same person are wrong where they do not, and nothing in their values shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::compare {

// Evidence that rows were reordered.
struct MovedRows {
  std::vector<std::string> columns;  // which a row has as in the original, all together
  std::size_t found = 0;             // rows with a combination that both tables have exactly once
  std::size_t moved = 0;             // of these, the ones that stand at another place
  bool whole = false;  // the same rows equally often; `found` are all, `moved` those that differ
};

// Looks for columns of the same name that rows kept together: their combinations are in both tables, and at
// other places. One column alone proves nothing, because swapping methods move the values of single columns;
// nor do some columns that moved while another stayed. Where too few rows are unique, the tables must have
// the same rows equally often, more than columns that moved apart would by chance. None: no such evidence, or
// unequal numbers of rows. At most 16 columns are compared, those with the most values, and of many rows a
// part.
std::optional<MovedRows> moved_rows(const Table& original, const Table& masked, const Run& run);

// A warning about it; names are those of the tables.
std::string moved_rows_warning(const MovedRows& moved, const std::string& original,
                               const std::string& masked);

}  // namespace sfumato::compare
