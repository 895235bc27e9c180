// Columns that come from a caller, such as a process of Spark, with what is known of those of the same names.
#pragma once

#include "core/table.hpp"

namespace sfumato::release {

// Labels of ordered columns are put into the declared order, as in all parts.
Table declared_as(Table given, const Table& like);

}  // namespace sfumato::release
