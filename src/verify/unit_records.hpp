// Records of persons or companies that have several: a promise about units is counted in a table that has one
// record for each unit and each combination of keys.
#pragma once

#include "core/class_promise.hpp"
#include "core/table.hpp"

namespace sfumato::verify {

struct UnitRecords {
  Table records;
  std::size_t several = 0;  // units with different keys in different records
};

// By the column `promise.unit`. A record without a unit is a unit of its own. Where a promise is also about
// values of other columns, a unit has a record for each of them.
UnitRecords records_of_units(const Table& table, const ClassPromise& promise);

}  // namespace sfumato::verify
