// Tables of cells in files, whatever the format: .json (sfumato's own, complete), .jj (the relation system),
// .csv, and tau-Argus's .tab with its .rda.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "io/formula_cells.hpp"
#include "tables/cell_table.hpp"
#include "tables/code_tree.hpp"

namespace sfumato::tables {

struct TableReadOptions {
  std::string format = {};    // "json", "jj", "csv", "tab"; empty: by extension
  std::string metadata = {};  // the .rda of a .tab; empty: the same name with .rda
  // Hierarchies of a CSV table's dimensions, by column: with priority over its sidecar's.
  std::vector<std::pair<std::string, std::vector<CodeTree>>> hierarchies = {};
  std::string apriori = {};  // a file of statuses, costs and levels to apply to the table
};

// "json", "jj", "csv", "tab".
std::vector<std::string> table_format_names();

// The requested format, or the one of the extension; an error if it is unknown.
std::string table_format(const std::string& path, const std::string& wanted = {});

// An error, before any work is done, for a path or format that no table can be written to. For CSV, with
// check_sidecar_place.
void check_table_format(const std::string& path, const std::string& format = {});

// A CSV table at `path` has a TOML file beside it. An error where that would be the same file, or where a
// file exists that is not the description of a table, such as a specification or the sidecar of data.
void check_sidecar_place(const std::string& path);

// Every file that write_cell_table may write: a CSV's sidecar; a .tab's .rda and, per dimension, .hrc and
// .cdl. None for standard output.
std::vector<std::string> written_paths(const CellTable& table, const std::string& path,
                                       const std::string& format = {});

// Checked (check_table): the result is additive. `notes`, if given, lists what the file has and is not used.
CellTable read_cell_table(const std::string& path, const TableReadOptions& options, const Run& run,
                          std::vector<std::string>* notes = nullptr);

// Beside `path`, then renamed into place. Only the owner has access: the files can be read back, so they have
// the values of suppressed cells, levels and contributions; write_publication is for others. A format that
// cannot store the table (JJ without finite bounds gets them: 0 to 1.5 times the largest cell, or more where
// protection levels need it) reports it in the returned notes. So does a CSV with codes that begin like
// formulas, unless `formulas` quotes them.
std::vector<std::string> write_cell_table(const CellTable& table, const std::string& path,
                                          const std::string& format = {},
                                          io::Formulas formulas = io::Formulas::keep);

// A hierarchy of codes: .hrc (leading string '@' by default), or CSV as io::read_hierarchy reads it.
CodeTree read_code_tree(const std::string& path, const std::string& lead = "@");

}  // namespace sfumato::tables
