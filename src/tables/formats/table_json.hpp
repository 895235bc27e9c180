// Sfumato's own format for tables of cells: complete and readable JSON. Decimals are plain JSON numbers,
// written and read digit by digit.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// {"format": "sfumato-table", "version": 1, "title", "dimensions": [{"name", "codes", "labels", "sums":
// [[parent, child…]…]}…], "responses": [{"name", "counts", "mean_of"}…], "views": [{"dimensions",
// "response"}…], "rules": […], "kept_contributions", "columns": […], "cells": [[code…, response, value, cost,
// status, lower, upper, lower_level, upper_level, sliding_level, hits]…], "contributors": [[frequency,
// holdings, weighted_frequency, total, [request, request], [amount, weight, contributor…], […]]…],
// "keys": [16 hexadecimal digits…], "additive", "relations": [[right, cell, coefficient…]…]}.
//
// A cell names its response only where there are several, its hits (the positions of the rules) only where
// rules were applied; a bound that does not exist is null. Without "relations" they are those of
// lay_out_cells, and cells may come in any order; a cell that is missing, duplicated or in no view is an
// error. With dimensions, "relations" must contain the sums implied by the codes. Rules are those of
// parse_rule. check_table checks whether the table is additive; "additive": false says that it need not be,
// as after perturbation cell by cell: such a table has no relations.
CellTable parse_table_json(std::string_view text, const std::string& source);

// Names of dimensions and of responses must be distinct.
void write_table_json(const CellTable& table, const std::function<void(std::string_view)>& sink);

}  // namespace sfumato::tables
