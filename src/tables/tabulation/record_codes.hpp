// A column's values as small numbers, one for each distinct value, whatever its type. Dimensions, holdings
// and request codes all use these.
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
  std::vector<std::string> texts;       // distinct, as in a file; some may not occur in any row
  bool has_order = false;               // `texts` are in the order of the column
  std::vector<std::int32_t> own_codes;  // storage of `codes`, where it is not the column itself

  RecordCodes() = default;
  RecordCodes(const RecordCodes&) = delete;
  RecordCodes& operator=(const RecordCodes&) = delete;
  RecordCodes(RecordCodes&&) = default;
  RecordCodes& operator=(RecordCodes&&) = default;
};

// The column of that name, which must outlive the result. Doubles must be integers; the error names the
// `purpose` of the column: "cross", "use as holdings".
RecordCodes record_codes(const Table& records, const std::string& name, const std::string& purpose,
                         const Run& run);

// Whether code i - 1 occurs in some row; [0] for missing values.
std::vector<bool> occurring(const RecordCodes& column, const Run& run);

// The first row with that code, which must occur.
std::size_t first_row(const RecordCodes& column, std::int32_t code);

}  // namespace sfumato::tables
