// Tables in files, whatever the format: the extension says which one (.csv, .csv.gz, .parquet, .sav, …), and
// a sidecar of the same name with .toml says what the columns mean. A path can be a table in a database
// (io/database_address).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/sidecar.hpp"
#include "io/text_form.hpp"

namespace sfumato::io {

struct ReadOptions {
  std::string format = {};  // "csv", "parquet", …; empty: by extension. "-" is CSV from a pipe
  TextForm text = {};       // how delimited text is written; other formats say it themselves
  std::string sheet = {};   // of a workbook: a name or a number; empty: there must be one only
  std::vector<std::string> missing =
      {};                       // tokens for missing values, in addition to the empty field, in every column
  std::string roles = {};       // a sidecar to use instead of the one beside the file
  Declarations declared = {};   // from flags: they override the sidecar
  bool alone = false;           // without any sidecar
  std::string no_sidecar = {};  // a file that is something else, even where it has the sidecar's name
};

struct TableFile {
  Table table;
  Sidecar sidecar;            // empty where there is none
  std::string missing_token;  // how this file writes a missing value; often empty
  TextForm text = {};         // how delimited text is written; nothing of other formats
};

// Errors name the file, the line and the column, and say what to do.
TableFile read_table(const std::string& path, const ReadOptions& options, const Run& run);

// A table of a typed format that was read from there, with what its sidecar and the options declare.
TableFile described_table(Table table, const std::string& path, const ReadOptions& options);

struct WriteOptions {
  std::string format = {};
  std::string missing_token = {};
  TextForm text = {};                           // of delimited text
  std::string sheet = {};                       // the name of the sheet in a workbook; empty: a usual one
  std::optional<unsigned> mode = std::nullopt;  // permissions; without it, as the umask gives them
  bool replace = false;                         // a table that is in the database already
  // Checks the whole file, under a temporary name and in this format, before it is renamed or sent into a
  // pipe. If it throws, the file is not released. Not for databases.
  std::function<void(const std::string& path, const std::string& format)> verify = {};
};

// Writes a temporary file in the same folder and renames it: either the whole file exists or none.
void write_table(const Table& table, const std::string& path, const WriteOptions& options, const Run& run);

// The form in which a file is written after one that was read as `found`, with what is asked for: a .tsv file
// has tabs, and a decimal comma needs another delimiter. Nothing for formats other than delimited text.
// Errors are about ‹output-delimiter›, ‹output-decimal› and ‹output-encoding›.
TextForm output_text_form(const std::string& path, const std::string& format, const TextForm& found,
                          const TextForm& wanted);

// What `format` may name: "csv", "tsv", "parquet", …; with `written`, only those that can be written.
std::vector<std::string> format_names(bool written);

// CSV or TSV, plain or gzipped?
bool is_delimited(const std::string& path, const std::string& format);
// Can a TableWriter write this format?
bool can_append(const std::string& path, const std::string& format);

// A table that is written block by block, so that it need not fit into memory: CSV and TSV, plain or
// gzipped, and tables of databases. commit() makes the whole of it visible; without it there is none.
class TableWriter {
 public:
  TableWriter(const std::string& path, const WriteOptions& options, const Run& run);
  ~TableWriter();

  // Blocks of the same columns, in order. At least one is needed, for the header; it may have no rows.
  void append(std::span<const Table> blocks, const Run& run);
  void commit(const Run& run);

 private:
  struct State;
  struct Transaction;
  std::unique_ptr<State> state_;
  std::unique_ptr<Transaction> transaction_;
};

// check_output_place, and refuses a format that cannot be written. A table of a database must not be there
// yet, unless it may be replaced.
void check_output(const std::string& path, const std::string& format, const std::vector<std::string>& inputs,
                  bool replace = false);

}  // namespace sfumato::io
