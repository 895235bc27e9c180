#include "queries/data_cache.hpp"

namespace sfumato::queries {

std::shared_ptr<const DataTable> DataCache::get(std::size_t table, const std::vector<std::size_t>& columns) {
  Kept& kept = tables_.at(table);
  const std::lock_guard lock(kept.mutex);
  kept.filled.resize(database_.catalogue().tables[table].columns.size(), false);
  std::vector<std::size_t> missing;
  for (const std::size_t column : columns) {
    if (!kept.filled.at(column)) missing.push_back(column);
  }
  if (kept.data && missing.empty()) return kept.data;
  // Other threads may read the old table, so it is copied: at most once for each new column.
  auto more = std::make_shared<DataTable>(database_.load(table, missing));
  for (std::size_t column = 0; column < kept.filled.size(); ++column) {
    if (kept.filled[column]) more->columns[column] = kept.data->columns[column];
  }
  for (const std::size_t column : missing) kept.filled[column] = true;
  kept.data = std::move(more);
  return kept.data;
}

}  // namespace sfumato::queries
