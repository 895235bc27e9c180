// Some rows of a table as JSON: a page of a list that can be sorted and filtered, and cells in the form in
// which a file would hold them.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::app {

struct TablePageRequest {
  std::uint64_t offset = 0, limit = 50;
  std::string sort;  // a column; empty: the order of the table
  bool descending = false;
  std::string filter;                // a text, in any case of ASCII letters; empty: all rows
  std::string column;                // where it is looked for; empty: in every column
  std::vector<std::string> columns;  // that are shown; none: all
};

// {"rows", "matched", "offset", "columns", "numbers", "cells"}. Numbers sort as numbers, dates by time,
// ordinal categories in their order and others by their bytes; missing values come last, and equal ones in
// the order of the table.
Value table_page(const Table& table, const TablePageRequest& wanted);

}  // namespace sfumato::app
