// The importance of columns, from a parameter: COLUMN=NUMBER for those that count more or less than others.
#pragma once

#include <string>
#include <vector>

#include "core/params.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

// What is wrong with these pairs; empty where nothing is.
std::string importance_refused(const ColumnTexts& importance);

// By column, 1 where not given. A column that is not among `columns` is an error.
std::vector<double> column_importance(const Table& table, const ColumnSet& columns,
                                      const ColumnTexts& importance);

}  // namespace sfumato::masking
