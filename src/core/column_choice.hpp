// Which columns a command works on: those named, else those with a role to protect, else every numeric one.
// It is defined once, so that mask and measure choose the same columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "core/text_list.hpp"

namespace sfumato {

struct ColumnChoice {
  ColumnSet columns;
  bool named = false;  // by the parameter `columns`, not by role or kind
};

// Named columns must exist and be named once each. Without names: the quasi-identifiers and confidential
// columns; if there are none, the numeric columns that have no role.
ColumnChoice choose_columns(const Table& table, const std::vector<std::string>& named);

// Columns of the kinds that a method or measure accepts, and those it leaves out.
struct AcceptedColumns {
  ColumnSet columns;
  ColumnSet left_out;
};

// A column that was named and is of another kind is an error, unless `lenient`.
AcceptedColumns accepted_columns(const Table& table, const ColumnChoice& choice, Kinds accepted,
                                 std::string_view owner, bool lenient);

// "mdav takes numeric columns and leaves out 'sex'".
std::string left_out_warning(const std::vector<std::string>& owners, Kinds accepted,
                             const std::vector<std::string>& left_out);

}  // namespace sfumato
