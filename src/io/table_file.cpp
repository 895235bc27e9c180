// Tables in files: which format a path means, the sidecar beside it, and the checks that come before
// any work is done.
#include "io/table_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/csv_blocks.hpp"
#include "io/csv_convert.hpp"
#include "io/csv_reader.hpp"
#include "io/csv_writer.hpp"
#include "io/database_table.hpp"
#include "io/declared_kind.hpp"
#include "io/file_error.hpp"
#include "io/file_format.hpp"
#include "io/gzip.hpp"
#include "io/output_file.hpp"
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

void require_no_format(const std::string& path, const std::string& format) {
  if (format.empty()) return;
  bad_param("format", "'" + shown(path) + "' is a table in a database, which has no file format",
            "leave ‹format› out");
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

namespace {

CsvWriteOptions csv_options(const WriteOptions& options, const ChosenFormat& chosen) {
  const TextForm& text = options.text;
  return {.delimiter = chosen.format->delimiter.value_or(text.delimiter.value_or(',')),
          .missing_token = options.missing_token,
          .decimal_point = text.decimal_point.value_or('.'),
          .encoding = text.encoding.value_or(Encoding::utf_8),
          .crlf = text.crlf};
}

// Delimited text on its way into a file, in its encoding, packed or not.
class DelimitedText {
 public:
  DelimitedText(OutputFile& file, const WriteOptions& options, const ChosenFormat& chosen,
                std::vector<CsvColumnFacts> facts = {})
      : file_(file),
        packer_(chosen.gzip ? std::make_unique<GzipPacker>() : nullptr),
        encoding_(options.text.encoding.value_or(Encoding::utf_8)),
        marked_(options.text.byte_order_mark || encoding_ == Encoding::utf_16le ||
                encoding_ == Encoding::utf_16be),
        csv(
            csv_options(options, chosen), [this](std::string_view text) { take(text); }, std::move(facts)) {}

  void finish() {
    if (packer_) file_.write(packer_->finished());
  }

 private:
  // The pieces of the writer end with whole characters.
  void take(std::string_view text) {
    const bool begins = std::exchange(marked_, false);
    if (encoding_ == Encoding::utf_8 && !begins) {
      put(text);
      return;
    }
    const bool one_byte = encoding_ == Encoding::latin_1 || encoding_ == Encoding::windows_1252;
    const std::string mark = begins && !one_byte ? "\xEF\xBB\xBF" : "";
    put(in_encoding(mark + std::string(text), encoding_).value());
  }
  void put(std::string_view bytes) { packer_ ? file_.write(packer_->packed(bytes)) : file_.write(bytes); }

  OutputFile& file_;
  std::unique_ptr<GzipPacker> packer_;  // none: the text as it is
  Encoding encoding_;
  bool marked_;  // a byte order mark is still to be written

 public:
  CsvWriter csv;
};

void write_bytes(const Table& table, OutputFile& file, const WriteOptions& options,
                 const ChosenFormat& chosen, const Run& run) {
  if (!chosen.format->is_delimited()) {
    chosen.format->write(table, options.sheet, run, [&](std::string_view bytes) { file.write(bytes); });
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

// A table that is made in a database.
struct TableWriter::Transaction {
  Transaction(const std::string& path, const WriteOptions& options, const Run& run)
      : address(database_address(path)), replace(options.replace) {
    require_no_format(path, options.format);
    const bool new_file = address.is_file() && !exists(address.location);
    output = database_system(address).open(address, run);
    // The file has no records yet.
    if (new_file && options.mode && ::chmod(address.location.c_str(), *options.mode) != 0) {
      file_failed("set the permissions of", address.location, errno, "choose another folder");
    }
  }

  void append(std::span<const Table> blocks, const Run& run) {
    for (const Table& block : blocks) {
      if (!created) output->create(address, block, replace, run);
      created = true;
      output->append(block, run);
    }
  }

  DatabaseAddress address;
  bool replace = false, created = false;
  std::unique_ptr<DatabaseOutput> output;
};

bool is_delimited(const std::string& path, const std::string& format) {
  return !is_database(path) && output_format_of(path, format).format->is_delimited();
}

TextForm output_text_form(const std::string& path, const std::string& format, const TextForm& found,
                          const TextForm& wanted) {
  if (!is_delimited(path, format)) {
    const bool asked = wanted.delimiter || wanted.decimal_point || wanted.encoding;
    if (!asked) return {};
    const std::string_view name = wanted.delimiter       ? "output-delimiter"
                                  : wanted.decimal_point ? "output-decimal"
                                                         : "output-encoding";
    bad_param(name, param_reference(name) + " is for CSV and TSV files, and '" + path + "' is not one",
              "leave it out");
  }
  const ChosenFormat chosen = output_format_of(path, format);
  TextForm form = merged(found, wanted);
  if (wanted.encoding && wanted.encoding != found.encoding) form.byte_order_mark = false;
  if (chosen.format->delimiter && wanted.delimiter && wanted.delimiter != chosen.format->delimiter) {
    bad_param("output-delimiter", "the fields of a .tsv file are separated by tabs", "name the file .csv");
  }
  if (chosen.format->delimiter) {
    form.delimiter = chosen.format->delimiter;
  } else if (!wanted.delimiter && (form.delimiter == '\t' || form.delimiter == ' ')) {
    form.delimiter = ',';  // of a .tsv file, which becomes one of another name
  }
  if (form.delimiter.value_or(',') == ',' && form.decimal_point == ',') {
    if (wanted.decimal_point && !wanted.delimiter) {
      form.delimiter = ';';  // as spreadsheets do where decimals have a comma
    } else if (wanted.decimal_point) {
      bad_param("output-decimal", "a comma cannot separate fields and be the decimal point",
                "set ‹output-delimiter› to ;");
    } else {
      form.decimal_point = '.';
    }
  }
  return form;
}

bool can_append(const std::string& path, const std::string& format) {
  return is_database(path) || is_delimited(path, format);
}

TableWriter::TableWriter(const std::string& path, const WriteOptions& options, const Run& run) {
  if (is_database(path)) {
    transaction_ = std::make_unique<Transaction>(path, options, run);
  } else {
    state_ = std::make_unique<State>(path, options, output_format_of(path, options.format));
  }
}

TableWriter::~TableWriter() = default;

void TableWriter::append(std::span<const Table> blocks, const Run& run) {
  transaction_ ? transaction_->append(blocks, run) : state_->text.csv.append(blocks, run);
}

void TableWriter::commit(const Run& run) {
  if (transaction_) return transaction_->output->commit(run);
  state_->text.finish();
  state_->file.commit();
}

void write_table(const Table& table, const std::string& path, const WriteOptions& options, const Run& run) {
  if (is_database(path)) {
    TableWriter writer(path, options, run);
    writer.append({&table, 1}, run);
    return writer.commit(run);
  }
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

CsvColumnFacts written_facts(const StoredColumn& column) {
  const ColumnFacts& facts = column.facts();
  return {.has_values = facts.present > 0,
          .whole = facts.whole_digits,
          .other_texts = facts.other_texts,
          .label_like_name = facts.label_like_name};
}

void write_stored(const StoredTable& table, const std::string& path, const WriteOptions& options,
                  const std::vector<CsvColumnFacts>& facts, const std::function<Table(Table)>& written,
                  const Run& run) {
  OutputFile file(path, options.mode);
  DelimitedText text(file, options, output_format_of(path, options.format), facts);
  if (table.blocks() == 0) {
    const Table none = written(table.outline());
    text.csv.append({&none, 1}, run);
  }
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = written(table.block(block, run));
    text.csv.append({&part, 1}, run);
    run.advance();
  }
  text.finish();
  file.commit();
}

void check_output(const std::string& path, const std::string& format, const std::vector<std::string>& inputs,
                  bool replace) {
  if (is_database(path)) {
    require_no_format(path, format);
    return check_database_output(path, inputs, replace);
  }
  static_cast<void>(output_format_of(path, format));
  check_output_place(path, inputs);
}

}  // namespace sfumato::io
