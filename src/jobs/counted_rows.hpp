// Tables whose rows stand for several equal records: the distinct records of data that are too large for one
// machine, each with how often it occurs. Jobs that take them give what they would give for the records.
#pragma once

#include <string>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::jobs {

// The table in which the column `count` has the role of counts, which are checked. A record without a unit is
// a unit by itself, so that a row of several of them becomes as many rows.
Table with_counts(Table table, const std::string& count, const std::string& units = {});

// How many records it has.
std::size_t record_number(const Table& table);

}  // namespace sfumato::jobs
