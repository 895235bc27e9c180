// Tables in files, whatever the format: the extension says which one (.csv, .csv.gz, .parquet, .sav, …), and
// a sidecar of the same name with .toml says what the columns mean.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/sidecar.hpp"

namespace sfumato::io {

struct ReadOptions {
  std::string format = {};  // "csv", "parquet", …; empty: by extension. "-" is CSV from a pipe
  std::vector<std::string> missing =
      {};                      // tokens for missing values, beside the empty field, in every column
  std::string roles = {};      // a sidecar to use instead of the one beside the file
  Declarations declared = {};  // from flags: stronger than the sidecar
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
};

// Writes beside `path` and renames into place: either the whole file is there or nothing is.
void write_table(const Table& table, const std::string& path, const WriteOptions& options, const Run& run);

// Refuses, before any work is done, an output that is the same file as one of the inputs (through
// links too), lies in a folder that is not there or not writable, or has a format that cannot be written.
void check_output(const std::string& path, const std::string& format, const std::vector<std::string>& inputs);

}  // namespace sfumato::io
