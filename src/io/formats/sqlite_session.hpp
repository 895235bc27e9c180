// One connection to an SQLite file, and its statements. Errors say what is wrong with the file and what to
// do; text of the schema, which the file's maker chose, is never run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sfumato::io {

// A name in quotes, whatever characters it has.
std::string sqlite_identifier(std::string_view name);

class SqliteSession {
 public:
  enum class Use { read, write };

  // For reading the file must exist; for writing it is made where it does not.
  SqliteSession(std::string path, Use use);
  ~SqliteSession();
  SqliteSession(const SqliteSession&) = delete;
  SqliteSession& operator=(const SqliteSession&) = delete;

  void run(const std::string& statement);
  // Is there a table or view of that name? Capital letters do not matter.
  bool has_table(const std::string& table);
  // Ends a transaction that was not committed.
  void roll_back() noexcept;

  [[noreturn]] void failed(int code) const;
  sqlite3* handle() const { return handle_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Use use_;
  sqlite3* handle_ = nullptr;
};

enum class SqliteClass { missing, integer, real, text, bytes };

class SqliteStatement {
 public:
  SqliteStatement(SqliteSession& session, const std::string& text);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  // Places count from 0. Texts must stay until the statement is run.
  void bind(int place, std::int64_t value);
  void bind(int place, double value);
  void bind(int place, std::string_view text);
  void bind_missing(int place);

  bool step();  // to the next row; false: there is none
  void reset();

  int columns() const;
  std::string name(int column) const;
  std::string declared_type(int column) const;  // in capital letters; empty: none
  SqliteClass storage(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view bytes(int column) const;  // of texts too

 private:
  void check(int code) const;

  SqliteSession& session_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace sfumato::io
