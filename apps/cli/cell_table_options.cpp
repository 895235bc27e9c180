// Tables of cells are read and written only by src/tables/formats.
#include "cli/cell_table_options.hpp"

#include <algorithm>
#include <filesystem>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "tables/formats/apriori.hpp"
#include "tables/formats/publication.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::cli {

ForColumn for_column(const std::string& option, const std::string& typed, const std::string& example) {
  const std::size_t equals = typed.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == typed.size()) {
    bad_input(option + " cannot be '" + typed + "'",
              "give a column and its value, for example " + option + " " + example);
  }
  return {typed.substr(0, equals), typed.substr(equals + 1)};
}

jobs::ColumnTrees read_trees(const std::vector<std::string>& typed, const std::string& lead) {
  if (lead.empty())
    bad_input("--lead is empty", "give the leading string of levels in the .hrc files, for example @");
  jobs::ColumnTrees result;
  for (const std::string& one : typed) {
    const ForColumn named = for_column("--hierarchy", one);
    auto known = std::find_if(result.begin(), result.end(),
                              [&](const auto& entry) { return entry.first == named.column; });
    if (known == result.end()) known = result.insert(result.end(), {named.column, {}});
    known->second.push_back(tables::read_code_tree(named.what, lead));
  }
  return result;
}

Argument CellTableOptions::argument() {
  return {"T", "The table: .json, .jj, .csv, or .tab with its .rda.", Text{&path}};
}

OptionGroup CellTableOptions::group() {
  return {
      "The table",
      {{"--format", "NAME", "Format of T, where its extension does not say it.", Text{&format}, false,
        tables::table_format_names()},
       {"--metadata", "FILE", "The .rda of a .tab; without it, the one of the same name.", Text{&metadata}},
       {"--apriori", "FILE", "A file of statuses, costs and protection levels to apply to the table.",
        Text{&apriori}},
       {"--hierarchy", "COLUMN=FILE",
        "Hierarchy of a dimension of a .csv table (.hrc or .csv); may be repeated.", Texts{&hierarchies}},
       {"--lead", "TEXT", "The leading string of levels in .hrc files; default '@'.", Text{&lead}}}};
}

tables::CellTable CellTableOptions::read(const Run& run, std::vector<std::string>& notes) const {
  if (metadata && format.value_or("") != "tab" && !path->ends_with(".tab")) {
    bad_input("--metadata is for .tab tables, and '" + *path + "' is not a .tab table",
              "remove it, or add --format tab");
  }
  return tables::read_cell_table(*path,
                                 {.format = format.value_or(""),
                                  .metadata = metadata.value_or(""),
                                  .hierarchies = read_trees(hierarchies, lead.value_or("@")),
                                  .apriori = apriori.value_or("")},
                                 run, &notes);
}

std::vector<std::string> CellTableOptions::inputs() const {
  std::vector<std::string> result{*path};
  for (const auto& named : {metadata, apriori}) {
    if (named) result.push_back(*named);
  }
  for (const std::string& typed : hierarchies) result.push_back(for_column("--hierarchy", typed).what);
  return result;
}

std::vector<Option> CellTableOutput::options(const std::string& doc) {
  return {
      {"-o,--output", "FILE", doc, Text{&path}},
      {"--output-format", "NAME", "Format of FILE, where its extension does not say it.", Text{&format},
       false, tables::table_format_names()},
      {"--write-apriori", "FILE",
       "Statuses, costs, levels and bounds of its cells, as tau-Argus reads them (.hst).", Text{&apriori}},
      formulas.option()};
}

void CellTableOutput::check(const std::vector<std::string>& inputs) const {
  if (apriori) io::check_output_place(*apriori, inputs);
  if (apriori && path && *apriori == *path) {
    bad_input("-o and --write-apriori name the same file", "give each its own name");
  }
  if (!path) return;
  if (*path == "-") bad_input("a table cannot be written to a pipe", "name a file after -o");
  tables::check_table_format(*path, format.value_or(""));
  io::check_output_place(*path, inputs);
}

std::vector<std::string> CellTableOutput::write(const tables::CellTable& table,
                                                const std::vector<std::string>& inputs) const {
  if (apriori) io::write_text_file(*apriori, tables::apriori_text(table), io::owner_only);
  if (!path) return {};
  const bool fresh = !io::exists(*path);
  for (const std::string& beside : tables::written_paths(table, *path, format.value_or(""))) {
    io::check_output_place(beside, inputs);
    if (beside == *path || !fresh || !io::exists(beside)) continue;
    bad_input("'" + beside + "', which describes '" + *path + "', exists and would be overwritten",
              "choose another name for the output, or move that file");
  }
  return tables::write_cell_table(table, *path, format.value_or(""), formulas.value());
}

OptionGroup ProtectedOutput::group(const std::string& doc) {
  OptionGroup result{"The output", table.options(doc)};
  result.options.push_back(
      {"--publish", "FILE", "The table for publication, as CSV: only codes and values.", Text{&publish}});
  result.options.push_back(
      {"--mark", "TEXT", "The text of a suppressed cell there; default 'x'.", Text{&mark}});
  return result;
}

void ProtectedOutput::check(const std::vector<std::string>& inputs) const {
  if (!table.path && !publish) {
    bad_input("no output is named for the protected table", "name a file with -o or --publish");
  }
  table.check(inputs);
  if (!publish) return;
  if (!publish->ends_with(".csv")) {
    bad_input("'" + *publish + "' is for publication and written as CSV", "use a name that ends in .csv");
  }
  if (table.path && *table.path == *publish) {
    bad_input("-o and --publish name the same file", "give each its own name");
  }
  io::check_output_place(*publish, inputs);
  if (mark && parse_number(*mark)) {
    bad_input("--mark '" + *mark + "' could be read as a value", "use a letter or a sign, such as --mark x");
  }
}

ProtectedOutput ProtectedOutput::without_sums() const {
  if (!table.path) return *this;
  const std::string& path = *table.path;
  const std::string format = tables::table_format(path, table.format.value_or(""));
  if (format == "json") return *this;
  if (format != "csv") {
    bad_input("a table that is not additive cannot be written as '" + format + "'",
              "use a name after -o that ends in .json or .csv");
  }
  if (publish) bad_input("-o and --publish both write a CSV of the same cells", "remove one of them");
  ProtectedOutput result = *this;
  result.publish = path;
  result.table = {};
  result.table.formulas = table.formulas;
  return result;
}

std::vector<std::string> ProtectedOutput::write(const tables::CellTable& made,
                                                const std::vector<std::string>& inputs) const {
  std::vector<std::string> notes = table.write(made, inputs);
  if (!publish) return notes;
  for (std::string& note :
       tables::write_publication(made, *publish, mark.value_or("x"), table.formulas.value())) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
  }
  return notes;
}

void ProtectedOutput::show(report::Report report, bool written, const RunOptions& options,
                           Console& console) const {
  const std::optional<std::string>& first = table.path ? table.path : publish;
  report.document.set("output", written ? Value(*first) : Value())
      .set("published", written && publish ? Value(*publish) : Value());
  if (written) {
    std::string places;
    for (const auto& path : {table.path, publish}) {
      if (path) places += (places.empty() ? "" : " and ") + *path;
    }
    report.blocks.push_back(report::Paragraph{"Written to " + places + "."});
  } else {
    report.blocks.push_back(report::Paragraph{"Nothing was written: the table is not safe."});
  }
  if (!options.quiet || options.json || !written) console.show(report, options.json);
}

}  // namespace sfumato::cli
