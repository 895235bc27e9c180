// DuckDB converts what we have no type for: a query asks for integers, doubles and texts alone.
#include "io/formats/duckdb_table.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <vector>

#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/file_error.hpp"
#include "io/formats/duckdb_session.hpp"
#include "io/formats/typed_collector.hpp"
#include "io/output_place.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

enum class Cells { integers, doubles, texts };

// How a column is asked for, and what it then holds.
struct Asked {
  std::string expression;
  Cells cells;
  DeclaredType type;
};

Asked asked_for(const std::string& name, duck::Type type) {
  switch (type) {
    case duck::tinyint:
    case duck::smallint:
    case duck::integer:
    case duck::bigint:
    case duck::utinyint:
    case duck::usmallint:
    case duck::uinteger:
      return {"CAST(" + name + " AS BIGINT)", Cells::integers, DeclaredType::integer};
    case duck::single_float:  // the number that it is written as: 0.1, not the binary fraction next to it
      return {"CAST(CAST(" + name + " AS VARCHAR) AS DOUBLE)", Cells::doubles, DeclaredType::number};
    case duck::double_float:
      return {name, Cells::doubles, DeclaredType::number};
    case duck::ubigint:
    case duck::hugeint:
    case duck::uhugeint:
    case duck::decimal:
      return {"CAST(" + name + " AS VARCHAR)", Cells::texts, DeclaredType::decimal};
    case duck::date:
      return {"CAST(" + name + " AS VARCHAR)", Cells::texts, DeclaredType::date};
    case duck::timestamp:
    case duck::timestamp_s:
    case duck::timestamp_ms:
    case duck::timestamp_ns:
    case duck::timestamp_tz:
      return {"replace(CAST(" + name + " AS VARCHAR), ' ', 'T')", Cells::texts, DeclaredType::timestamp};
    case duck::boolean:
      return {"CAST(" + name + " AS VARCHAR)", Cells::texts, DeclaredType::boolean};
    case duck::blob:
      return {"'\\x' || lower(hex(" + name + "))", Cells::texts, DeclaredType::text};
    default:
      return {"CAST(" + name + " AS VARCHAR)", Cells::texts, DeclaredType::text};
  }
}

std::string quoted_name(const DatabaseAddress& address) {
  return duckdb_identifier(address.schema.empty() ? "main" : address.schema) + "." +
         duckdb_identifier(address.table);
}

bool is_there(DuckdbSession& session, const DatabaseAddress& address) {
  DuckdbResult found = session.query(
      "SELECT 1 FROM information_schema.tables WHERE table_catalog = current_database() AND "
      "lower(table_schema) = "
      "lower($1) AND lower(table_name) = lower($2)",
      {address.schema.empty() ? "main" : address.schema, address.table});
  return found.fetch() > 0;
}

std::string tables_of(DuckdbSession& session) {
  constexpr int most = 10;
  DuckdbResult names = session.query(
      "SELECT CASE WHEN table_schema = 'main' THEN table_name ELSE table_schema || '.' || table_name END "
      "FROM "
      "information_schema.tables WHERE table_catalog = current_database() ORDER BY 1");
  std::string list;
  int count = 0;
  while (const std::size_t rows = names.fetch()) {
    for (std::size_t row = 0; row < rows; ++row) {
      if (++count <= most) list += (list.empty() ? "" : ", ") + shown(std::string(names.text(0, row)));
    }
  }
  if (count == 0) return "the database has no tables";
  return "it has " + list + (count > most ? ", …" : "");
}

Table read_rows(DuckdbSession& session, const DatabaseAddress& address, const Run& run) {
  if (!is_there(session, address)) {
    bad_input("'" + session.path() + "' has no table '" + shown(address.name()) + "'", tables_of(session));
  }
  const std::string source = "'" + session.path() + "', table '" + shown(address.name()) + "'";
  std::string list;
  std::vector<Cells> cells;
  std::vector<TypedCollector> collectors;
  {
    DuckdbResult columns = session.query("SELECT * FROM " + quoted_name(address) + " LIMIT 0");
    for (std::size_t i = 0; i < columns.columns(); ++i) {
      const std::string name = columns.name(i);
      const Asked asked = asked_for(duckdb_identifier(name), columns.type(i));
      list += (list.empty() ? "" : ", ") + asked.expression;
      cells.push_back(asked.cells);
      collectors.emplace_back(name, asked.type, source);
    }
  }
  DuckdbResult records = session.query("SELECT " + list + " FROM " + quoted_name(address));
  while (const std::size_t rows = records.fetch()) {
    run.check_stop();
    for (std::size_t i = 0; i < collectors.size(); ++i) {
      for (std::size_t row = 0; row < rows; ++row) {
        if (records.missing(i, row)) {
          collectors[i].add_missing();
        } else if (cells[i] == Cells::integers) {
          collectors[i].add(records.value<std::int64_t>(i, row));
        } else if (cells[i] == Cells::doubles) {
          collectors[i].add(records.value<double>(i, row));
        } else {
          collectors[i].add(records.text(i, row));
        }
      }
    }
  }
  return collected(collectors);
}

std::string duckdb_type(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return "BIGINT";
  if (column.get_if<Numbers>() != nullptr) return "DOUBLE";
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    if (!times->zone.empty()) return "TIMESTAMP WITH TIME ZONE";
    return times->per_second > 1'000'000 ? "TIMESTAMP_NS" : "TIMESTAMP";
  }
  return column.get_if<Dates>() != nullptr ? "DATE" : "VARCHAR";
}

// Rows on their way into a table.
class RowAppender {
 public:
  RowAppender(const DuckdbSession& session, const DatabaseAddress& address)
      : session_(session), library_(duck::library()) {
    const std::string schema = address.schema.empty() ? "main" : address.schema;
    check(library_.appender_create(session.connection(), schema.c_str(), address.table.c_str(), &appender_));
  }
  ~RowAppender() { library_.appender_destroy(&appender_); }
  RowAppender(const RowAppender&) = delete;
  RowAppender& operator=(const RowAppender&) = delete;

  void add(const Column& column, std::size_t row) {
    if (column.missing(row)) return check(library_.append_null(appender_));
    if (const Integers* integers = column.get_if<Integers>()) {
      return check(library_.append_int64(appender_, integers->values[row]));
    }
    if (const Numbers* numbers = column.get_if<Numbers>()) {
      return check(library_.append_double(appender_, (*numbers)[row]));
    }
    if (const Dates* dates = column.get_if<Dates>()) {
      return check(library_.append_date(appender_, {dates->days[row]}));
    }
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      if (!times->zone.empty()) require_microseconds(*times, row, "DuckDB");
      const std::string text = times->text(times->ticks[row]);
      return check(library_.append_varchar_length(appender_, text.data(), text.size()));
    }
    const Codes& codes = *column.get_if<Codes>();
    const std::string& label = codes.labels[static_cast<std::size_t>(codes.codes[row])];
    check(library_.append_varchar_length(appender_, label.data(), label.size()));
  }
  void end_row() { check(library_.appender_end_row(appender_)); }
  void close() { check(library_.appender_close(appender_)); }

 private:
  void check(duck::State state) const {
    if (state != duck::success)
      session_.failed(appender_ == nullptr ? nullptr : library_.appender_error(appender_));
  }

  const DuckdbSession& session_;
  const duck::Library& library_;
  duck::Appender appender_ = nullptr;
};

class DuckdbOutput : public DatabaseOutput {
 public:
  explicit DuckdbOutput(const DatabaseAddress& address) : path_(address.location), new_file_(!exists(path_)) {
    refuse_foreign_links(path_);
    try {
      session_.emplace(path_, DuckdbSession::Use::write);
      session_->query("BEGIN TRANSACTION");
    } catch (...) {
      close();
      throw;
    }
  }
  ~DuckdbOutput() override { close(); }
  DuckdbOutput(const DuckdbOutput&) = delete;
  DuckdbOutput& operator=(const DuckdbOutput&) = delete;

  void create(const DatabaseAddress& address, const Table& like, bool replace, const Run& run) override {
    run.check_stop();
    require_distinct_names(like, "DuckDB");
    table_ = address;
    if (is_there(*session_, address)) {
      if (!replace) refuse_existing_table(address);
      session_->query("DROP TABLE " + quoted_name(address));
    }
    std::string columns;
    for (ColumnId id = 0; id < like.column_count(); ++id) {
      columns += (columns.empty() ? "" : ", ") + duckdb_identifier(like.info(id).name) + " " +
                 duckdb_type(like.column(id));
    }
    session_->query("CREATE TABLE " + quoted_name(address) + " (" + columns + ")");
  }

  void append(const Table& block, const Run& run) override {
    RowAppender rows(*session_, table_);
    for (std::size_t row = 0; row < block.rows(); ++row) {
      if (row % 4096 == 0) run.check_stop();
      for (ColumnId id = 0; id < block.column_count(); ++id) rows.add(block.column(id), row);
      rows.end_row();
    }
    rows.close();
  }

  Table read_back(const Run& run) override { return read_rows(*session_, table_, run); }

  void commit(const Run& run) override {
    run.check_stop();
    session_->query("COMMIT");
    committed_ = true;
    session_.reset();  // then the table is in the file itself, without a log beside it
    if (new_file_) sync_folder_of(path_);
  }
  bool may_be_there() const override { return committed_; }

 private:
  // Without a commit, a file that this output has made is removed with its log: DuckDB holds a lock on it, so
  // that it has nothing of another program.
  void close() {
    session_.reset();
    if (!new_file_ || committed_) return;
    ::unlink(path_.c_str());
    ::unlink((path_ + ".wal").c_str());
  }

  std::string path_;
  bool new_file_, committed_ = false;
  std::optional<DuckdbSession> session_;
  DatabaseAddress table_;
};

}  // namespace

Table read_duckdb_table(const DatabaseAddress& address, const Run& run) {
  DuckdbSession session(address.location, DuckdbSession::Use::read);
  return read_rows(session, address, run);
}

std::unique_ptr<DatabaseOutput> open_duckdb_output(const DatabaseAddress& address, const Run&) {
  return std::make_unique<DuckdbOutput>(address);
}

bool has_duckdb_table(const DatabaseAddress& address, const Run&) {
  DuckdbSession session(address.location, DuckdbSession::Use::read);
  return is_there(session, address);
}

}  // namespace sfumato::io
