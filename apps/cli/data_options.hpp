// Options that say how a data file is to be read and what its columns mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "io/formula_cells.hpp"
#include "io/table_file.hpp"

namespace sfumato::cli {

struct DataOptions {
  std::vector<std::string> columns;
  std::optional<std::string> roles;
  std::vector<std::string> quasi, confidential, identifier;
  std::optional<std::string> weight, household, unit;
  std::vector<std::string> domain, date;
  std::vector<std::string> missing;  // as typed: TOKEN,… or COLUMN=CODE,…
  std::optional<std::string> format, delimiter, decimal, encoding, sheet;

  // --columns with the meaning that the command gives it, then all the others.
  OptionGroup group(const std::string& columns_doc);
  // Without --columns, for commands that look at a whole table.
  OptionGroup group();
  io::ReadOptions read_options() const;
  // The tokens of --missing that are for every column.
  std::vector<std::string> common_missing() const;
};

// What happens to texts that a spreadsheet may run as formulas.
struct FormulaOption {
  std::optional<std::string> typed;

  Option option();
  io::Formulas value() const { return io::parse_formulas(typed.value_or("keep")); }
};

// Refuses a path that is an input, or that another output has; empty paths and "-" are none.
void check_other_output(const std::string& path, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& inputs);

}  // namespace sfumato::cli
