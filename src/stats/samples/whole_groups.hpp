// A random part of records that belong together, such as households: whole groups are drawn, so that no
// relative of a drawn record is left among the others.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::stats {

// The group of each record by the first column with the role household, else unit; a record without a value
// is a group of its own. None: there is no such column.
std::optional<std::vector<std::size_t>> groups_by_role(const Table& table);

// Rows, ascending: groups in random order, each that fits into what is left of `size` records.
std::vector<std::size_t> drawn_groups(const std::vector<std::size_t>& group_of_row, std::size_t size,
                                      Rng rng);

}  // namespace sfumato::stats
