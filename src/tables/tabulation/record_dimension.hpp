// A dimension from records: its codes with their hierarchies, and the position of every record among them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/dimension.hpp"
#include "tables/tabulation/record_codes.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

// The code of records whose value is missing; it is directly below the total.
inline constexpr const char* missing_code = "(missing)";

struct RecordDimension {
  Dimension dimension;
  RecordCodes records;
  // The position of a record's code in the dimension: place[code + 1], place[0] for missing values.
  std::vector<std::uint32_t> place;
  std::vector<std::vector<std::size_t>> below;  // per code, the leaves below it
  std::vector<std::string> notes;
};

// Codes are sorted, numbers by value and others by text; an ordinal column and hierarchies keep their order.
// A code that is not in a hierarchy, or not a finest code, is an error that names a row.
RecordDimension record_dimension(const Table& records, const DimensionSpecification& specification,
                                 const Run& run);

}  // namespace sfumato::tables
