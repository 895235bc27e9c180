#include "masking/record_groups.hpp"

#include <cmath>

#include "masking/strata.hpp"

namespace sfumato::masking {

std::optional<ColumnId> column_of(const Table& table, Role role) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == role) return id;
  }
  return std::nullopt;
}

RecordGroups record_groups(const Column& column) {
  RecordGroups groups;
  for (const auto& rows : equal_rows(column)) {
    if (!column.missing(rows.front())) {
      groups.push_back(rows);
      continue;
    }
    for (const std::size_t row : rows) groups.push_back({row});
  }
  return groups;
}

bool equal_within(const Column& column, const RecordGroups& groups) {
  const Numbers values = column.to_numbers();
  for (const auto& members : groups) {
    const double first = values[members.front()];
    for (const std::size_t row : members) {
      if (values[row] != first && !(std::isnan(values[row]) && std::isnan(first))) return false;
    }
  }
  return true;
}

std::vector<std::size_t> group_of_row(const RecordGroups& groups, std::size_t rows) {
  std::vector<std::size_t> result(rows);
  for (std::size_t h = 0; h < groups.size(); ++h) {
    for (const std::size_t row : groups[h]) result[row] = h;
  }
  return result;
}

}  // namespace sfumato::masking
