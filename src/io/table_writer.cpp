// Tables on their way into files and databases: the form of delimited text, files that get their name when
// they are complete, and tables of databases in one transaction.
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/csv_writer.hpp"
#include "io/database_table.hpp"
#include "io/file_error.hpp"
#include "io/file_format.hpp"
#include "io/gzip.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/stored_file.hpp"
#include "io/table_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
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
