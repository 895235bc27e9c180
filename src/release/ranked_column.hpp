// A numeric column with the values of groups of neighbours in its order in place of its own: an external
// merge sort, for columns that do not fit into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/stored_table.hpp"

namespace sfumato::release {

// Present values in ascending order, equal ones in the order of their records; group i has the places
// starts[i] … starts[i + 1] − 1. Missing cells stay missing. `entries` is how many values are sorted in
// memory at once; 0: what an eighth of the run's memory holds, or 256 MB.
std::shared_ptr<io::StoredColumn> ranked_column(
    const io::StoredTable& table, ColumnId id, const std::vector<std::uint32_t>& starts,
    const std::function<double(std::span<const double>)>& group_value, const std::string& folder,
    const Run& run, std::size_t entries = 0);

}  // namespace sfumato::release
