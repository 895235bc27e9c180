// Shared by the readers and writers of table files: the columns of a cell, and which cells and relations need
// not be written since they follow from the dimensions and views.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// Of a cell's row: the dimensions, the response where there are several, the columns of every cell, and
// "hits" where rules were applied.
std::vector<std::string> cell_columns(const CellTable& table);

// Whether cells and relations are those that lay_out_cells makes from the dimensions and views.
bool is_laid_out(const CellTable& table);

// Every sum becomes a relation for each combination of the other dimensions' codes, so that a small file
// could require any amount of memory. More than 100 levels of sums, more than 64 sums of one code, or sums
// far longer than those of 32 hierarchies are an error. Cycles are left to check_dimension.
void require_modest_sums(const Dimension& dimension);

// An empty table of these dimensions, responses and views, laid out. More than `rows` cells in one view, or
// far more in all, are an error before memory is allocated: the file cannot have them.
CellTable laid_out(const CellTable& described, std::size_t rows, const std::string& source);

// For each row of a file (its codes and response, one after the other) the position of its cell in `laid`.
// Every cell must occur once; `row_name` names a row, such as "line 7".
std::vector<std::size_t> places_of_rows(const CellTable& laid, std::span<const std::uint32_t> coordinates,
                                        const std::string& source,
                                        const std::function<std::string(std::size_t row)>& row_name);

// For a table with its own relations in addition to dimensions: each combination of codes is one cell, and
// wherever a code and all its parts are cells, their sum is among the relations. Without this check the
// relations could hold while the sums of the codes do not, and an audit would miss sums that every attacker
// can compute.
void require_sums_of_dimensions(const CellTable& table, const std::string& source);

// Copies the rows to their cells; hits and contributors are empty or as many as cells.
void take_rows(CellTable& laid, const std::vector<std::size_t>& places, std::vector<Cell> cells,
               std::vector<std::uint64_t> hits, std::vector<Contributors> contributors);

}  // namespace sfumato::tables
