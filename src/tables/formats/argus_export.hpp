// A protected table as tau-Argus writes it with <WRITETABLE>: a CSV of rows and columns, one record for each
// cell, and the records with flags that business statistics exchange. Other programs read these files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// What stands in place of the true values.
enum class ArgusValues : std::uint8_t { suppressed, rounded, adjusted };

struct ArgusExport {
  bool status = false;      // AS: the true value of every cell and its status, so not for the public
  bool skip_empty = false;  // SE: cells without a contributor are left out
  bool names = false;       // FL: a first line with the names of the columns
  bool quotes = true;       // QU: codes stand in double quotes
  bool levels = false;      // HL: the level of each code in its hierarchy
  ArgusValues values = ArgusValues::suppressed;
  std::vector<std::string> by;  // the dimensions in the order of the columns; all of them
};

// `original` has statuses and contributors, `published` the values; of a suppressed table both are the same
// with its pattern. Each has one view, and the same cells. Suppressed cells are "x", empty ones "-".
//
// Rows are the codes of the last dimension but one, columns those of the last; a block for each combination
// of the others.
std::string argus_csv_text(const CellTable& original, const CellTable& published, const ArgusExport& how);

// A line per cell: codes, value, and with AS the status as a number: 1 safe, 3 sensitive by dominance, p % or
// pq, 4 by request, 5 by frequency, 6 by zero, 9 without a rule, 10 kept, 11 secondary, 14 empty. Where
// several rules hit, frequency counts first, then 3, 4 and 6. With AS, changed values are followed by the
// true ones.
std::string argus_records_text(const CellTable& original, const CellTable& published, const ArgusExport& how);

// A line per cell that is not empty: codes, true value, contributors, and a flag: V published, A too few, F
// by p % or pq with the shares of the two largest, C by dominance of several with the share of the two
// largest, B by dominance of one or otherwise with the share of the largest, D secondary.
std::string argus_sbs_text(const CellTable& original, const CellTable& published, const ArgusExport& how);

}  // namespace sfumato::tables
