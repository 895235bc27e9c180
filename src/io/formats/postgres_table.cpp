// Reading is one read-only transaction. Writing is one transaction with CREATE TABLE and COPY, whose rows are
// sent as they are formatted.
#include "io/formats/postgres_table.hpp"

#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/formats/postgres_records.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t longest_name = 63;        // bytes; PostgreSQL cuts longer ones
constexpr std::size_t bytes_at_once = 1 << 18;  // of COPY

// The schema and name of a table or view: in the schema that is named, or else in those that are searched. By
// exactly this name, or else the only one that differs in case.
struct Found {
  std::string schema, table;
};

std::vector<Found> tables_like(PostgresSession& session, const DatabaseAddress& address, const Run& run) {
  const PostgresResult result = session.query(
      "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
      "c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (CASE WHEN $2 = '' THEN "
      "pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $2 END) AND pg_catalog.lower(c.relname::text) "
      "= "
      "pg_catalog.lower($1::text) ORDER BY c.relname <> $1, c.relname",
      {address.table, address.schema}, run);
  std::vector<Found> found;
  for (int row = 0; row < PQntuples(result.get()); ++row) {
    found.push_back({PQgetvalue(result.get(), row, 0), PQgetvalue(result.get(), row, 1)});
  }
  return found;
}

Found table_to_read(PostgresSession& session, const DatabaseAddress& address, const Run& run) {
  const std::vector<Found> found = tables_like(session, address, run);
  if (found.empty()) {
    bad_input("PostgreSQL has no table '" + shown(address.name()) + "' that this user can find",
              "check the name; a table of another schema is table=SCHEMA.NAME");
  }
  if (found.size() > 1 && found.front().table != address.table) {
    bad_input("PostgreSQL has " + std::to_string(found.size()) + " tables that are named '" +
                  shown(address.name()) + "' and differ only in case",
              "write its name as it is there");
  }
  return found.front();
}

// The table that CREATE TABLE would collide with; nothing where there is none.
std::optional<Found> table_in_place(PostgresSession& session, const DatabaseAddress& address,
                                    const Run& run) {
  DatabaseAddress there = address;
  if (there.schema.empty()) {
    const PostgresResult schema = session.query("SELECT pg_catalog.current_schema()", {}, run);
    if (PQgetisnull(schema.get(), 0, 0) != 0) {
      bad_input("PostgreSQL has no schema that a table of this user goes into",
                "name one: table=SCHEMA.NAME");
    }
    there.schema = PQgetvalue(schema.get(), 0, 0);
  }
  for (const Found& found : tables_like(session, there, run)) {
    if (found.table == address.table) return found;
  }
  return std::nullopt;
}

std::string quoted_name(const PostgresSession& session, const std::string& schema, const std::string& table) {
  return (schema.empty() ? "" : session.identifier(schema) + ".") + session.identifier(table);
}

std::string postgres_type(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return "bigint";
  if (column.get_if<Numbers>() != nullptr) return "double precision";
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    return times->zone.empty() ? "timestamp" : "timestamp with time zone";
  }
  return column.get_if<Dates>() != nullptr ? "date" : "text";
}

// A cell in the text form of COPY.
void add_cell(std::string& line, const Column& column, std::size_t row) {
  if (column.missing(row)) {
    line += "\\N";
  } else if (const Codes* codes = column.get_if<Codes>()) {
    for (const char c : codes->labels[static_cast<std::size_t>(codes->codes[row])]) {
      switch (c) {
        case '\\':
          line += "\\\\";
          break;
        case '\t':
          line += "\\t";
          break;
        case '\n':
          line += "\\n";
          break;
        case '\r':
          line += "\\r";
          break;
        default:
          line += c;
      }
    }
  } else if (const Numbers* numbers = column.get_if<Numbers>();
             numbers != nullptr && std::isinf((*numbers)[row])) {
    line += (*numbers)[row] > 0 ? "Infinity" : "-Infinity";
  } else {
    if (const Timestamps* times = column.get_if<Timestamps>())
      require_microseconds(*times, row, "PostgreSQL");
    line += column.text(row);
  }
}

void require_names(const Table& table) {
  for (const ColumnInfo& info : table.schema()) {
    if (!info.name.empty() && info.name.size() <= longest_name) continue;
    bad_input("the column '" + shown(info.name) +
                  "' cannot have this name in PostgreSQL, where names have 1 to " +
                  std::to_string(longest_name) + " bytes",
              "rename it, or write another format");
  }
}

class PostgresOutput : public DatabaseOutput {
 public:
  PostgresOutput(const DatabaseAddress& address, const Run& run) : session_(address.location, run) {
    session_.query("BEGIN", {}, run);
    for (const char* statement : reading_settings()) session_.query(statement, {}, run);
  }

  void create(const DatabaseAddress& address, const Table& like, bool replace, const Run& run) override {
    require_names(like);
    if (address.table.size() > longest_name) {
      bad_input("a table of PostgreSQL has a name of at most " + std::to_string(longest_name) + " bytes",
                "choose a shorter name");
    }
    name_ = quoted_name(session_, address.schema, address.table);
    if (const std::optional<Found> found = table_in_place(session_, address, run)) {
      if (!replace) refuse_existing_table(address);
      session_.query("DROP TABLE " + quoted_name(session_, found->schema, found->table), {}, run);
    }
    std::string columns;
    for (ColumnId id = 0; id < like.column_count(); ++id) {
      columns += (columns.empty() ? "" : ", ") + session_.identifier(like.info(id).name) + " " +
                 postgres_type(like.column(id));
    }
    session_.query("CREATE TABLE " + name_ + " (" + columns + ")", {}, run);
  }

  void append(const Table& block, const Run& run) override {
    session_.start_copy("COPY " + name_ + " FROM STDIN", run);
    std::string lines;
    for (std::size_t row = 0; row < block.rows(); ++row) {
      for (ColumnId id = 0; id < block.column_count(); ++id) {
        if (id > 0) lines += '\t';
        add_cell(lines, block.column(id), row);
      }
      lines += '\n';
      if (lines.size() < bytes_at_once) continue;
      session_.copy(lines, run);
      lines.clear();
    }
    session_.copy(lines, run);
    session_.end_copy(run);
  }

  Table read_back(const Run& run) override { return read_postgres_data(session_, name_, run); }

  void commit(const Run& run) override {
    run.check_stop();
    in_doubt_ = true;
    // Once it is sent, the commit is awaited.
    try {
      session_.query("COMMIT", {}, Run());
    } catch (const Error& failure) {
      in_doubt_ = session_.is_lost();
      if (!in_doubt_) throw;
      throw Error(ErrorCode::input_output,
                  "the connection was lost while the release was committed: " + failure.message,
                  "look whether the table is there before you repeat the release");
    }
    in_doubt_ = false;
  }
  bool may_be_there() const override { return in_doubt_; }

 private:
  PostgresSession session_;  // without COMMIT, the transaction ends with the connection
  std::string name_;         // quoted, of the table that was created last
  bool in_doubt_ = false;
};

}  // namespace

Table read_postgres_table(const DatabaseAddress& address, const Run& run) {
  PostgresSession session(address.location, run);
  session.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", {}, run);
  for (const char* statement : reading_settings()) session.query(statement, {}, run);
  const Found found = table_to_read(session, address, run);
  return read_postgres_data(session, quoted_name(session, found.schema, found.table), run);
}

std::unique_ptr<DatabaseOutput> open_postgres_output(const DatabaseAddress& address, const Run& run) {
  return std::make_unique<PostgresOutput>(address, run);
}

bool has_postgres_table(const DatabaseAddress& address, const Run& run) {
  PostgresSession session(address.location, run);
  return table_in_place(session, address, run).has_value();
}

}  // namespace sfumato::io
