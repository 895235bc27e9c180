// Options that say how a data file is to be read and what its columns mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "io/table_file.hpp"

namespace sfumato::cli {

struct DataOptions {
  std::vector<std::string> columns;
  std::optional<std::string> roles;
  std::vector<std::string> quasi, confidential, identifier;
  std::optional<std::string> weight, household;
  std::vector<std::string> domain;
  std::vector<std::string> missing;
  std::optional<std::string> format;

  // --columns with the meaning that the command gives it, then all the others.
  OptionGroup group(const std::string& columns_doc);
  // Without --columns, for commands that look at a whole table.
  OptionGroup group();
  io::ReadOptions read_options() const;
};

}  // namespace sfumato::cli
