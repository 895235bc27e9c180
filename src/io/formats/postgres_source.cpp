// A cursor returns the rows in pieces, so that a table need not fit twice into memory; types are identified
// by PostgreSQL's permanent numbers (pg_type.dat).
#include "io/formats/postgres_source.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/code_collector.hpp"
#include "io/formats/postgres_records.hpp"
#include "io/formats/typed_collector.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr int piece = 20'000;  // rows

namespace type {
constexpr Oid boolean = 16, bigint = 20, smallint = 21, integer = 23, real = 700, double_precision = 701,
              padded_text = 1042, date = 1082, moment = 1114, moment_with_zone = 1184, numeric = 1700;
}

// One column being read. Cells come as PostgreSQL writes them.
class Collector {
 public:
  Collector(std::string name, Oid type) : name_(std::move(name)), type_(type) {}

  void add_missing() {
    if (is_integer()) {
      integers_.missing.resize(integers_.values.size(), 0);
      integers_.values.push_back(0);
      integers_.missing.push_back(1);
    } else if (is_real()) {
      numbers_.push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (type_ == type::date) {
      dates_.days.push_back(Dates::missing);
    } else {
      texts_.add_missing();
    }
  }
  void add(std::string_view text, std::size_t row) {
    if (is_integer()) {
      add_integer(text, row);
    } else if (is_real()) {
      numbers_.push_back(real_number(text, row));
    } else if (type_ == type::date) {
      std::int32_t day = 0;
      if (!parse_date(text, day)) wrong(row, "a date outside the years 1 to 9999");
      dates_.days.push_back(day);
    } else {
      add_text(text, row);
    }
  }
  ColumnInfo info() const {
    ColumnInfo result;
    result.name = name_;
    result.kind = is_integer() || is_real() ? Kind::numeric
                  : type_ == type::date     ? Kind::ordinal
                                            : Kind::nominal;
    return result;
  }
  Column take() {
    if (is_integer()) {
      if (!integers_.missing.empty()) integers_.missing.resize(integers_.values.size(), 0);
      return std::move(integers_);
    }
    if (is_real()) return std::move(numbers_);
    if (type_ == type::date) return std::move(dates_);
    return texts_.take();
  }

 private:
  bool is_integer() const {
    return type_ == type::bigint || type_ == type::smallint || type_ == type::integer;
  }
  bool is_real() const { return type_ == type::real || type_ == type::double_precision; }

  void add_integer(std::string_view text, std::size_t row) {
    const std::optional<std::int64_t> number = parse_integer(text);
    if (!number) wrong(row, "a value that is not an integer");
    integers_.values.push_back(*number);
  }
  // A REAL is the number that it is written as: 0.1, not the binary fraction next to it.
  double real_number(std::string_view text, std::size_t row) const {
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    const std::optional<double> number = parse_number(text);
    if (!number) wrong(row, "a value that is not a number");
    return *number;
  }
  void add_text(std::string_view text, std::size_t row) {
    if (type_ == type::numeric && text == "NaN") return texts_.add_missing();
    if (type_ == type::boolean) text = text == "t" ? "true" : "false";
    if (type_ == type::padded_text) text = text.substr(0, text.find_last_not_of(' ') + 1);
    if (first_invalid_utf8(text) != std::string_view::npos) wrong(row, "a text that is not UTF-8");
    texts_.add(text);
  }
  [[noreturn]] void wrong(std::size_t row, const std::string& what) const {
    bad_input("PostgreSQL: row " + std::to_string(row + 1) + ", column '" + shown(name_) + "' has " + what,
              "correct it there, or leave the column out: name a view, or a catalogue without it");
  }

  std::string name_;
  Oid type_;
  Integers integers_;
  Numbers numbers_;
  Dates dates_;
  CodeCollector texts_;
};

std::vector<std::string> first_column(const PGresult* result) {
  std::vector<std::string> texts;
  for (int row = 0; row < PQntuples(result); ++row) texts.emplace_back(PQgetvalue(result, row, 0));
  return texts;
}

// A column as data, not as a declared column of a catalogue.
Column as_data(Column column, Oid type) {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr) return column;
  if (type == type::numeric) return exact_numbers(*codes);
  if (type != type::moment && type != type::moment_with_zone) return column;
  Codes moments = *codes;
  for (std::string& label : moments.labels) {
    if (label.size() > 10 && label[10] == ' ') label[10] = 'T';
  }
  if (auto times = timestamps_of(moments)) return std::move(*times);
  return moments;
}

void add_rows(const PGresult* result, std::size_t before, std::vector<Collector>& columns) {
  for (int row = 0; row < PQntuples(result); ++row) {
    for (int i = 0; i < PQnfields(result); ++i) {
      Collector& column = columns[static_cast<std::size_t>(i)];
      if (PQgetisnull(result, row, i) != 0) {
        column.add_missing();
      } else {
        column.add({PQgetvalue(result, row, i), static_cast<std::size_t>(PQgetlength(result, row, i))},
                   before + static_cast<std::size_t>(row));
      }
    }
  }
}

}  // namespace

struct PostgresSource::State {
  PostgresSession session;
};

PostgresRecords read_cursor(PostgresSession& session, const std::string& query, const Run& run) {
  session.query("DECLARE sfumato_records NO SCROLL CURSOR FOR " + query, {}, run);
  std::vector<Collector> collectors;
  PostgresRecords records;
  std::size_t rows = 0;
  int received = piece;
  while (received == piece) {
    const PostgresResult result =
        session.query("FETCH FORWARD " + std::to_string(piece) + " FROM sfumato_records", {}, run);
    for (int i = static_cast<int>(collectors.size()); i < PQnfields(result.get()); ++i) {
      collectors.emplace_back(PQfname(result.get(), i), PQftype(result.get(), i));
      records.types.push_back(PQftype(result.get(), i));
    }
    add_rows(result.get(), rows, collectors);
    received = PQntuples(result.get());
    rows += static_cast<std::size_t>(received);
  }
  session.query("CLOSE sfumato_records", {}, run);
  std::vector<ColumnInfo> infos;
  std::vector<Column> values;
  for (Collector& collector : collectors) {
    infos.push_back(collector.info());
    values.push_back(collector.take());
  }
  records.table = {std::move(infos), std::move(values)};
  return records;
}

Table read_postgres_data(PostgresSession& session, const std::string& table, const Run& run) {
  session.query("SET LOCAL TimeZone TO 'UTC'", {}, run);
  PostgresRecords records = read_cursor(session, "SELECT * FROM " + table, run);
  for (ColumnId id = 0; id < records.table.column_count(); ++id) {
    Column column = as_data(records.table.column(id), records.types[id]);
    ColumnInfo info = records.table.info(id);
    if (info.kind == Kind::nominal && !column.is_text()) info.kind = Kind::numeric;
    records.table.replace(id, std::move(column));
    records.table.set_info(id, std::move(info));
  }
  return std::move(records.table);
}

std::vector<const char*> reading_settings() {
  return {"SET LOCAL DateStyle TO 'ISO, YMD'", "SET LOCAL IntervalStyle TO 'iso_8601'",
          "SET LOCAL extra_float_digits TO 1", "SET LOCAL bytea_output TO 'hex'",
          "SET LOCAL lock_timeout TO '10s'"};
}

PostgresSource::PostgresSource(const std::string& url, const Run& run)
    : state_(std::make_unique<State>(State{PostgresSession(url, run)})) {
  // All reads see the same snapshot, and nothing can be written, not even by a function in a view. How
  // values are written does not depend on the server's settings.
  state_->session.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", {}, run);
  for (const char* statement : reading_settings()) state_->session.query(statement, {}, run);
}

PostgresSource::~PostgresSource() = default;  // the transaction ends with the connection

std::string PostgresSource::table_named(const std::string& wanted, const Run& run) {
  const PostgresResult result = state_->session.query(
      "SELECT relname FROM pg_catalog.pg_class WHERE pg_catalog.pg_table_is_visible(oid) AND relkind IN "
      "('r', 'p', 'v', 'm', 'f') AND (relname = $1 OR pg_catalog.lower(relname::text) = "
      "pg_catalog.lower($1::text)) ORDER BY relname <> $1, relname",
      {wanted}, run);
  const std::vector<std::string> found = first_column(result.get());
  if (found.empty()) {
    bad_input(
        "PostgreSQL has no table '" + shown(wanted) + "', which the catalogue declares",
        "check the name; tables of another schema are found with ?options=-csearch_path%3DSCHEMA at the "
        "end of the address");
  }
  if (found.size() > 1 && found.front() != wanted) {
    bad_input("PostgreSQL has " + std::to_string(found.size()) + " tables that are named '" + shown(wanted) +
                  "' and differ only in case",
              "write its name in the catalogue as it is there");
  }
  return found.front();
}

std::vector<std::string> PostgresSource::columns_of(const std::string& table, const Run& run) {
  const PostgresResult result =
      state_->session.query("SELECT * FROM " + state_->session.identifier(table) + " LIMIT 0", {}, run);
  std::vector<std::string> names;
  for (int i = 0; i < PQnfields(result.get()); ++i) names.emplace_back(PQfname(result.get(), i));
  return names;
}

Table PostgresSource::read(const std::string& table, const std::vector<std::string>& columns,
                           const Run& run) {
  PostgresSession& session = state_->session;
  std::string list;
  for (const std::string& name : columns) list += (list.empty() ? "" : ", ") + session.identifier(name);
  return read_cursor(session, "SELECT " + list + " FROM " + session.identifier(table), run).table;
}

}  // namespace sfumato::io
