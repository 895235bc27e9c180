// Columns of typed formats, converted to what a sidecar or flags declare:
// codes stored as numbers become categories, numbers stored as text become numbers.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::io {

// Tokens (a column's own and `missing`, for every column) become missing values, by text or in columns of
// numbers by number. Numbers declared nominal or ordinal become text, unless value labels say what they
// stand for; text declared numeric becomes numbers, or is refused with its row. Ordinal text gets the
// declared order. `source` names the file in errors.
Table as_declared(Table table, const Declarations& declared, const std::vector<std::string>& missing,
                  const std::string& source);

// A column of text whose value labels belong to numbers, and whose texts all are integers, as integers:
// this restores codes that were stored as delimited text. Any other column is unchanged.
Column with_labelled_codes(Column column, const ColumnInfo& info);

// Refuses a domain of a column that is not numeric; `source` names the data in errors.
void require_numeric_domains(const std::vector<ColumnInfo>& columns, const std::string& source);

// Whether every label belongs to a number (or to a missing code such as ".a"), and there is one.
bool labels_numbers(const ValueLabels& labels);
// Whether a code is one of Stata's and SAS's missing values, ".a" to ".z".
bool is_missing_code(std::string_view code);

}  // namespace sfumato::io
