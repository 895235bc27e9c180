#include "cli/query_data.hpp"

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "masking/recipe.hpp"

namespace sfumato::cli {
namespace {

using queries::Catalogue;
using queries::Protection;

std::vector<std::string> files_of(const QueryData& source, const Catalogue& wanted) {
  if (!source.data.empty()) {
    if (!source.tables.empty()) bad_input("two options name the data", "leave one of them out");
    if (wanted.tables.size() != 1) {
      bad_input(
          "the catalogue has " + std::to_string(wanted.tables.size()) + " tables, and the data are one file",
          "name a file for each table");
    }
    return {source.data};
  }
  std::vector<std::string> files(wanted.tables.size());
  for (const auto& [name, file] : source.tables) {
    const std::optional<std::size_t> index = wanted.find(name);
    if (!index) bad_input("the catalogue has no table '" + name + "'", "name its tables");
    if (!files[*index].empty()) bad_input("the table '" + name + "' has two files", "leave one of them out");
    files[*index] = file;
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].empty()) {
      bad_input("there are no data for the table '" + wanted.tables[i].name + "'", "name its file");
    }
  }
  return files;
}

double share_of(const std::string& option, const std::string& typed) {
  const std::optional<double> number = parse_number(typed);
  if (!number || !(*number > 0) || *number > 1) {
    bad_input(option + " cannot be '" + typed + "'", "write a number above 0, up to 1");
  }
  return *number;
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

const std::vector<std::string>& protection_names() {
  static const std::vector<std::string> names = {"dp", "input", "restrict", "camouflage"};
  return names;
}

OptionGroup ProtectionOptions::group() {
  return {"The protection",
          {{"--neighbours",
            "NAME",
            "dp: replace (the number of units is public) or add-remove; 'replace' unless given.",
            Text{&neighbours},
            false,
            {"replace", "add-remove"}},
           {"--least", "K", "restrict: no sum of fewer records can be derived; 5 unless given.",
            Whole{&least, 1, queries::largest_least}},
           {"--overlap", "N", "restrict: two questions about a column share at most N records.",
            Whole{&overlap, 0, 1'000'000'000}},
           {"--vectors", "K", "camouflage: secret vectors around the true one; 5 unless given.",
            Whole{&vectors, 3, 16}},
           {"--width", "SHARE", "camouflage: each value's interval, of its domain; 0.1 unless given.",
            Text{&width}}}};
}

void ProtectionOptions::require_own(Protection protection) const {
  const auto check = [&](bool given, const char* option, Protection owner) {
    if (!given || owner == protection) return;
    bad_input(std::string(option) + " is for --protection " + queries::protection_name(owner),
              "leave one of them out");
  };
  check(neighbours.has_value(), "--neighbours", Protection::dp);
  check(least.has_value(), "--least", Protection::restrict);
  check(overlap.has_value(), "--overlap", Protection::restrict);
  check(vectors.has_value(), "--vectors", Protection::camouflage);
  check(width.has_value(), "--width", Protection::camouflage);
}

queries::DatabaseTerms ProtectionOptions::terms(const std::string& protection) const {
  const auto& names = protection_names();
  const auto found = std::find(names.begin(), names.end(), protection);
  if (found == names.end()) {
    bad_input("there is no protection '" + protection + "'", "it is one of " + enumerated(names));
  }
  queries::DatabaseTerms result;
  result.protection = static_cast<Protection>(found - names.begin());
  if (neighbours) {
    if (*neighbours != "replace" && *neighbours != "add-remove") {
      bad_input("--neighbours cannot be '" + *neighbours + "'", "write replace or add-remove");
    }
    if (*neighbours == "add-remove") result.neighbours = queries::Neighbours::add_remove;
  }
  if (least) result.restriction.least = *least;
  if (overlap) result.restriction.overlap = *overlap;
  if (vectors) result.camouflage.vectors = static_cast<int>(*vectors);
  if (width) result.camouflage.width = share_of("--width", *width);
  return result;
}

}  // namespace sfumato::cli
