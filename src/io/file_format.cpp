// How a path or an option names one of the formats.
#include "io/file_format.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/table_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// ".csv, .csv.gz, …, .sav and .dta"
std::string extensions(bool written) {
  std::vector<std::string> all;
  for (const FileFormat& format : file_formats()) {
    if (written && !format.unwritable.empty()) continue;
    all.push_back(std::string(".").append(format.name));
    if (format.is_delimited()) all.push_back(std::string(".").append(format.name).append(".gz"));
  }
  return enumerated(all);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

bool take_gzip(std::string& name) {
  if (!name.ends_with(".gz")) return false;
  name.resize(name.size() - 3);
  return true;
}

}  // namespace

std::vector<std::string> format_names(bool written) {
  std::vector<std::string> names;
  for (const FileFormat& format : file_formats()) {
    if (!written || format.unwritable.empty()) names.emplace_back(format.name);
  }
  return names;
}

ChosenFormat format_of(const std::string& path, const std::string& wanted) {
  std::string name = lower(path.substr(path.rfind('/') + 1));
  ChosenFormat chosen;
  chosen.gzip = take_gzip(name);
  const std::size_t dot = name.rfind('.');
  std::string extension = dot == std::string::npos ? "" : name.substr(dot + 1);
  if (path == "-") extension = "csv";
  if (!wanted.empty()) {
    extension = lower(wanted);
    chosen.gzip = take_gzip(extension) || chosen.gzip;
  }
  const std::span<const FileFormat> formats = file_formats();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const FileFormat& format) { return format.name == extension; });
  const std::string hint =
      extension == "db" || extension.starts_with("sqlite")
          ? "a table of a SQLite file is named sqlite:FILE?table=NAME"
      : extension == "duckdb" ? "a table of a DuckDB file is named duckdb:FILE?table=NAME"
                              : "supported are " + extensions(false) + "; ‹format› names one without the dot";
  if (found == formats.end()) {
    bad_param("format",
              !wanted.empty()     ? "unknown format '" + shown(wanted) + "'"
              : extension.empty() ? "'" + path + "' has no extension that names a format"
                                  : "'" + path + "': unknown format '." + shown(extension) + "'",
              hint);
  }
  if (chosen.gzip && !found->is_delimited()) {
    bad_input("'" + path + "': only .csv and .tsv files may be gzipped", "unpack it first (gunzip)");
  }
  chosen.format = &*found;
  return chosen;
}

ChosenFormat output_format_of(const std::string& path, const std::string& wanted) {
  const ChosenFormat chosen = format_of(path, wanted);
  if (!chosen.format->unwritable.empty()) {
    bad_input("cannot write '" + path + "': " + std::string(chosen.format->unwritable),
              "can be written: " + extensions(true));
  }
  return chosen;
}

void require_no_format(const std::string& path, const std::string& format) {
  if (format.empty()) return;
  bad_param("format", "'" + shown(path) + "' is a table in a database, which has no file format",
            "leave ‹format› out");
}

}  // namespace sfumato::io
