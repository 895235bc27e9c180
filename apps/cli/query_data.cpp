#include "cli/query_data.hpp"

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "masking/recipe.hpp"
#include "queries/terms.hpp"

namespace sfumato::cli {
namespace {

using queries::Catalogue;

std::vector<std::string> files_of(const QueryData& source, const Catalogue& wanted) {
  if (!source.data.empty()) {
    if (!source.tables.empty()) bad_input("two options name the data", "give only one of them");
    if (wanted.tables.size() != 1) {
      bad_input(
          "the catalogue has " + std::to_string(wanted.tables.size()) + " tables, but the data are one file",
          "name a file for each table");
    }
    return {source.data};
  }
  std::vector<std::string> files(wanted.tables.size());
  for (const auto& [name, file] : source.tables) {
    const std::optional<std::size_t> index = wanted.find(name);
    if (!index) bad_input("the catalogue has no table '" + name + "'", "name its tables");
    if (!files[*index].empty()) bad_input("the table '" + name + "' has two files", "give only one of them");
    files[*index] = file;
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].empty()) {
      bad_input("there are no data for the table '" + wanted.tables[i].name + "'", "name its file");
    }
  }
  return files;
}

}  // namespace

std::vector<io::TableFile> QueryData::read(const Catalogue& declared, const Run& run) const {
  io::ReadOptions options;
  options.missing = missing;
  options.format = format;
  options.no_sidecar = catalogue;
  std::vector<io::TableFile> records;
  for (const std::string& path : files_of(*this, declared))
    records.push_back(io::read_table(path, options, run));
  return records;
}

std::string read_recipe_text(const std::string& path) {
  std::string text = io::read_text_file(path);
  masking::parse_recipe(io::parse_toml(text, path), path);
  return text;
}

OptionGroup protection_group(ParamOptions& params) {
  std::vector<std::string> names;
  for (const ParamInfo& info : queries::term_params()) {
    if (info.name != "budget" && info.name != "recipe") names.push_back(info.name);
  }
  OptionGroup group = params.group("The protection", names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    group.options[i].doc = std::string(queries::protection_name(*queries::owner_of_term(names[i]))) + ": " +
                           group.options[i].doc;
  }
  return group;
}

}  // namespace sfumato::cli
