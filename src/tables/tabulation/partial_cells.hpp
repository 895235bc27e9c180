// A tabulation of records that lie in many parts: each part becomes rows of tallies, rows of equal codes are
// merged in any order, and the merged rows make the table that the records would make, to the last digit.
#pragma once

#include <cstdint>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/tabulation/specification.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::tables {

// The column of tallies; beside it a row has the crossed columns and the holding, as the records have them.
inline constexpr const char* tally_column = "sfumato_tallies";

// The tallies of a part whose first record is record `first_row`, counted from 0, of all records. With
// holdings, a row for each holding in each cell, and for each record without one.
Table tally_part(const Table& records, const Specification& specification, std::int64_t first_row,
                 const Run& run);

// Rows with equal codes and holding as one.
Table merge_tallies(const Table& rows, const Specification& specification, const Run& run);

// The table, and how many records it is of.
struct TabulatedParts {
  Tabulated made;
  std::size_t records = 0;
};
// `repeated_keys`: records with the identifier of an earlier one, where record keys are made of identifiers.
TabulatedParts tabulate_tallies(const Table& rows, const Specification& specification,
                                std::size_t repeated_keys, const Run& run);

}  // namespace sfumato::tables
