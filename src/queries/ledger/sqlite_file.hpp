// One SQLite file and its prepared statements, closed by their destructors. Text of users is always bound as
// a parameter, never part of a statement.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace sfumato::queries {

// An error of SQLite. `code` is its extended result code.
struct SqliteFailure {
  int code = 0;
  std::string message;
  bool disk() const;     // the disk failed: its content is unknown
  bool full() const;     // the disk is full: the transaction is rolled back
  bool damaged() const;  // not an SQLite file, or a damaged one
};

class SqliteFile {
 public:
  explicit SqliteFile(std::string path);  // must exist; throws SqliteFailure, as all functions here
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;
  ~SqliteFile();

  void run(const char* statements);
  std::int64_t number(const char* query);  // the only value
  std::string text(const char* query);
  void roll_back() noexcept;  // if a transaction is open
  // Pages in the write-ahead log after the last commit.
  int log_pages() const { return log_pages_; }
  // Copies as much as possible of the log into the file without waiting for other connections; false if the
  // disk failed.
  bool checkpoint();
  void abandon() { handle_ = nullptr; }  // in a process that did not open it
  // Is the file at the path still the one that was opened? Rows in a removed file would be lost.
  bool in_place() const;
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_; }

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
  int log_pages_ = 0;
  std::pair<std::uint64_t, std::uint64_t> identity_;  // device and inode
};

class SqliteStatement {
 public:
  SqliteStatement(SqliteFile& file, const char* text);
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement();

  // Parameters count from 1, columns from 0. Bound bytes must stay valid until `reset`.
  void bind(int place, std::int64_t value);
  void bind_text(int place, std::string_view text);
  void bind_bytes(int place, std::string_view bytes);
  bool step();  // is there a row?
  void reset() noexcept;

  // By the stored type.
  bool has_number(int column) const;
  bool has_text(int column) const;
  bool has_bytes(int column) const;
  std::int64_t number(int column) const;
  std::string bytes(int column) const;  // of a text, too

 private:
  void check(int code) const;
  SqliteFile& file_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace sfumato::queries
