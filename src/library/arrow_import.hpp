// Columns of a caller's Arrow data as columns of ours, by the rules by which the program reads a Parquet
// file.
#pragma once

#include <string>

#include "core/run.hpp"
#include "core/table.hpp"
#include "library/arrow_stream.hpp"

namespace sfumato::library {

// Integers of any width become 64-bit integers, floats doubles (NaN is missing), booleans "true" and "false".
// Decimals become doubles where these keep all digits (15), else text; timestamps without a time zone dates
// where all are at midnight, else ISO text; times ISO text; dictionaries codes, ordinal where they are
// ordered. Refused, by column and row: integers beyond 64 bits, infinities, dates outside the years 1-9999,
// texts that are not UTF-8, offsets that decrease, codes that a dictionary has not. `name` is the input in
// errors.
Table imported(const ArrowData& data, const std::string& name, const Run& run);

}  // namespace sfumato::library
