#include "tables/formats/table_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "tables/formats/apriori.hpp"
#include "tables/formats/argus_table.hpp"
#include "tables/formats/jj.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_json.hpp"

namespace sfumato::tables {
namespace {

constexpr std::array<std::string_view, 4> formats = {"json", "jj", "csv", "tab"};

// The extension without its point, in small letters; of "t.json.gz", "json".
std::string extension_of(std::string path) {
  for (char& letter : path) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  const std::size_t name = path.find_last_of('/') + 1;  // npos + 1 is 0
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos || dot < name ? std::string() : path.substr(dot + 1);
}

std::string format_of(const std::string& path, const std::string& wanted) {
  std::string format = wanted.empty() ? extension_of(path) : wanted;
  if (std::find(formats.begin(), formats.end(), format) != formats.end()) return format;
  const std::string hint = "json, jj, csv and tab are known";
  if (!wanted.empty()) bad_input("'" + wanted + "' is no format of tables", hint);
  bad_input("the name '" + path + "' does not say in which format the table is", hint);
}

// The Error of `body` begins with the file's name, unless it does already.
template <class Body>
auto naming(const std::string& path, const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input || error.message.find(path) != std::string::npos) throw;
    throw Error(error.code, path + ": " + error.message, error.hint);
  }
}

// All bytes of a file to `parse`. Where the file shrank meanwhile, that is the error, whatever else was.
template <class Parse>
CellTable from_bytes(const std::string& path, const Run& run, const Parse& parse) {
  const io::ByteSource source(path, run);
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

CellTable read_csv_table(const std::string& path, const TableReadOptions& options, const Run& run) {
  CsvTableOptions parts;
  parts.hierarchies = options.hierarchies;
  parts.sidecar_source = io::sidecar_path(path);
  if (path != "-" && is_there(parts.sidecar_source)) {
    parts.sidecar = io::parse_toml(io::read_text_file(parts.sidecar_source), parts.sidecar_source);
  }
  return from_bytes(path, run, [&](std::string_view bytes) { return parse_table_csv(bytes, path, parts); });
}

CellTable read_unchecked(const std::string& path, const TableReadOptions& options, const Run& run,
                         std::vector<std::string>* notes) {
  const std::string format = format_of(path, options.format);
  if (format != "csv" && !options.hierarchies.empty()) {
    bad_input("'" + path + "' brings its own hierarchies", "give hierarchies for CSV tables only");
  }
  if (format == "json") {
    return from_bytes(path, run, [&](std::string_view bytes) { return parse_table_json(bytes, path); });
  }
  if (format == "jj") {
    return from_bytes(path, run, [&](std::string_view bytes) { return parse_jj(bytes, path); });
  }
  if (format == "csv") return read_csv_table(path, options, run);
  const std::string metadata =
      options.metadata.empty() ? path.substr(0, path.rfind('.')) + ".rda" : options.metadata;
  return read_argus_table(path, metadata, run, notes);
}

std::vector<std::string> write_csv_table(const CellTable& table, const std::string& path) {
  io::OutputFile output(path);
  std::vector<std::string> notes = write_table_csv(table, [&](std::string_view text) { output.write(text); });
  // First what says how to read the other: nobody finds new rows beside an old description.
  if (path != "-") io::write_text_file(io::sidecar_path(path), csv_sidecar_text(table));
  output.commit();
  return notes;
}

}  // namespace

std::vector<std::string> table_format_names() { return {formats.begin(), formats.end()}; }

void check_table_format(const std::string& path, const std::string& format) {
  static_cast<void>(format_of(path, format));
  if (path.ends_with(".gz")) {
    bad_input("tables are written without compression", "leave .gz away: '" + path + "'");
  }
}

CellTable read_cell_table(const std::string& path, const TableReadOptions& options, const Run& run,
                          std::vector<std::string>* notes) {
  return naming(path, [&] {
    CellTable table = read_unchecked(path, options, run, notes);
    if (!options.apriori.empty()) lay_apriori(table, options.apriori);
    check_table(table);
    return table;
  });
}

std::vector<std::string> write_cell_table(const CellTable& table, const std::string& path,
                                          const std::string& format) {
  check_table_format(path, format);
  const std::string chosen = format_of(path, format);
  if (chosen == "csv") return write_csv_table(table, path);
  if (chosen == "tab") return write_argus_table(table, path);
  io::OutputFile output(path);
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
