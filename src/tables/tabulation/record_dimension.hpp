// A dimension as the records have it: its codes with their hierarchies, and the place among them of every
// record.
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

// The code of records whose value is missing; it stands directly below the total.
inline constexpr const char* missing_code = "(missing)";

struct RecordDimension {
  Dimension dimension;
  RecordCodes records;
  // Where a record's code stands in the dimension: place[code + 1], place[0] for missing values.
  std::vector<std::uint32_t> place;
  std::vector<std::vector<std::size_t>> below;  // per code, the leaves that it stands for
  std::vector<std::string> notes;
};

// Codes are sorted, numbers by value and others by text; an ordinal column keeps its order and hierarchies
// theirs. A code that a hierarchy does not know, or divides further, is an error that names a row.
RecordDimension record_dimension(const Table& records, const DimensionSpecification& specification,
                                 const Run& run);

}  // namespace sfumato::tables
