// The controller's map of records, as `mask --map` writes it: which masked record is which original one.
#pragma once

#include <string>

#include "compare/table_pair.hpp"
#include "core/run.hpp"

namespace sfumato::cli {

// CSV with the columns masked and original, counted from 1. Numbers outside the two files and records
// that stand twice are errors that name the line.
compare::RecordMap read_record_map(const std::string& path, std::size_t masked_rows,
                                   std::size_t original_rows, const Run& run);

}  // namespace sfumato::cli
