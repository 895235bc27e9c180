// Tables in files: which format a path means, the sidecar beside it, and the checks that come before
// any work is done.
#include "io/table_file.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/csv_blocks.hpp"
#include "io/csv_convert.hpp"
#include "io/csv_reader.hpp"
#include "io/database_table.hpp"
#include "io/declared_kind.hpp"
#include "io/file_error.hpp"
#include "io/file_format.hpp"
#include "io/stored_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// What is declared by flags, field by field, over what the sidecar declares. Tokens for missing values of
// both count: a release may have further ones.
Declarations merged(Declarations base, const Declarations& stronger) {
  for (const auto& [name, over] : stronger) {
    ColumnDeclaration& column = base[name];
    if (over.kind) column.kind = over.kind;
    if (over.role) column.role = over.role;
    if (over.domain) column.domain = over.domain;
    if (over.decimals) column.decimals = over.decimals;
    for (const std::string& token : over.missing) {
      if (std::find(column.missing.begin(), column.missing.end(), token) == column.missing.end()) {
        column.missing.push_back(token);
      }
    }
    if (!over.order.empty()) column.order = over.order;
    if (!over.categories.empty()) column.categories = over.categories;
    if (over.date) column.date = over.date;
    if (!over.hierarchy.empty()) column.hierarchy = over.hierarchy;
    if (!over.label.empty()) column.label = over.label;
    if (!over.value_labels.empty()) column.value_labels = over.value_labels;
  }
  return base;
}

Sidecar find_sidecar(const std::string& path, const ReadOptions& options) {
  if (!options.roles.empty()) return read_sidecar(options.roles);
  if (path == "-" || options.alone) return {};
  std::error_code error;
  if (!options.no_sidecar.empty() &&
      std::filesystem::equivalent(sidecar_path(path), options.no_sidecar, error))
    return {};
  return sidecar_beside(path);
}

// Tokens for every column that the reader has noted with a column are added to those declared for it.
void keep_tokens(std::vector<ColumnInfo>& columns, const std::vector<ColumnInfo>& found) {
  for (std::size_t id = 0; id < columns.size(); ++id) {
    std::vector<std::string>& tokens = columns[id].missing;
    for (const std::string& token : found[id].missing) {
      if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) tokens.push_back(token);
    }
  }
}

Table with_declared_infos(Table table, const Declarations& declared) {
  std::vector<ColumnInfo> columns = table.schema();
  apply_declarations(columns, declared);
  keep_tokens(columns, table.schema());
  for (ColumnId id = 0; id < columns.size(); ++id) {
    if (table.info(id).date) columns[id].date = table.info(id).date;  // as the file writes them
    if (!columns[id].value_labels.empty()) {
      table.replace(id, with_labelled_codes(table.column(id), columns[id]));
    }
    table.set_info(id, std::move(columns[id]));
  }
  return table;
}

CsvReadOptions csv_options(const ReadOptions& options, const Sidecar& sidecar, const FileFormat& format) {
  const TextForm text = merged(sidecar.text, options.text);
  return {.delimiter = text.delimiter ? text.delimiter : format.delimiter,
          .decimal_point = text.decimal_point,
          .encoding = text.encoding,
          .missing = options.missing,
          .declared = merged(sidecar.columns, options.declared)};
}

Table read_typed(const std::string& path, const FileFormat& format, const ReadTerms& terms, const Run& run) {
  if (path == "-") {
    bad_input("standard input can only be .csv or .tsv", "save the data into a file and name it");
  }
  return format.read(path, terms, run);
}

Table read_from_database(const std::string& path, const ReadOptions& options, const Run& run) {
  require_no_format(path, options.format);
  const DatabaseAddress address = database_address(path);
  return database_system(address).read(address, run);
}

}  // namespace

TableFile read_table(const std::string& path, const ReadOptions& options, const Run& run) {
  if (is_database(path)) return described_table(read_from_database(path, options, run), path, options);
  const ChosenFormat chosen = format_of(path, options.format);
  TableFile file;
  file.sidecar = find_sidecar(path, options);
  const Declarations declared = merged(file.sidecar.columns, options.declared);
  if (chosen.format->is_delimited()) {
    CsvContent content = read_csv(path, csv_options(options, file.sidecar, *chosen.format), run);
    file.table = with_declared_infos(content.table, declared);
    file.missing_token = std::move(content.missing_token);
    file.text = content.form;
  } else {
    const ReadTerms terms{options.sheet, options.missing, declared};
    file.table = as_declared(read_typed(path, *chosen.format, terms, run), declared, options.missing, path);
  }
  require_numeric_domains(file.table.schema(), path == "-" ? "standard input" : path);
  return file;
}

TableFile described_table(Table table, const std::string& path, const ReadOptions& options) {
  TableFile file;
  file.sidecar = find_sidecar(path, options);
  const Declarations declared = merged(file.sidecar.columns, options.declared);
  file.table = as_declared(std::move(table), declared, options.missing, path);
  require_numeric_domains(file.table.schema(), path);
  return file;
}

namespace {

std::string first_bytes(const std::string& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(count, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

// A column of text whose labels belong to numbers, and whose texts all are integers, has integers.
bool has_labelled_codes(const StoredColumn& column, const ColumnInfo& info) {
  if (info.value_labels.empty() || !column.is_text() || !column.keeps_labels()) return false;
  return with_labelled_codes(Codes{{}, column.labels()}, info).get_if<Integers>() != nullptr;
}

}  // namespace

std::string block_hindrance(const std::string& path, const ReadOptions& options) {
  if (path == "-") return "it is a pipe";
  if (is_database(path)) return "it is a table of a database";
  const ChosenFormat chosen = format_of(path, options.format);
  if (!chosen.format->is_delimited()) return std::string(chosen.format->name) + " files are read at once";
  if (!is_regular_file(path)) return "it is not a plain file";
  const std::string start = first_bytes(path, 2);
  if (chosen.gzip || start == "\x1f\x8b") return "it is compressed";
  const TextForm text = merged(find_sidecar(path, options).text, options.text);
  const Encoding encoding = text.encoding.value_or(marked_encoding(start).value_or(Encoding::utf_8));
  return encoding == Encoding::utf_8 ? "" : "its encoding is not UTF-8";
}

std::optional<std::uint64_t> estimated_memory(const std::string& path, const ReadOptions& options,
                                              const Run& run) {
  if (!block_hindrance(path, options).empty()) return std::nullopt;
  const FileFormat& format = *format_of(path, options.format).format;
  return estimated_cells(path, csv_options(options, find_sidecar(path, options), format), run);
}

Table table_head(const std::string& path, const ReadOptions& options, const Run& run) {
  const Sidecar sidecar = find_sidecar(path, options);
  const ByteSource source(path, run);
  std::string_view head = source.bytes().substr(0, csv_first_block);
  if (head.size() < source.bytes().size()) head = head.substr(0, head.rfind('\n') + 1);
  const FileFormat& format = *format_of(path, options.format).format;
  const CsvReadOptions reading = csv_options(options, sidecar, format);
  return with_declared_infos(parse_csv(head, path, reading, run).table, reading.declared);
}

StoredFile store_table(const std::string& path, const ReadOptions& options, const std::string& folder,
                       const Run& run) {
  const ChosenFormat chosen = format_of(path, options.format);
  StoredFile file;
  file.sidecar = find_sidecar(path, options);
  const Declarations declared = merged(file.sidecar.columns, options.declared);
  StoredCsv content = store_csv(path, csv_options(options, file.sidecar, *chosen.format), folder, run);
  file.table = std::move(content.table);
  file.missing_token = std::move(content.missing_token);
  file.text = content.form;
  const Table infos = with_declared_infos(file.table.outline(), declared);
  for (ColumnId id = 0; id < infos.column_count(); ++id) {
    file.table.set_info(id, infos.info(id));
    if (!has_labelled_codes(file.table.column(id), infos.info(id))) continue;
    file.table.shared(id)->read_as_integers();
  }
  require_numeric_domains(file.table.schema(), path);
  return file;
}

}  // namespace sfumato::io
