// What a cell without a value has in the files of a release: the code of a missing value that the original
// has there, or a code of its own for a suppression, so that analysts can tell them apart. Labels in place of
// codes.
#pragma once

#include <map>
#include <string>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/table_file.hpp"
#include "release/recipe_run.hpp"

namespace sfumato::release {

struct WrittenCodes {
  std::map<std::string, Codes> missing = {};  // of a column: the code of each missing cell of the original
  std::string suppressed = {};                // of cells that the release leaves out; empty: they are empty
  bool labels = false;                        // "female", not 2

  bool any() const { return !missing.empty() || !suppressed.empty() || labels; }
};

// The codes of missing values, cell by cell: the file is read once more as text. Cells of a pipe cannot be
// read again, which is an error; formats that do not say which code a cell has give none.
std::map<std::string, Codes> missing_codes(const std::string& path, const io::ReadOptions& reading,
                                           const Table& table, const Run& run);

// One table of a release as it is written, with its codes declared in the schema. `delimited`: numbers may
// have codes that are texts. Errors: a code that is a value of the column, one that the format cannot hold.
Table with_written_codes(Table table, const MaskingResult& result, std::size_t copy,
                         const WrittenCodes& codes, bool delimited);

}  // namespace sfumato::release
