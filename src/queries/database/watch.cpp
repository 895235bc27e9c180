#include "queries/database/watch.hpp"

#include <sys/stat.h>

#include "core/error.hpp"

namespace sfumato::queries {

DatabaseWatch::DatabaseWatch(const Database& database, RecordedTerms recorded)
    : database_(database), recorded_(std::move(recorded)) {
  files_ = {{"terms.toml", false, {}}, {"catalogue.toml", false, {}}, {"ledger.sqlite", true, {}}};
  if (database.terms().protection == Protection::restrict) files_.push_back({"restriction.sqlite", true, {}});
  for (File& file : files_) file.stamp = stamp_of(file.name);
}

std::optional<DatabaseWatch::Stamp> DatabaseWatch::stamp_of(const std::string& name) const {
  struct stat status {};
  if (::stat((database_.folder() + "/" + name).c_str(), &status) != 0) return std::nullopt;
  return Stamp{status.st_dev,         status.st_ino,          static_cast<std::uint64_t>(status.st_size),
               status.st_ctim.tv_sec, status.st_ctim.tv_nsec, status.st_mtim.tv_sec,
               status.st_mtim.tv_nsec};
}

// Terms and catalogue are the same if their content is. The file of a log grows, and its content is checked
// where it is read.
bool DatabaseWatch::is_same(const File& file, const std::optional<Stamp>& now) const {
  if (!now) return false;
  if (file.log) {
    return file.stamp && now->device == file.stamp->device && now->inode == file.stamp->inode &&
           now->size >= file.stamp->size;
  }
  try {
    const Database again(database_.folder());
    return differences(recorded_, again.terms(), again.catalogue()).empty();
  } catch (const Error&) {
    return false;
  }
}

std::optional<std::string> DatabaseWatch::changed() {
  const std::lock_guard lock(mutex_);
  for (File& file : files_) {
    if (what_) break;
    const std::optional<Stamp> now = stamp_of(file.name);
    if (now && now == file.stamp) continue;
    if (!is_same(file, now)) {
      what_ = file.name;
    } else {
      file.stamp = now;
    }
  }
  return what_;
}

void DatabaseWatch::mark(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (!what_) what_ = what;
}

}  // namespace sfumato::queries
