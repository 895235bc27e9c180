// Tables to and from Apache Arrow, for the formats that Arrow reads and writes. Kinds, labels and orders are
// stored in the schema's metadata, as the text of a sidecar under the key "sfumato".
#pragma once

#include <memory>
#include <string>

#include "core/table.hpp"
#include "io/memory_budget.hpp"

namespace arrow {
class ChunkedArray;
class Table;
}  // namespace arrow

namespace sfumato::io {

// One column of a file; `where` names both in errors.
//
// Integers of any width become 64-bit integers, floats doubles (NaN is missing), booleans "true" and
// "false". Decimals become doubles where these keep all digits (15), else text; timestamps without a time
// zone dates where all are at midnight, else ISO text; times ISO text; dictionaries codes, ordinal where
// they are ordered. Refused by column: nested types, durations, integers beyond 64 bits, infinities,
// dates outside the years 1-9999, texts that are not UTF-8.
Column column_from_arrow(const arrow::ChunkedArray& chunks, const std::string& where);

// The whole table, with the kinds, labels and orders that the writer of sfumato has noted.
// Ends with an error where its columns would exceed the budget.
Table table_from_arrow(const arrow::Table& table, const std::string& source, const MemoryBudget& budget);

// Shares the values of `table`, which must stay. Labels that no row uses are left out, unless they belong
// to a declared order; slots of missing values hold zeros. Refuses infinities and dates as above.
std::shared_ptr<arrow::Table> table_to_arrow(const Table& table);

}  // namespace sfumato::io
