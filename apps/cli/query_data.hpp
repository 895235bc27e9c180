// Where the records of a database come from, and the options of its protections.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/param_options.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "io/table_file.hpp"
#include "queries/catalogue.hpp"

namespace sfumato::cli {

struct QueryData {
  std::string data;                                         // of a catalogue with one table; empty: by table
  std::vector<std::pair<std::string, std::string>> tables;  // name and file
  std::vector<std::string> missing;                         // tokens
  std::string format = {};                                  // of the files; empty: by extension
  std::string catalogue;  // its file, which is not a sidecar even if it is named like one

  // The records of each table of the catalogue.
  std::vector<io::TableFile> read(const queries::Catalogue& declared, const Run& run) const;
};

// The text of a recipe file; one that cannot be understood is an error that names the file.
std::string read_recipe_text(const std::string& path);

// Options that only some protections have, except budget and recipe: each option names its protection.
OptionGroup protection_group(ParamOptions& params);

}  // namespace sfumato::cli
