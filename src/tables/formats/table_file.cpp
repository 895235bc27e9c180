#include "tables/formats/table_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "tables/formats/apriori.hpp"
#include "tables/formats/argus_fields.hpp"
#include "tables/formats/argus_table.hpp"
#include "tables/formats/formula_codes.hpp"
#include "tables/formats/jj.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_json.hpp"

namespace sfumato::tables {
namespace {

constexpr std::array<std::string_view, 4> formats = {"json", "jj", "csv", "tab"};

// The extension without its dot, in lower case; of "t.json.gz", "json".
std::string extension_of(std::string path) {
  for (char& letter : path) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  const std::size_t name = path.find_last_of('/') + 1;  // npos + 1 is 0
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos || dot < name ? std::string() : path.substr(dot + 1);
}

// Adds the file's name to the start of an Error of `body`, unless it is there.
template <class Body>
auto naming(const std::string& path, const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input || error.message.find(path) != std::string::npos) throw;
    throw error.at(path);
  }
}

// Passes all bytes of a file to `parse`. If the file shrank meanwhile, that is the error reported.
template <class Parse>
CellTable from_bytes(const std::string& path, const Run& run, const Parse& parse) {
  const io::ByteSource source(path, run);
  io::require_cell_memory(source);
  try {
    CellTable table = parse(source.bytes());
    source.require_unchanged();
    return table;
  } catch (const Error&) {
    source.require_unchanged();
    throw;
  }
}

bool is_there(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

// The path without its extension, and without the .gz after that.
std::string stem_of(const std::string& path) {
  std::filesystem::path whole(path);
  if (whole.extension() == ".gz") whole.replace_extension();
  return (whole.parent_path() / whole.stem()).string();
}

CellTable read_csv_table(const std::string& path, const TableReadOptions& options, const Run& run) {
  CsvTableOptions parts;
  parts.hierarchies = options.hierarchies;
  parts.sidecar_source = io::sidecar_path(path);
  if (path != "-" && is_there(parts.sidecar_source)) {
    Value document = io::parse_toml(io::read_text_file(parts.sidecar_source), parts.sidecar_source);
    if (!io::is_plan_or_recipe(document)) parts.sidecar = std::move(document);
  }
  return from_bytes(path, run, [&](std::string_view bytes) { return parse_table_csv(bytes, path, parts); });
}

CellTable read_unchecked(const std::string& path, const TableReadOptions& options, const Run& run,
                         std::vector<std::string>* notes) {
  const std::string format = table_format(path, options.format);
  if (format != "csv" && !options.hierarchies.empty()) {
    bad_input("'" + path + "' has its own hierarchies", "give hierarchies for CSV tables only");
  }
  if (format == "json") {
    return from_bytes(path, run, [&](std::string_view bytes) { return parse_table_json(bytes, path); });
  }
  if (format == "jj") {
    return from_bytes(path, run, [&](std::string_view bytes) { return parse_jj(bytes, path); });
  }
  if (format == "csv") return read_csv_table(path, options, run);
  const std::string metadata = options.metadata.empty() ? stem_of(path) + ".rda" : options.metadata;
  return read_argus_table(path, metadata, run, notes);
}

// Labels are in its description only.
std::vector<std::string> code_warnings(CellTable table) {
  for (Dimension& dimension : table.dimensions) dimension.labels.clear();
  return io::formula_warnings(formula_cells(table));
}

std::vector<std::string> write_csv_table(const CellTable& table, const std::string& path) {
  io::OutputFile output(path, io::owner_only);
  std::vector<std::string> notes = write_table_csv(table, [&](std::string_view text) { output.write(text); });
  // The description first: new rows never lie beside an old description.
  if (path != "-") {
    io::write_text_file(io::sidecar_path(path), csv_sidecar_text(table), io::owner_only);
  }
  output.commit();
  for (std::string& warning : code_warnings(table)) notes.push_back(std::move(warning));
  return notes;
}

// Whether the file is TOML with the description of a table only.
bool describes_table(const std::string& path) {
  try {
    const Value document = io::parse_toml(io::read_text_file(path), path);
    const Value* table = document.find("table");
    return table && table->is_object() && document.as_object().size() == 1;
  } catch (const Error& failure) {
    if (failure.code == ErrorCode::input_output) throw;  // the disk fails: what the file is cannot be known
    return false;
  }
}

// A .tab's hierarchies and labels, NAME_DIMENSION.hrc and .cdl, as write_argus_table names them; labels also
// where none can be written.
void append_argus_lists(std::vector<std::string>& paths, const CellTable& table, const std::string& stem) {
  std::set<std::string> used;
  const auto append = [&](const std::string& dimension, const std::string& extension) {
    std::string name = stem + "_";
    for (const char letter : dimension) {
      const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9') || letter == '-';
      name += plain ? letter : '_';
    }
    std::string path = name + extension;
    for (int i = 2; !used.insert(upper_case(path)).second; ++i) {
      path = name + "_" + std::to_string(i) + extension;
    }
    paths.push_back(std::move(path));
  };
  for (const Dimension& dimension : table.dimensions) {
    if (dimension.sums.size() > 1) append(dimension.name, ".hrc");
    if (!dimension.labels.empty()) append(dimension.name, ".cdl");
  }
}

}  // namespace

std::string table_format(const std::string& path, const std::string& wanted) {
  std::string format = wanted.empty() ? extension_of(path) : wanted;
  if (std::find(formats.begin(), formats.end(), format) != formats.end()) return format;
  const std::string hint = "the formats are json, jj, csv and tab";
  if (!wanted.empty()) bad_input("'" + wanted + "' is not a format of tables", hint);
  bad_input("the name '" + path + "' has no known extension of a table", hint);
}

std::vector<std::string> table_format_names() { return {formats.begin(), formats.end()}; }

void check_table_format(const std::string& path, const std::string& format) {
  const std::string chosen = table_format(path, format);
  if (path.ends_with(".gz")) {
    bad_input("tables are written without compression", "remove .gz: '" + path + "'");
  }
  if (chosen == "csv") check_sidecar_place(path);
}

void check_sidecar_place(const std::string& path) {
  if (path == "-") return;
  const std::string sidecar = io::sidecar_path(path);
  if (sidecar == path) {
    bad_input("the cells and their description would both be written to '" + path + "'",
              "give the file another name, such as .csv");
  }
  struct stat status {};
  if (::stat(sidecar.c_str(), &status) != 0) return;
  if (!S_ISREG(status.st_mode) || !describes_table(sidecar)) {
    bad_input("a CSV table writes its description to '" + sidecar + "', which is another kind of file",
              "choose another name for the table, or move that file");
  }
}

std::vector<std::string> written_paths(const CellTable& table, const std::string& path,
                                       const std::string& format) {
  const std::string chosen = table_format(path, format);
  if (path == "-") return {};
  std::vector<std::string> paths{path};
  if (chosen == "csv") paths.push_back(io::sidecar_path(path));
  if (chosen == "tab") {
    paths.push_back(stem_of(path) + ".rda");
    append_argus_lists(paths, table, stem_of(path));
  }
  return paths;
}

CellTable read_cell_table(const std::string& path, const TableReadOptions& options, const Run& run,
                          std::vector<std::string>* notes) {
  return naming(path, [&] {
    CellTable table = read_unchecked(path, options, run, notes);
    if (!options.apriori.empty()) apply_apriori(table, options.apriori);
    check_table(table);
    return table;
  });
}

std::vector<std::string> write_cell_table(const CellTable& table, const std::string& path,
                                          const std::string& format, io::Formulas formulas) {
  check_table_format(path, format);
  const std::string chosen = table_format(path, format);
  if (chosen == "csv") {
    return write_csv_table(formulas == io::Formulas::quote ? with_formulas_quoted(table) : table, path);
  }
  if (chosen == "tab") return write_argus_table(table, path);
  io::OutputFile output(path, io::owner_only);
  const auto sink = [&](std::string_view text) { output.write(text); };
  std::vector<std::string> notes;
  if (chosen == "json") {
    write_table_json(table, sink);
  } else {
    notes = write_jj(table, sink);
  }
  output.commit();
  return notes;
}

}  // namespace sfumato::tables
