// Delimited text as a table on disk: the file is converted part by part, and every part by the same readers
// that convert a whole file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/csv_reader.hpp"
#include "io/stored_table.hpp"

namespace sfumato::io {

struct StoredCsv {
  StoredTable table;
  std::string missing_token;
  TextForm form;  // how the file is written
};

// A plain file in UTF-8. `part` is how many bytes are converted at once; 0: as many as memory allows, up to
// 32 MB.
StoredCsv store_csv(const std::string& path, const CsvReadOptions& options, const std::string& folder,
                    const Run& run, std::size_t part = 0);

// The same from memory; `source` names it in errors, `block` is how many bytes detection looks at.
StoredCsv store_csv_bytes(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                          const std::string& folder, const Run& run, std::size_t part, std::size_t block);

// Bytes that the cells of its table take, by the first rows: eight for a number, four for a text or a date.
std::uint64_t estimated_cells(const std::string& path, const CsvReadOptions& options, const Run& run);

}  // namespace sfumato::io
