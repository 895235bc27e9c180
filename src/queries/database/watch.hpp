// Notices changes of an open database by others: its terms and its catalogue never change, and its logs only
// grow. Costs a few stat calls each time; a file is read again only if its times, size or inode changed. Data
// are checked where they are loaded.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "queries/database/recorded_terms.hpp"

namespace sfumato::queries {

// Thread-safe.
class DatabaseWatch {
 public:
  // The database must outlive it. What was changed before is not noticed here.
  DatabaseWatch(const Database& database, RecordedTerms recorded);

  // What was changed, such as "terms.toml"; empty: nothing. Once something was changed, the result stays.
  std::optional<std::string> changed();
  // Something was found changed elsewhere.
  void mark(const std::string& what);

 private:
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0, changed_part = 0, modified = 0, modified_part = 0;  // seconds, nanoseconds
    bool operator==(const Stamp&) const = default;
  };
  struct File {
    std::string name;
    bool log = false;
    std::optional<Stamp> stamp;
  };
  std::optional<Stamp> stamp_of(const std::string& name) const;
  bool is_same(const File& file, const std::optional<Stamp>& now) const;

  const Database& database_;
  RecordedTerms recorded_;
  std::mutex mutex_;
  std::vector<File> files_;
  std::optional<std::string> what_;
};

}  // namespace sfumato::queries
