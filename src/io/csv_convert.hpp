// The steps of reading delimited text that are the same for a whole file and for a part of one.
#pragma once

#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/byte_checks.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// How many bytes of a file are looked at to find out how it is written.
inline constexpr std::size_t csv_first_block = 1 << 20;

// Ends with an error that names the line where the bytes are not text.
void require_text(const FilePlan& plan, const ByteChecks& checks);

// The columns of the plan's body.
std::vector<Column> converted_columns(FilePlan& plan, const ByteChecks& checks, const Run& run);

// A column of nothing but missing values is text, unless it is declared numeric.
Column as_planned(Column column, const ColumnPlan& plan);

Kind found_kind(const Column& column);

// Tokens that must be kept with a column: one for every column that was used in a text column would be read
// as text next time. `gaps`: the column misses values.
std::vector<std::string> kept_tokens(const FilePlan& plan, bool text, bool gaps);

}  // namespace sfumato::io
