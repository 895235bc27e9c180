// The part of SQLite's C interface that tables need. Functions in views and triggers of an untrusted file are
// not called (trusted_schema).
#include "io/formats/sqlite_session.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/output_place.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr int busy_milliseconds = 5'000;

std::string hint_of(int code) {
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program is writing to it: wait until it has ended, and try again";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return "choose a file and a folder that you may write to";
    case SQLITE_CANTOPEN:
      return "check the name, and that you may read the file; beside a file in WAL mode SQLite needs to "
             "write";
    case SQLITE_NOTADB:
      return "name a file that SQLite has made";
    case SQLITE_CORRUPT:
      return "the file is damaged: try `sqlite3 FILE .recover`";
    case SQLITE_FULL:
      return "free disk space, or choose another folder";
    case SQLITE_IOERR:
      return "check the disk";
    default:
      return "check the file, and the names of the table and its columns";
  }
}

// Are there rights that this user lacks, or is something not there? Where nothing is in the way and SQLite
// fails nevertheless, the disk does.
bool is_denied(const std::string& path, int rights) {
  return ::access(path.c_str(), rights) != 0 && file_error_code(errno) == ErrorCode::bad_input;
}

bool may_be_opened(const std::string& path) {
  return is_denied(path, F_OK) ? !is_denied(folder_of(path), W_OK | X_OK) : !is_denied(path, R_OK);
}

bool may_be_written(const std::string& path) {
  return !is_denied(path, W_OK) && !is_denied(folder_of(path), W_OK | X_OK);
}

bool disk_fails(sqlite3* handle) {
  int error = 0;
  return sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK && error == EIO;
}

}  // namespace

std::string sqlite_identifier(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

SqliteSession::SqliteSession(std::string path, Use use) : path_(std::move(path)), use_(use) {
  if (is_folder(path_)) bad_input("'" + path_ + "' is a folder", "name the file of the database");
  if (use == Use::read && !exists(path_))
    bad_input("cannot read '" + path_ + "': there is no such file", "check the name");
  const int flags = use == Use::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // "./" keeps a name such as ":memory:" or "file:x" the name of a file.
  const std::string name = path_.starts_with('/') ? path_ : "./" + path_;
  const int opened =
      sqlite3_open_v2(name.c_str(), &handle_, flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  try {
    if (opened != SQLITE_OK) failed(opened);
    sqlite3_busy_timeout(handle_, busy_milliseconds);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    run("PRAGMA cell_size_check = ON");
    // EXTRA: a commit returns when the end of the journal is on disk, too.
    if (use == Use::write) run("PRAGMA synchronous = EXTRA");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

SqliteSession::~SqliteSession() {
  roll_back();
  sqlite3_close_v2(handle_);
}

void SqliteSession::failed(int code) const {
  std::string message = handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_);
  int primary = code & 0xFF;
  const bool unreadable = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
  if (unreadable && disk_fails(handle_)) primary = SQLITE_IOERR;
  if (primary == SQLITE_CANTOPEN && may_be_opened(path_)) primary = SQLITE_IOERR;
  if (primary == SQLITE_READONLY && use_ == Use::write && may_be_written(path_)) primary = SQLITE_IOERR;
  if (code == SQLITE_READONLY_ROLLBACK) {
    bad_input("'" + path_ + "': a program ended in the middle of a change of this database",
              "open it once with a program that may write to it, such as `sqlite3 FILE .tables`: SQLite then "
              "puts it "
              "back in order");
  }
  if (first_invalid_utf8(message) != std::string::npos) message = "a message that is not UTF-8";
  const bool disk = primary == SQLITE_IOERR || primary == SQLITE_FULL;
  throw Error(disk ? ErrorCode::input_output : ErrorCode::bad_input,
              "'" + path_ + "': SQLite: " + shown(message), hint_of(primary));
}

void SqliteSession::run(const std::string& statement) {
  const int code = sqlite3_exec(handle_, statement.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) failed(code);
}

bool SqliteSession::has_table(const std::string& table) {
  SqliteStatement found(
      *this, "SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE");
  found.bind(0, table);
  return found.step();
}

void SqliteSession::roll_back() noexcept {
  if (handle_ != nullptr && sqlite3_get_autocommit(handle_) == 0) {
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

SqliteStatement::SqliteStatement(SqliteSession& session, const std::string& text) : session_(session) {
  check(sqlite3_prepare_v2(session.handle(), text.c_str(), -1, &statement_, nullptr));
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) session_.failed(code);
}

void SqliteStatement::bind(int place, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, place + 1, value));
}
void SqliteStatement::bind(int place, double value) {
  check(sqlite3_bind_double(statement_, place + 1, value));
}
void SqliteStatement::bind(int place, std::string_view text) {
  check(sqlite3_bind_text64(statement_, place + 1, text.data() == nullptr ? "" : text.data(), text.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
}
void SqliteStatement::bind_missing(int place) { check(sqlite3_bind_null(statement_, place + 1)); }

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) session_.failed(code);
  return false;
}

void SqliteStatement::reset() { check(sqlite3_reset(statement_)); }

int SqliteStatement::columns() const { return sqlite3_column_count(statement_); }

std::string SqliteStatement::name(int column) const {
  const char* name = sqlite3_column_name(statement_, column);
  if (name == nullptr) throw std::bad_alloc();
  return name;
}

std::string SqliteStatement::declared_type(int column) const {
  const char* type = sqlite3_column_decltype(statement_, column);
  std::string result = type == nullptr ? "" : type;
  for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return result;
}

SqliteClass SqliteStatement::storage(int column) const {
  switch (sqlite3_column_type(statement_, column)) {
    case SQLITE_INTEGER:
      return SqliteClass::integer;
    case SQLITE_FLOAT:
      return SqliteClass::real;
    case SQLITE_TEXT:
      return SqliteClass::text;
    case SQLITE_BLOB:
      return SqliteClass::bytes;
    default:
      return SqliteClass::missing;
  }
}

std::int64_t SqliteStatement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double SqliteStatement::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view SqliteStatement::bytes(int column) const {
  const void* data = sqlite3_column_type(statement_, column) == SQLITE_TEXT
                         ? sqlite3_column_text(statement_, column)
                         : sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (data == nullptr && size > 0) throw std::bad_alloc();
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

}  // namespace sfumato::io
