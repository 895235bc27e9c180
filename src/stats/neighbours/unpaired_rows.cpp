// Rows without a missing value, found column by column.
#include "stats/neighbours/unpaired_rows.hpp"

#include <cstdint>

namespace sfumato::stats {
namespace {

std::vector<std::size_t> complete_rows(const Table& table, const ColumnSet& columns) {
  std::vector<std::uint8_t> incomplete(table.rows());
  for (const ColumnId id : columns) {
    const Column& column = table.column(id);
    for (std::size_t row = 0; row < incomplete.size(); ++row) {
      if (column.missing(row)) incomplete[row] = 1;
    }
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < incomplete.size(); ++row) {
    if (incomplete[row] == 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace

UnpairedRows unpaired_rows(const Table& original, const Table& masked, const ColumnSet& columns) {
  UnpairedRows records{complete_rows(original, columns), complete_rows(masked, columns), 0, 0};
  records.original_dropped = original.rows() - records.original.size();
  records.masked_dropped = masked.rows() - records.masked.size();
  return records;
}

void describe(const UnpairedRows& records, Value& details) {
  details.set("records", records.original.size()).set("masked_records", records.masked.size());
  if (records.original_dropped > 0) details.set("incomplete_records", records.original_dropped);
  if (records.masked_dropped > 0) details.set("incomplete_masked_records", records.masked_dropped);
}

}  // namespace sfumato::stats
