// The columns of a database that questions have needed, cached in memory: reading a file for every question
// takes longer than answering it. The data of a database do not change.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "queries/database.hpp"

namespace sfumato::queries {

// Thread-safe.
class DataCache {
 public:
  // `check` is called with a table each time before its file is read, and throws if the file was changed.
  explicit DataCache(const Database& database, std::function<void(std::size_t)> check = {})
      : database_(database), check_(std::move(check)), tables_(database.catalogue().tables.size()) {}

  // A table in which at least these columns are filled. It stays valid while other columns are loaded.
  std::shared_ptr<const DataTable> get(std::size_t table, const std::vector<std::size_t>& columns);

 private:
  struct CachedTable {
    std::mutex mutex;
    std::shared_ptr<const DataTable> data;
    std::vector<bool> filled;
  };
  const Database& database_;
  std::function<void(std::size_t)> check_;
  std::vector<CachedTable> tables_;
};

}  // namespace sfumato::queries
