// The second evidence that rows were reordered, for tables in which few rows are unique: both have the same
// rows equally often.
#pragma once

#include <optional>
#include <vector>

#include "compare/row_correspondence.hpp"
#include "compare/row_hashes.hpp"

namespace sfumato::compare {

// Both tables have the same rows as often, more than columns that moved apart would by chance, and half of
// the places or more differ, as in a random order. None: no such evidence.
std::optional<MovedRows> same_rows_elsewhere(const std::vector<CommonColumn>& all);

}  // namespace sfumato::compare
