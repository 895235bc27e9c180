// Only rows without a unit are ever written out: what else they say of records is said by the count.
#include "jobs/counted_rows.hpp"

#include <numeric>

#include "core/error.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::jobs {
namespace {

std::optional<ColumnId> unit_column(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::unit) return id;
  }
  return std::nullopt;
}

Table with_single_unitless_records(const Table& table, ColumnId unit, ColumnId count) {
  const stats::RecordCounts counts = stats::record_counts(table);
  std::vector<std::size_t> rows;
  Integers numbers;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const bool alone = table.column(unit).missing(row);
    for (std::uint32_t i = 0; i < (alone ? counts[row] : 1U); ++i) {
      rows.push_back(row);
      numbers.values.push_back(alone ? 1 : counts[row]);
    }
  }
  if (rows.size() == table.rows()) return table;
  Table result = table.taking_rows(rows);
  result.replace(count, std::move(numbers));
  return result;
}

}  // namespace

Table with_counts(Table table, const std::string& count, const std::string& units) {
  const ColumnId id = about("count", [&] { return table.require(count); });
  ColumnInfo info = table.info(id);
  if (info.role && info.role != Role::count) {
    bad_param("count", "column '" + count + "' is declared as " + std::string(to_text(*info.role)) +
                           ", and cannot count records");
  }
  info.role = Role::count;
  table.set_info(id, std::move(info));
  about("count", [&] { return stats::record_counts(table); });
  const std::optional<ColumnId> unit = units.empty() ? unit_column(table) : table.find(units);
  return unit ? with_single_unitless_records(table, *unit, id) : table;
}

std::size_t record_number(const Table& table) { return stats::record_counts(table).records(table.rows()); }

}  // namespace sfumato::jobs
