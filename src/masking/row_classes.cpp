// Gaps are keys of two values, packed with the others.
#include "masking/row_classes.hpp"

#include <algorithm>

namespace sfumato::masking {

stats::KeyClasses classes_with_gaps(const Table& table, const ColumnSet& equal, const ColumnSet& present,
                                    const Run& run) {
  stats::KeyTable keys = stats::key_table(table, equal, run);
  for (const ColumnId id : present) {
    const Column& column = table.column(id);
    if (column.missing_count() == 0) continue;
    stats::KeyColumn gaps{std::vector<std::int32_t>(table.rows()), 2};
    for (std::size_t row = 0; row < table.rows(); ++row) gaps.codes[row] = column.missing(row) ? 1 : 0;
    keys.columns.push_back(std::move(gaps));
  }
  return stats::equal_classes(keys, run);
}

std::vector<std::vector<std::size_t>> rows_by_class(const stats::KeyClasses& classes) {
  std::vector<std::vector<std::size_t>> rows(classes.count());
  for (std::size_t c = 0; c < rows.size(); ++c) rows[c].reserve(classes.sizes[c]);
  for (std::size_t row = 0; row < classes.of_row.size(); ++row) rows[classes.of_row[row]].push_back(row);
  return rows;
}

std::size_t changed_rows(const Table& original, const Table& masked, const ColumnSet& columns) {
  std::vector<bool> changed(original.rows(), false);
  for (const ColumnId id : columns) {
    // Side by side, so that equal values have equal codes.
    const Column* both[] = {&original.column(id), &masked.column(id)};
    const stats::KeyColumn keys = stats::key_column(concatenated(both));
    for (std::size_t row = 0; row < changed.size(); ++row) {
      changed[row] = changed[row] || keys.codes[row] != keys.codes[changed.size() + row];
    }
  }
  return static_cast<std::size_t>(std::count(changed.begin(), changed.end(), true));
}

}  // namespace sfumato::masking
