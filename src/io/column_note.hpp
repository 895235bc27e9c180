// What the writers note about columns in the metadata of Arrow's schemas, under the key "sfumato": kinds,
// orders, labels and missing codes, as the text of a sidecar. Roles and domains do not belong to the data and
// stay in the sidecar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace sfumato::io {

std::string column_note(const std::vector<ColumnInfo>& infos);

// Nothing where there is no note, or it is not valid.
Declarations parse_column_note(std::string_view text);

// What is noted about a column replaces what was found; a note that does not fit the values is left out.
void apply_column_note(ColumnInfo& info, Column& column, const ColumnDeclaration& note);

}  // namespace sfumato::io
