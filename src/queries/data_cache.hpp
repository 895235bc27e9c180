// The columns of a database that questions have needed, cached in memory: reading a file for every question
// takes longer than answering it. The data of a database do not change.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "queries/database.hpp"

namespace sfumato::queries {

// Thread-safe.
class DataCache {
 public:
  explicit DataCache(const Database& database)
      : database_(database), tables_(database.catalogue().tables.size()) {}

  // A table in which at least these columns are filled. It stays valid while other columns are loaded.
  std::shared_ptr<const DataTable> get(std::size_t table, const std::vector<std::size_t>& columns);

 private:
  struct CachedTable {
    std::mutex mutex;
    std::shared_ptr<const DataTable> data;
    std::vector<bool> filled;
  };
  const Database& database_;
  std::vector<CachedTable> tables_;
};

}  // namespace sfumato::queries
