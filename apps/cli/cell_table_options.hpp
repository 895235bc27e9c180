// Options for reading a table of cells, and for writing a changed or a protected one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/data_options.hpp"
#include "cli/run_options.hpp"
#include "core/run.hpp"
#include "jobs/tabulate.hpp"
#include "report/report.hpp"
#include "tables/cell_table.hpp"
#include "tables/code_tree.hpp"

namespace sfumato::cli {

// "COLUMN=WHAT" as typed after an option; `example` is one for the hint of an error.
struct ForColumn {
  std::string column;
  std::string what;
};
ForColumn for_column(const std::string& option, const std::string& typed,
                     const std::string& example = "region=region.hrc");

// Hierarchies of columns, in the order in which the columns were named first.
jobs::ColumnTrees read_trees(const std::vector<std::string>& typed, const std::string& lead);

struct CellTableOptions {
  std::optional<std::string> path;
  std::optional<std::string> format, metadata, apriori, lead;
  std::vector<std::string> hierarchies;

  Argument argument();
  OptionGroup group();
  // `notes` gets messages for the user.
  tables::CellTable read(const Run& run, std::vector<std::string>& notes) const;
  // Every file that is read.
  std::vector<std::string> inputs() const;
};

// The output of a table.
struct CellTableOutput {
  std::optional<std::string> path, format, apriori;
  FormulaOption formulas;

  std::vector<Option> options(const std::string& doc);
  // An error, before any work is done, for output that cannot be written or would overwrite an input.
  void check(const std::vector<std::string>& inputs) const;
  // Returns notes for the user. A file that would be overwritten by one written beside FILE, such as a .rda,
  // is an error where it is an input, or FILE is new.
  std::vector<std::string> write(const tables::CellTable& table,
                                 const std::vector<std::string>& inputs) const;
};

// The output of a protected table: a file that can be read back, and one for publication.
struct ProtectedOutput {
  CellTableOutput table;
  std::optional<std::string> publish, mark;

  // `doc` describes FILE.
  OptionGroup group(const std::string& doc);
  // At least one output, and none that is an input.
  void check(const std::vector<std::string>& inputs) const;
  // For a table that is not additive: -o takes .json, or .csv, which is then the same as for publication.
  ProtectedOutput without_sums() const;
  // Writes both files; returns notes for the user.
  std::vector<std::string> write(const tables::CellTable& made, const std::vector<std::string>& inputs) const;
  // Shows the report, with the files written or a message that none was.
  void show(report::Report report, bool written, const RunOptions& options, Console& console) const;
};

}  // namespace sfumato::cli
