// Tables in files: which format a path means, the sidecar beside it, and the checks that come before
// any work is done.
#include "io/table_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "io/csv_reader.hpp"
#include "io/csv_writer.hpp"
#include "io/declared_kind.hpp"
#include "io/file_error.hpp"
#include "io/file_format.hpp"
#include "io/gzip.hpp"
#include "io/output_file.hpp"
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

Table read_typed(const std::string& path, const FileFormat& format, const Run& run) {
  if (path == "-") {
    bad_input("standard input can only be .csv or .tsv", "save the data into a file and name it");
  }
  return format.read(path, run);
}

}  // namespace

TableFile read_table(const std::string& path, const ReadOptions& options, const Run& run) {
  const ChosenFormat chosen = format_of(path, options.format);
  TableFile file;
  file.sidecar = find_sidecar(path, options);
  const Declarations declared = merged(file.sidecar.columns, options.declared);
  if (chosen.format->is_delimited()) {
    const TextForm& text = options.text;
    CsvContent content = read_csv(path,
                                  {.delimiter = text.delimiter ? text.delimiter : chosen.format->delimiter,
                                   .decimal_point = text.decimal_point,
                                   .encoding = text.encoding,
                                   .missing = options.missing,
                                   .declared = declared},
                                  run);
    file.table = with_declared_infos(content.table, declared);
    file.missing_token = std::move(content.missing_token);
  } else {
    file.table = as_declared(read_typed(path, *chosen.format, run), declared, options.missing, path);
  }
  require_numeric_domains(file.table.schema(), path == "-" ? "standard input" : path);
  return file;
}

namespace {

// Delimited text on its way into a file, packed or not.
class DelimitedText {
 public:
  DelimitedText(OutputFile& file, const WriteOptions& options, const ChosenFormat& chosen)
      : file_(file),
        packer_(chosen.gzip ? std::make_unique<GzipPacker>() : nullptr),
        csv({.delimiter = chosen.format->delimiter.value_or(','), .missing_token = options.missing_token},
            [this](std::string_view text) {
              packer_ ? file_.write(packer_->packed(text)) : file_.write(text);
            }) {}

  void finish() {
    if (packer_) file_.write(packer_->finished());
  }

 private:
  OutputFile& file_;
  std::unique_ptr<GzipPacker> packer_;  // none: the text as it is

 public:
  CsvWriter csv;
};

void write_bytes(const Table& table, OutputFile& file, const WriteOptions& options,
                 const ChosenFormat& chosen, const Run& run) {
  if (!chosen.format->is_delimited()) {
    chosen.format->write(table, run, [&](std::string_view bytes) { file.write(bytes); });
    return;
  }
  DelimitedText text(file, options, chosen);
  text.csv.append({&table, 1}, run);
  text.finish();
}

void verify(const OutputFile& file, const WriteOptions& options, const ChosenFormat& chosen) {
  if (options.verify) {
    options.verify(file.temporary(), std::string(chosen.format->name) + (chosen.gzip ? ".gz" : ""));
  }
}

}  // namespace

struct TableWriter::State {
  State(const std::string& path, const WriteOptions& options, const ChosenFormat& chosen)
      : file(path, options.mode), text(file, options, chosen) {}

  OutputFile file;
  DelimitedText text;
};

bool can_append(const std::string& path, const std::string& format) {
  return output_format_of(path, format).format->is_delimited();
}

TableWriter::TableWriter(const std::string& path, const WriteOptions& options)
    : state_(std::make_unique<State>(path, options, output_format_of(path, options.format))) {}

TableWriter::~TableWriter() = default;

void TableWriter::append(std::span<const Table> blocks, const Run& run) {
  state_->text.csv.append(blocks, run);
}

void TableWriter::commit() {
  state_->text.finish();
  state_->file.commit();
}

void write_table(const Table& table, const std::string& path, const WriteOptions& options, const Run& run) {
  const ChosenFormat chosen = output_format_of(path, options.format);
  OutputFile file(path, options.mode);
  if (options.verify && file.temporary().empty()) {
    // Output to a pipe cannot be withdrawn, so it is first written to a temporary file.
    OutputFile temporary((std::filesystem::temp_directory_path() / "sfumato-release").string());
    write_bytes(table, temporary, options, chosen, run);
    verify(temporary, options, chosen);
    file.write(read_text_file(temporary.temporary(), SIZE_MAX));
    return;
  }
  write_bytes(table, file, options, chosen, run);
  verify(file, options, chosen);
  file.commit();
}

void check_output(const std::string& path, const std::string& format,
                  const std::vector<std::string>& inputs) {
  static_cast<void>(output_format_of(path, format));
  check_output_place(path, inputs);
}

}  // namespace sfumato::io
