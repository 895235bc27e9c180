// A column's values as small numbers, one for each distinct value, whatever its type. Dimensions, holdings
// and codes of asking are all looked up through these.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::tables {

struct RecordCodes {
  static constexpr std::int32_t missing = -1;
  std::span<const std::int32_t> codes;  // one per row: a position in `texts`, or `missing`
  std::vector<std::string> texts;       // distinct, as a file would hold them; some may occur in no row
  bool has_order = false;               // `texts` stand in an order that the column brings
  std::vector<std::int32_t> own_codes;  // what `codes` looks at, where it is not the column itself

  RecordCodes() = default;
  RecordCodes(const RecordCodes&) = delete;
  RecordCodes& operator=(const RecordCodes&) = delete;
  RecordCodes(RecordCodes&&) = default;
  RecordCodes& operator=(RecordCodes&&) = default;
};

// The column of that name, which must outlive the result. Doubles must be whole numbers; `purpose` says in
// the error what the column was to be: "cross", "use as holdings".
RecordCodes record_codes(const Table& records, const std::string& name, const std::string& purpose,
                         const Run& run);

// Whether code i - 1 occurs in some row; [0] for missing values.
std::vector<bool> occurring(const RecordCodes& column, const Run& run);

// The first row with that code, which occurs.
std::size_t first_row(const RecordCodes& column, std::int32_t code);

}  // namespace sfumato::tables
