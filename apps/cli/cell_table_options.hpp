// Options that say how a file with a table of cells is read, and where a changed one goes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "core/run.hpp"
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
using ColumnTrees = std::vector<std::pair<std::string, std::vector<tables::CodeTree>>>;
ColumnTrees read_trees(const std::vector<std::string>& typed, const std::string& lead);

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

}  // namespace sfumato::cli
