// Where the records of a database come from and how it is to protect them, as commands are told.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "io/table_file.hpp"
#include "queries/catalogue.hpp"
#include "queries/terms.hpp"

namespace sfumato::cli {

struct QueryData {
  std::string data;                                         // of a catalogue with one table; empty: by table
  std::vector<std::pair<std::string, std::string>> tables;  // name and file
  std::vector<std::string> missing;                         // tokens
  std::string format = {};                                  // of the files; empty: by extension
  std::string catalogue;  // its file, which is no sidecar even if it is named like one

  // The records of each table of the catalogue.
  std::vector<io::TableFile> read(const queries::Catalogue& declared, const Run& run) const;
};

// The text of a recipe file; one that cannot be understood is an error that names the file.
std::string read_recipe_text(const std::string& path);

// "dp", "input", "restrict", "camouflage".
const std::vector<std::string>& protection_names();

// What only some protections have.
struct ProtectionOptions {
  std::optional<std::int64_t> least, overlap, vectors;
  std::optional<std::string> width, neighbours;

  OptionGroup group();
  // An error where an option belongs to another protection.
  void require_own(queries::Protection protection) const;
  // Without budget and recipe. A protection that is none of ours is an error.
  queries::DatabaseTerms terms(const std::string& protection) const;
};

}  // namespace sfumato::cli
