// Tables of cells as CSV, one row per cell, for spreadsheets and for tables of other programs. What rows
// cannot express (which codes add up to which) is in a TOML file beside them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value.hpp"
#include "tables/cell_table.hpp"
#include "tables/code_tree.hpp"

namespace sfumato::tables {

struct CsvTableOptions {
  Value sidecar = {};  // null where there is none
  std::string sidecar_source = {};
  // By column: with priority over the sidecar's.
  std::vector<std::pair<std::string, std::vector<CodeTree>>> hierarchies = {};
};

// The columns before `value` are the dimensions; `response` names what is shown where there are several.
// Others, all optional: status (a letter as in JJ, or safe, primary, secondary, kept), cost (the value
// without its sign), lower and upper (0 and none; an empty field is no bound), lower_level, upper_level,
// sliding_level, hits (positions of rules), frequency, and beside it holdings and weighted_frequency. Rows
// may come in any order, but every combination of codes must be there once, with all totals.
//
// Without a sidecar each dimension is flat, or has the hierarchies given, below the code that is called
// Total (or one of its usual other names); the lower bound is then none where some value is negative.
CellTable parse_table_csv(std::string_view bytes, const std::string& source, const CsvTableOptions& options);

// Every column, for every cell. An error for a table whose relations do not follow from its dimensions. The
// notes list what CSV cannot store.
std::vector<std::string> write_table_csv(const CellTable& table,
                                         const std::function<void(std::string_view)>& sink);

// [table] with title, rules, dimensions (name, codes with the total first, labels, sums), responses, views.
std::string csv_sidecar_text(const CellTable& table);

}  // namespace sfumato::tables
