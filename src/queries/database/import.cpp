// Imports records into a database: first every column by its declaration, then the selection of records.
// Nothing here depends on how often a value occurs or on the records of other units.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/database.hpp"
#include "queries/database/column_import.hpp"

namespace sfumato::queries {
namespace {

[[noreturn]] void refuse(const RefusedCell& refusal, const CatalogueColumn& declared,
                         const std::string& table) {
  const std::string where = "table " + io::quoted(table) + ", row " + std::to_string(refusal.row + 1) +
                            ", column " + io::quoted(declared.name) + ": ";
  if (refusal.missing) {
    bad_input(where + "the value is missing",
              "write null = true for the column in the catalogue, or impute missing values first");
  }
  const bool number = declared.kind == ColumnKind::number;
  bad_input(where + (declared.date ? "the value is not a date (YYYY-MM-DD) of the declared domain"
                     : number      ? "the value is not a number of the declared domain"
                                   : "the value is not a declared category"),
            number ? "correct the data or the domain, or declare how to treat such values: outside = "
                     "\"clamp\" (numbers and dates), \"null\" or \"drop\""
                   : "correct the data or the categories, or declare how to treat such values: outside = "
                     "\"null\" or \"drop\"");
}

std::vector<ColumnImport> import_columns(const Table& records, const CatalogueTable& catalogue,
                                         const std::string& source, const Run& run) {
  std::vector<std::size_t> places;
  for (const CatalogueColumn& column : catalogue.columns) {
    require_sound(column, catalogue.name);
    places.push_back(place_in_data(records.names(), column.name, source));
  }
  std::vector<ColumnImport> columns(places.size());
  run.expect(places.size());
  run.parallel(places.size(), [&](std::size_t i) {
    columns[i] = import_column(records.column(places[i]), catalogue.columns[i]);
    run.advance();
  });
  // The first refused row of all columns, so that the message does not depend on threads.
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].refused && (!worst || columns[i].refused->row < columns[*worst].refused->row)) worst = i;
  }
  if (worst) refuse(*columns[*worst].refused, catalogue.columns[*worst], catalogue.name);
  return columns;
}

// The unit of a record, as a number that is unique for the unit. Doubles are compared by their bits, except
// that +0 and −0 are equal.
std::int64_t unit_of(const Column& column, std::size_t row) {
  if (const auto* codes = column.get_if<Codes>()) return codes->codes[row];
  if (const auto* integers = column.get_if<Integers>()) return integers->values[row];
  if (const auto* dates = column.get_if<Dates>()) return dates->days[row];
  if (const auto* times = column.get_if<Timestamps>()) return times->ticks[row];
  return std::bit_cast<std::int64_t>((*column.get_if<Numbers>())[row] + 0.0);
}

// Removes from `kept` the records above the maximum of a unit; returns their number.
std::size_t bound_units(const Table& records, const CatalogueTable& catalogue, const std::string& source,
                        std::vector<std::uint8_t>& kept) {
  if (!catalogue.person) return 0;
  if (catalogue.rows_per_unit < 1) {
    bad_input("table " + io::quoted(catalogue.name) + ": rows-per-person must be at least 1",
              "correct rows-per-person in the catalogue");
  }
  const Column& column = records.column(place_in_data(records.names(), *catalogue.person, source));
  std::unordered_map<std::int64_t, std::int64_t> rows_of;
  std::size_t beyond = 0;
  for (std::size_t row = 0; row < records.rows(); ++row) {
    if (column.missing(row)) {
      bad_input("table " + io::quoted(catalogue.name) + ", row " + std::to_string(row + 1) + ": column " +
                    io::quoted(*catalogue.person) + ", which identifies persons, is missing",
                "give each such record its own identifier, or remove the record");
    }
    if (kept[row] == 0 || rows_of[unit_of(column, row)]++ < catalogue.rows_per_unit) continue;
    kept[row] = 0;
    ++beyond;
  }
  return beyond;
}

template <class T>
void keep_rows(std::vector<T>& values, const std::vector<std::uint8_t>& kept) {
  std::size_t next = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    values[next] = values[row];
    next += kept[row];
  }
  values.resize(next);
  values.shrink_to_fit();
}

void count_marks(const std::vector<ColumnImport>& columns, const std::vector<std::uint8_t>& kept,
                 ImportCount& count) {
  for (const ColumnImport& column : columns) {
    for (std::size_t row = 0; row < kept.size(); ++row) {
      if (kept[row] == 0 || column.marks[row] == 0) continue;
      count.rounded += (column.marks[row] & done::rounded) != 0 ? 1 : 0;
      count.clamped += (column.marks[row] & done::clamped) != 0 ? 1 : 0;
      count.made_null += (column.marks[row] & done::made_null) != 0 ? 1 : 0;
    }
  }
}

}  // namespace

Imported import_records(const Table& records, const CatalogueTable& catalogue, const Run& run) {
  const std::string source = "the data of table " + io::quoted(catalogue.name);
  std::vector<ColumnImport> columns = import_columns(records, catalogue, source, run);
  std::vector<std::uint8_t> kept(records.rows(), 1);
  for (const ColumnImport& column : columns) {
    for (std::size_t row = 0; row < kept.size(); ++row) {
      if ((column.marks[row] & done::dropped) != 0) kept[row] = 0;
    }
  }
  Imported result;
  result.count.table = catalogue.name;
  result.count.rows = records.rows();
  result.count.dropped = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), std::uint8_t{0}));
  result.count.beyond_unit = bound_units(records, catalogue, source, kept);
  result.count.kept = result.count.rows - result.count.dropped - result.count.beyond_unit;
  count_marks(columns, kept, result.count);
  result.data.rows = result.count.kept;
  for (ColumnImport& column : columns) {
    if (result.count.kept < result.count.rows) {
      std::visit([&](auto& values) { keep_rows(values, kept); }, column.values);
    }
    result.data.columns.push_back(std::move(column.values));
  }
  run.check_stop();
  return result;
}

}  // namespace sfumato::queries
