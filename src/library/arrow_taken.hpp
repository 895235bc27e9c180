// Rows of a caller's column copied into a new one of the caller's type: for columns that a job has left alone
// in records that it has left out or moved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/column.hpp"
#include "library/arrow_stream.hpp"

namespace sfumato::library {

// For each row of `column` a row of `input` with the same value, −1 where it is missing; nothing where a
// value is not among those of `input`, or where they are stored in different ways.
std::optional<std::vector<std::int64_t>> rows_of_values(const Column& column, const Column& input);

// These rows of a column without a dictionary; −1 is a missing value.
ArrayParts taken_array(const ArrowData& data, std::size_t column, const std::vector<std::int64_t>& rows);

}  // namespace sfumato::library
