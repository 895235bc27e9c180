// The part of SQLite's C interface that the ledger needs, and the settings that its guarantees depend on.
#include "queries/ledger/sqlite_file.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace sfumato::queries {

namespace {

// SQLite reports a read error of the disk as a damaged file.
bool disk_fails(sqlite3* handle) {
  int error = 0;
  return sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK && error == EIO;
}

[[noreturn]] void fail(sqlite3* handle, int code) {
  if (handle != nullptr && (sqlite3_errcode(handle) & 0xFF) == SQLITE_CORRUPT && disk_fails(handle))
    throw SqliteFailure{SQLITE_IOERR_READ, sqlite3_errstr(SQLITE_IOERR)};
  throw SqliteFailure{handle == nullptr ? code : sqlite3_extended_errcode(handle),
                      handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle)};
}

int keep_log_pages(void* where, sqlite3*, const char*, int pages) {
  *static_cast<int*>(where) = pages;
  return SQLITE_OK;
}

std::pair<std::uint64_t, std::uint64_t> identity(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

constexpr int busy_milliseconds = 30'000;

// Triggers and views are disabled: an attacker who adds one to the file cannot change our statements. Only
// `checkpoint` copies the log into the file. FULL: a commit returns when the log is on disk.
constexpr const char* settings =
    "PRAGMA synchronous = FULL;"
    "PRAGMA wal_autocheckpoint = 0;"
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA fullfsync = ON;"
    "PRAGMA checkpoint_fullfsync = ON;";

}  // namespace

bool SqliteFailure::disk() const { return (code & 0xFF) == SQLITE_IOERR; }
bool SqliteFailure::full() const { return (code & 0xFF) == SQLITE_FULL; }
bool SqliteFailure::damaged() const {
  return (code & 0xFF) == SQLITE_NOTADB || (code & 0xFF) == SQLITE_CORRUPT;
}

SqliteFile::SqliteFile(std::string path) : path_(std::move(path)), identity_(identity(path_)) {
  const int opened =
      sqlite3_open_v2(path_.c_str(), &handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  try {
    if (opened != SQLITE_OK) fail(handle_, opened);
    sqlite3_busy_timeout(handle_, busy_milliseconds);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    run(settings);
    sqlite3_wal_hook(handle_, keep_log_pages, &log_pages_);
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

SqliteFile::~SqliteFile() {
  if (handle_ != nullptr) sqlite3_close_v2(handle_);
}

bool SqliteFile::in_place() const { return identity(path_) == identity_; }

void SqliteFile::run(const char* statements) {
  const int code = sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_, code);
}

std::int64_t SqliteFile::number(const char* query) {
  SqliteStatement statement(*this, query);
  return statement.step() ? statement.number(0) : 0;
}

std::string SqliteFile::text(const char* query) {
  SqliteStatement statement(*this, query);
  return statement.step() ? statement.bytes(0) : std::string();
}

void SqliteFile::roll_back() noexcept {
  if (sqlite3_get_autocommit(handle_) == 0) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

bool SqliteFile::checkpoint() {
  const int code = sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  return (code & 0xFF) != SQLITE_IOERR;
}

SqliteStatement::SqliteStatement(SqliteFile& file, const char* text) : file_(file) {
  check(sqlite3_prepare_v3(file.handle(), text, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

SqliteStatement::~SqliteStatement() {
  if (file_.handle() != nullptr) sqlite3_finalize(statement_);
}

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) fail(file_.handle(), code);
}

void SqliteStatement::bind(int place, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, place, value));
}

void SqliteStatement::bind_text(int place, std::string_view text) {
  check(sqlite3_bind_text64(statement_, place, text.data() == nullptr ? "" : text.data(), text.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
}

void SqliteStatement::bind_bytes(int place, std::string_view bytes) {
  check(sqlite3_bind_blob64(statement_, place, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(file_.handle(), code);
  return false;
}

void SqliteStatement::reset() noexcept { sqlite3_reset(statement_); }

bool SqliteStatement::has_number(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_INTEGER;
}
bool SqliteStatement::has_text(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_TEXT;
}
bool SqliteStatement::has_bytes(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_BLOB;
}
std::int64_t SqliteStatement::number(int column) const { return sqlite3_column_int64(statement_, column); }
std::string SqliteStatement::bytes(int column) const {
  const void* start = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return start == nullptr ? std::string()
                          : std::string(static_cast<const char*>(start), static_cast<std::size_t>(size));
}

}  // namespace sfumato::queries
