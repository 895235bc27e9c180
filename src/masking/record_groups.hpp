// Records that belong together: the members of a household, or the records of a person or company.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/table.hpp"

namespace sfumato::masking {

using RecordGroups = std::vector<std::vector<std::size_t>>;

// The first column with a role.
std::optional<ColumnId> column_of(const Table& table, Role role);

// The rows of each value. Records without a value are groups of one.
RecordGroups record_groups(const Column& column);

// Is the column equal in all records of each group?
bool equal_within(const Column& column, const RecordGroups& groups);

// The group of each row.
std::vector<std::size_t> group_of_row(const RecordGroups& groups, std::size_t rows);

}  // namespace sfumato::masking
