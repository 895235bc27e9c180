// The columns of a database that questions have asked for, kept in memory: reading a file for every question
// takes longer than answering it. The data of a database do not change once it is made.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "queries/database.hpp"

namespace sfumato::queries {

// For any number of threads.
class DataCache {
 public:
  explicit DataCache(const Database& database)
      : database_(database), tables_(database.catalogue().tables.size()) {}

  // A table in which at least these columns are filled. Whoever holds it keeps it, whatever is read
  // meanwhile.
  std::shared_ptr<const DataTable> get(std::size_t table, const std::vector<std::size_t>& columns);

 private:
  struct Kept {
    std::mutex mutex;
    std::shared_ptr<const DataTable> data;
    std::vector<bool> filled;
  };
  const Database& database_;
  std::vector<Kept> tables_;
};

}  // namespace sfumato::queries
