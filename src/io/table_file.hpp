// Tables in files, whatever the format: the extension says which one (.csv, .csv.gz, .parquet, .sav, …), and
// a sidecar of the same name with .toml says what the columns mean.
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
};

// Errors name the file, the line and the column, and say what to do.
TableFile read_table(const std::string& path, const ReadOptions& options, const Run& run);

struct WriteOptions {
  std::string format = {};
  std::string missing_token = {};
  std::optional<unsigned> mode = std::nullopt;  // permissions; without it, as the umask gives them
  // Checks the whole file, under a temporary name and in this format, before it is renamed or sent into a
  // pipe. If it throws, the file is not released.
  std::function<void(const std::string& path, const std::string& format)> verify = {};
};

// Writes a temporary file in the same folder and renames it: either the whole file exists or none.
void write_table(const Table& table, const std::string& path, const WriteOptions& options, const Run& run);

// What `format` may name: "csv", "tsv", "parquet", …; with `written`, only those that can be written.
std::vector<std::string> format_names(bool written);

// Can a TableWriter write this format?
bool can_append(const std::string& path, const std::string& format);

// A table that is written block by block, so that it need not fit into memory: CSV and TSV, plain or
// gzipped. commit() makes the whole file visible; without it there is no file.
class TableWriter {
 public:
  TableWriter(const std::string& path, const WriteOptions& options);
  ~TableWriter();

  // Blocks of the same columns, in order. At least one is needed, for the header; it may have no rows.
  void append(std::span<const Table> blocks, const Run& run);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// check_output_place, and refuses a format that cannot be written.
void check_output(const std::string& path, const std::string& format, const std::vector<std::string>& inputs);

}  // namespace sfumato::io
