// Persons or companies with several records: how many different ones agree with each record, under both
// interpretations of a missing cell.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/agreeing_records.hpp"

namespace sfumato::verify {

// The unit of each row. A record without one is a unit of its own.
using UnitCodes = std::vector<std::uint32_t>;
UnitCodes unit_codes(const Table& table, ColumnId column);

// How many different units these rows have.
std::size_t count_units(const UnitCodes& units, const Rows& rows);

// As category_agreement and wildcard_agreement, with units in place of records: `smallest` is the smallest
// number of units that agree with a record, its own among them, and `below` the number of units that have a
// record with fewer than k.
Agreement category_unit_agreement(const std::vector<Rows>& classes, const UnitCodes& units, std::size_t k);
Agreement wildcard_unit_agreement(const KeyTexts& keys, const std::vector<Rows>& classes,
                                  const UnitCodes& units, std::size_t k, const Run& run);

}  // namespace sfumato::verify
