// A data file as a table on disk, for files that do not fit into memory: the same columns, kinds and errors
// as reading it gives, with a copy of the cells in a temporary file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/csv_writer.hpp"
#include "io/stored_table.hpp"
#include "io/table_file.hpp"

namespace sfumato::io {

struct StoredFile {
  StoredTable table;
  Sidecar sidecar;
  std::string missing_token;
  TextForm text = {};  // how the file is written
};

// Why a file cannot be read in blocks, such as "it is a pipe"; empty where it can: CSV and TSV as plain text
// in UTF-8.
std::string block_hindrance(const std::string& path, const ReadOptions& options);

// What the table of a file takes in memory, by its size and its first rows, without the labels of its texts;
// nothing for a file that cannot be read in blocks.
std::optional<std::uint64_t> estimated_memory(const std::string& path, const ReadOptions& options,
                                              const Run& run);

// The first records of such a file, as a table with its roles: what reading says of the first megabyte. Kinds
// of columns may differ from those of the whole file.
Table table_head(const std::string& path, const ReadOptions& options, const Run& run);

// `folder` is where cells are kept while the table is in use.
StoredFile store_table(const std::string& path, const ReadOptions& options, const std::string& folder,
                       const Run& run);

// Writes CSV or TSV block by block, with the bytes that write_table gives for the whole table. `written` is
// the form in which a block is written, with the same number of columns; `facts` are of columns in that form.
// Beside and renamed, as there; options.verify is not used.
void write_stored(const StoredTable& table, const std::string& path, const WriteOptions& options,
                  const std::vector<CsvColumnFacts>& facts, const std::function<Table(Table)>& written,
                  const Run& run);

// What the writer is told of a stored column.
CsvColumnFacts written_facts(const StoredColumn& column);

}  // namespace sfumato::io
