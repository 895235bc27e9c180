#include "queries/data_cache.hpp"

namespace sfumato::queries {

std::shared_ptr<const DataTable> DataCache::get(std::size_t table, const std::vector<std::size_t>& columns) {
  CachedTable& cached = tables_.at(table);
  const std::lock_guard lock(cached.mutex);
  cached.filled.resize(database_.catalogue().tables[table].columns.size(), false);
  std::vector<std::size_t> missing;
  for (const std::size_t column : columns) {
    if (!cached.filled.at(column)) missing.push_back(column);
  }
  if (cached.data && missing.empty()) return cached.data;
  if (check_) check_(table);
  // Other threads may read the old table, so it is copied: at most once for each new column.
  auto more = std::make_shared<DataTable>(database_.load(table, missing));
  for (std::size_t column = 0; column < cached.filled.size(); ++column) {
    if (cached.filled[column]) more->columns[column] = cached.data->columns[column];
  }
  for (const std::size_t column : missing) cached.filled[column] = true;
  cached.data = std::move(more);
  return cached.data;
}

}  // namespace sfumato::queries
