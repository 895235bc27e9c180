// The controller's map of records, as `mask --map` writes it: which masked record is which original one.
#pragma once

#include <string>
#include <vector>

#include "compare/table_pair.hpp"

namespace sfumato::jobs {

// From a table with the columns masked and original, counted from 1. Numbers outside the two files and
// records that stand twice are errors that name the line, as it stands in a file with a header.
compare::RecordMap record_map(const Table& table, const std::string& name, std::size_t masked_rows,
                              std::size_t original_rows);

// Such a table: record i of the masked one comes from the record `origins[i]` of the original, counted from
// 0.
Table map_table(const std::vector<std::size_t>& origins);

}  // namespace sfumato::jobs
