// Weights of columns as a user gives them: INCOME=2, TAX=1.
#pragma once

#include <vector>

#include "core/params.hpp"
#include "core/table.hpp"

namespace sfumato::risk {

// The weight of each of the columns; 1 where none is given. A weight is a number of at least 0, and the
// column must be one of these: anything else is an error that says what to type.
std::vector<double> column_weights(const ColumnTexts& given, const Table& table, const ColumnSet& columns);

}  // namespace sfumato::risk
