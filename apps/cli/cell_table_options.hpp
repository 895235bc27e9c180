// Options that say how a file with a table of cells is read, where a changed one goes, and where a protected
// one goes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
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
  // `notes` gets what its readers must know.
  tables::CellTable read(const Run& run, std::vector<std::string>& notes) const;
  // Every file that reading takes.
  std::vector<std::string> inputs() const;
};

// Where a table goes.
struct CellTableOutput {
  std::optional<std::string> path, format, apriori;

  std::vector<Option> options(const std::string& doc);
  // Refuses, before any work is done, what cannot be written or would overwrite an input.
  void check(const std::vector<std::string>& inputs) const;
  // What a reader of the file must know. No file that lies in the way of one that is written beside FILE,
  // such as a .rda, is lost: it is an error where it is an input, or FILE is new.
  std::vector<std::string> write(const tables::CellTable& table,
                                 const std::vector<std::string>& inputs) const;
};

// Where a protected table goes: a file that can be read back, and one for the public.
struct ProtectedOutput {
  CellTableOutput table;
  std::optional<std::string> publish, mark;

  // `doc` says what FILE holds.
  OptionGroup group(const std::string& doc);
  // With an output at least, and none that is an input.
  void check(const std::vector<std::string>& inputs) const;
  // For a table that does not add up: -o takes .json, or .csv, which then is as for the public.
  ProtectedOutput without_sums() const;
  // Both files; what their readers must know.
  std::vector<std::string> write(const tables::CellTable& made, const std::vector<std::string>& inputs) const;
  // The report on screen, with where the table went or that it went nowhere.
  void show(report::Report report, bool written, const RunOptions& options, Console& console) const;
};

}  // namespace sfumato::cli
