// Public survey files with the roles of their columns: the results of published software for them are known.
#pragma once

#include <string>

#include "core/table.hpp"

namespace sfumato::testing {

// Keys urbrur, roof, walls, water, electcon, relat and sex, sampling_weight, and the household ori_hid.
Table household_survey(const std::string& path);

// Keys Key1 to Key4, and w.
Table small_survey(const std::string& path);

// The same table, with a role for one of its columns.
Table with_role(Table table, const std::string& column, Role role);

}  // namespace sfumato::testing
