// The order of steps makes a replacement atomic: the row of the log decides which files are valid. A crash
// before the row leaves the old data, a crash after it the new data.
#include "queries/database/refresh.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "io/private_path.hpp"
#include "queries/database/earlier_camouflage.hpp"
#include "queries/database/stored_records.hpp"

namespace sfumato::queries {
namespace {

constexpr const char* new_suffix = ".new";

[[noreturn]] void cannot_replace(const std::string& what, const std::string& path, int error) {
  io::file_failed(what, path, error, "choose a writable folder with free space");
}

// One replacement at a time.
class RefreshLock {
 public:
  explicit RefreshLock(const std::string& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    if (file_ < 0) cannot_replace("lock", path, errno);
    int done = -1;
    do done = ::flock(file_, LOCK_EX);
    while (done != 0 && errno == EINTR);
    if (done != 0) {
      const int reason = errno;
      ::close(file_);
      cannot_replace("lock", path, reason);
    }
  }
  RefreshLock(const RefreshLock&) = delete;
  RefreshLock& operator=(const RefreshLock&) = delete;
  ~RefreshLock() { ::close(file_); }

 private:
  int file_;
};

void sync_new(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) cannot_replace("open", path, errno);
  const int changed = ::fchmod(file, 0600) == 0 ? 0 : errno;
  try {
    if (changed != 0) cannot_replace("set the permissions of", path, changed);
    io::sync_file(file, path);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
  io::sync_folder_of(path);
}

// New files that are not recorded; removed, unless the log has recorded them.
class NewFiles {
 public:
  explicit NewFiles(std::string folder) : folder_(std::move(folder)) {}
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;
  ~NewFiles() {
    if (!recorded_) {
      for (const std::string& path : paths_) ::unlink(path.c_str());
    }
  }
  // The path of a new file. That of camouflage is created by what writes it, all others are empty here.
  std::string add(const std::string& file) {
    std::string path = folder_ + "/" + file + new_suffix;
    ::unlink(path.c_str());  // of a replacement that was interrupted; we hold the lock
    paths_.push_back(path);
    if (file == "camouflage.bin") return path;
    const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made < 0) cannot_replace("create", path, errno);
    ::close(made);
    return path;
  }
  void sync() const {
    for (const std::string& path : paths_) sync_new(path);
  }
  void keep() { recorded_ = true; }

 private:
  std::string folder_;
  std::vector<std::string> paths_;
  bool recorded_ = false;
};

void check_protection(const DatabaseTerms& terms, const std::string& accepted) {
  switch (terms.protection) {
    case Protection::dp:
      if (accepted.empty()) return;
      bad_input("'accept-intersection' is for the protections camouflage and input", "leave it out");
    case Protection::restrict:
      throw Error(ErrorCode::refused,
                  "the data of a restricted database cannot be replaced: exact answers before and after "
                  "differ by the records that changed, and the audit cannot cover what they disclose",
                  "create another database for the new data only if no answers about the old data were "
                  "published");
    case Protection::camouflage:
    case Protection::input:
      if (!accepted.empty()) return;
      throw Error(ErrorCode::refused,
                  "records that are in the old and the new data would be protected a second time: what "
                  "analysts know from both can be intersected",
                  "give ‹accept-intersection› with the reason why this may be; it is recorded in the log");
  }
}

}  // namespace

void finish_refresh(const Database& database, const RecordedTerms& recorded) {
  for (const auto& [file, digest] : recorded.files) {
    const std::string path = database.folder() + "/" + file, fresh = path + new_suffix;
    if (!io::is_regular_file(fresh)) continue;
    try {
      if (fingerprint(fresh) != digest) continue;
    } catch (const Error&) {
      continue;  // another process has renamed it
    }
    if (::rename(fresh.c_str(), path.c_str()) != 0 && errno != ENOENT) cannot_replace("replace", path, errno);
    io::sync_folder_of(path);
  }
}

CreatedDatabase refresh_database(const std::string& folder, const std::vector<io::TableFile>& sources,
                                 const Run& run, const std::string& key, const std::string& accepted) {
  const Database base(folder);
  check_protection(base.terms(), accepted);
  require_tables(base.catalogue(), sources.size());
  const RefreshLock lock(folder + "/refresh-lock");
  Ledger ledger(base.ledger_path());
  if (ledger.recorded().empty()) {
    ledger.record(recorded_text(base.terms(), base.catalogue(), base.folder()));
  }
  finish_refresh(base, require_same_terms(base, ledger.terms()).value());
  NewFiles files(folder);
  CreatedDatabase made = store_records(base.catalogue(), base.terms(), sources,
                                       {.place = [&](const std::string& file) { return files.add(file); },
                                        .check = [](const std::vector<DataTable>&) {},
                                        .key = key.empty() ? base.usual_key_path() : key},
                                       run);
  files.sync();
  run.check_stop();
  const std::string recorded = recorded_text(base.terms(), base.catalogue(), base.folder(), new_suffix);
  files.keep();  // the row may be on disk even if this fails
  ledger.refresh(recorded, accepted);
  finish_refresh(base, parse_recorded(recorded, "the log of '" + folder + "'"));
  return made;
}

}  // namespace sfumato::queries
