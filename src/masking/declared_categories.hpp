// The categories of a differentially private release. They must be declared, like bounds of numbers: a list
// of those in the data would reveal the record that has a rare one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace sfumato::masking {

// What a nominal or ordinal column can hold: its declared order or categories, else the codes that have
// labels (except codes of missing values), else the leaves of its hierarchy. Each once; empty: nothing is
// declared.
std::vector<std::string> declared_categories(const ColumnInfo& info);

// Those of each column; columns without any are refused by name.
std::vector<std::vector<std::string>> release_categories(const Table& table, const ColumnSet& columns,
                                                         std::string_view method);

// The position of each cell among the categories. A missing cell, and one outside of them, has the position
// `instead`.
std::vector<double> category_places(const Column& column, const std::vector<std::string>& categories,
                                    std::size_t instead);

// A column of categories by their places. Codes that have labels, as in statistical packages, are numbers
// where all are written as such; else it is text. The type does not depend on the original, which would
// reveal something.
Column category_column(const std::vector<std::uint32_t>& places, const std::vector<std::string>& categories,
                       bool labelled_codes);

}  // namespace sfumato::masking
