#include "queries/ledger/new_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "queries/ledger/writer_lock.hpp"

namespace sfumato::queries {
namespace {

void sync_path(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  const int reason = errno;
  if (file >= 0) close(file);
  if (!good) throw Error(ErrorCode::input_output, "cannot sync " + path + ": " + std::strerror(reason));
}

void write_opening(const std::string& path, std::int64_t application, std::int64_t format, LogRow row) {
  SqliteFile file(path);
  file.run("PRAGMA journal_mode = WAL");
  file.run("BEGIN IMMEDIATE");
  file.run(("PRAGMA application_id = " + std::to_string(application)).c_str());
  file.run(("PRAGMA user_version = " + std::to_string(format)).c_str());
  file.run(log_table);
  row.chain = chain_digest(Digest{}, row);
  LogRows(file).insert(row);
  file.run("COMMIT");
}

}  // namespace

void create_log(const std::string& path, const std::string& noun, std::int64_t application,
                std::int64_t format, LogRow opening) {
  for (const char* other : {"-wal", "-shm", "-journal"}) {
    if (io::exists(path + other)) bad_input(path + other + " already exists", "remove it first");
  }
  const int made = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (made < 0) {
    if (errno == EEXIST) bad_input(path + " already exists", noun + " is never overwritten");
    throw Error(ErrorCode::input_output, "cannot create " + path + ": " + std::strerror(errno));
  }
  close(made);
  try {
    write_opening(path, application, format, std::move(opening));
    const WriterLock lock(path + "-lock");
    sync_path(path);
    const std::string folder = std::filesystem::path(path).parent_path().string();
    sync_path(folder.empty() ? "." : folder);
  } catch (...) {
    for (const char* other : {"", "-wal", "-shm", "-lock"}) unlink((path + other).c_str());
    throw;
  }
}

}  // namespace sfumato::queries
