// Rows are read one at a time and written in one transaction, so that only the table itself takes memory.
#include "io/formats/sqlite_table.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/formats/sqlite_session.hpp"
#include "io/formats/typed_collector.hpp"
#include "io/output_place.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t rows_between_looks = 4096;  // at the stop token

// By the words in the declaration, as SQLite itself does it.
DeclaredType sqlite_type(const std::string& declared) {
  const auto has = [&](const char* word) { return declared.find(word) != std::string::npos; };
  if (has("BOOL")) return DeclaredType::boolean;
  if (has("INT")) return DeclaredType::integer;
  if (has("DATETIME") || has("TIMESTAMP")) return DeclaredType::timestamp;
  if (has("DATE") && !has("TIME")) return DeclaredType::date;
  if (has("REAL") || has("FLOA") || has("DOUB") || has("NUM") || has("DEC")) return DeclaredType::number;
  return DeclaredType::dynamic;
}

std::string tables_of(SqliteSession& session) {
  constexpr int most = 10;
  SqliteStatement names(session,
                        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE "
                        "'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  std::string list;
  int count = 0;
  while (names.step()) {
    if (++count <= most) list += (list.empty() ? "" : ", ") + shown(names.bytes(0));
  }
  if (count == 0) return "the database has no tables";
  return "it has " + list + (count > most ? ", …" : "");
}

void add_cell(const SqliteStatement& row, int column, TypedCollector& collector) {
  switch (row.storage(column)) {
    case SqliteClass::missing:
      return collector.add_missing();
    case SqliteClass::integer:
      return collector.add(row.integer(column));
    case SqliteClass::real:
      return collector.add(row.real(column));
    case SqliteClass::text:
      return collector.add(row.bytes(column));
    case SqliteClass::bytes:
      return collector.add_bytes(row.bytes(column));
  }
}

Table read_rows(SqliteSession& session, const DatabaseAddress& address, const Run& run) {
  if (!session.has_table(address.table)) {
    bad_input("'" + session.path() + "' has no table '" + shown(address.table) + "'", tables_of(session));
  }
  SqliteStatement row(session, "SELECT * FROM " + sqlite_identifier(address.table));
  std::vector<TypedCollector> collectors;
  for (int i = 0; i < row.columns(); ++i) {
    const std::string name = row.name(i);
    if (first_invalid_utf8(name) != std::string::npos) {
      bad_input("'" + session.path() + "': the name of column " + std::to_string(i + 1) + " is not UTF-8",
                "rename it");
    }
    collectors.emplace_back(name, sqlite_type(row.declared_type(i)),
                            "'" + session.path() + "', table '" + shown(address.table) + "'");
  }
  for (std::size_t rows = 0; row.step(); ++rows) {
    if (rows % rows_between_looks == 0) run.check_stop();
    for (int i = 0; i < static_cast<int>(collectors.size()); ++i) {
      add_cell(row, i, collectors[static_cast<std::size_t>(i)]);
    }
  }
  return collected(collectors);
}

std::string sqlite_column_type(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return "INTEGER";
  if (column.get_if<Numbers>() != nullptr) return "REAL";
  if (column.get_if<Timestamps>() != nullptr) return "TIMESTAMP";
  return column.get_if<Dates>() != nullptr ? "DATE" : "TEXT";
}

std::size_t file_bytes(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

class SqliteOutput : public DatabaseOutput {
 public:
  explicit SqliteOutput(const DatabaseAddress& address)
      : path_(address.location), new_file_(!exists(path_)), session_(opened(path_)) {
    try {
      session_->run("BEGIN IMMEDIATE");
    } catch (...) {
      close();
      throw;
    }
  }
  ~SqliteOutput() override { close(); }
  SqliteOutput(const SqliteOutput&) = delete;
  SqliteOutput& operator=(const SqliteOutput&) = delete;

  void create(const DatabaseAddress& address, const Table& like, bool replace, const Run& run) override {
    run.check_stop();
    require_distinct_names(like, "SQLite");
    table_ = address;
    if (session_->has_table(address.table)) {
      if (!replace) refuse_existing_table(address);
      session_->run("DROP TABLE " + sqlite_identifier(address.table));
    }
    std::string columns;
    for (ColumnId id = 0; id < like.column_count(); ++id) {
      columns += (columns.empty() ? "" : ", ") + sqlite_identifier(like.info(id).name) + " " +
                 sqlite_column_type(like.column(id));
    }
    session_->run("CREATE TABLE " + sqlite_identifier(address.table) + " (" + columns + ")");
  }

  void append(const Table& block, const Run& run) override {
    std::string places;
    for (ColumnId id = 0; id < block.column_count(); ++id) places += places.empty() ? "?" : ", ?";
    SqliteStatement insert(*session_,
                           "INSERT INTO " + sqlite_identifier(table_.table) + " VALUES (" + places + ")");
    std::vector<std::string> dates(block.column_count());
    for (std::size_t row = 0; row < block.rows(); ++row) {
      if (row % rows_between_looks == 0) run.check_stop();
      for (ColumnId id = 0; id < block.column_count(); ++id) {
        bind_cell(insert, static_cast<int>(id), block.column(id), row, dates[id]);
      }
      insert.step();
      insert.reset();
    }
  }

  Table read_back(const Run& run) override { return read_rows(*session_, table_, run); }

  void commit(const Run& run) override {
    run.check_stop();
    session_->run("COMMIT");
    committed_ = true;
    if (new_file_) sync_folder_of(path_);
  }
  bool may_be_there() const override { return committed_; }

 private:
  static std::unique_ptr<SqliteSession> opened(const std::string& path) {
    refuse_foreign_links(path);
    return std::make_unique<SqliteSession>(path, SqliteSession::Use::write);
  }
  static void bind_cell(SqliteStatement& insert, int place, const Column& column, std::size_t row,
                        std::string& date) {
    if (column.missing(row)) return insert.bind_missing(place);
    if (const Integers* integers = column.get_if<Integers>())
      return insert.bind(place, integers->values[row]);
    if (const Numbers* numbers = column.get_if<Numbers>()) return insert.bind(place, (*numbers)[row]);
    if (const Codes* codes = column.get_if<Codes>()) {
      return insert.bind(place, std::string_view(codes->labels[static_cast<std::size_t>(codes->codes[row])]));
    }
    date = column.text(row);
    insert.bind(place, std::string_view(date));
  }
  // A file that this output has made, and that nothing was committed to, is removed: SQLite leaves it empty.
  void close() noexcept {
    session_.reset();
    struct stat status {};
    const bool empty = ::stat(path_.c_str(), &status) == 0 && status.st_size == 0;
    if (new_file_ && !committed_ && empty) ::unlink(path_.c_str());
  }

  std::string path_;
  bool new_file_, committed_ = false;
  std::unique_ptr<SqliteSession> session_;
  DatabaseAddress table_;
};

}  // namespace

Table read_sqlite_table(const DatabaseAddress& address, const Run& run) {
  SqliteSession session(address.location, SqliteSession::Use::read);
  return read_rows(session, address, run);
}

std::unique_ptr<DatabaseOutput> open_sqlite_output(const DatabaseAddress& address, const Run&) {
  return std::make_unique<SqliteOutput>(address);
}

bool has_sqlite_table(const DatabaseAddress& address, const Run&) {
  if (!exists(address.location) || file_bytes(address.location) == 0) return false;
  // To write: SQLite then takes back what another program has left half-done.
  SqliteSession session(address.location, SqliteSession::Use::write);
  return session.has_table(address.table);
}

}  // namespace sfumato::io
