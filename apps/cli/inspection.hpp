// What a release promises, checked in its file as written, before anybody gets it.
#pragma once

#include <string>
#include <vector>

#include "core/class_promise.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::cli {

// The file that is to be looked at, and what it was written from.
struct WrittenTable {
  std::string path;
  std::string format;
  std::string missing_token;
  std::string sidecar;                      // the text that will lie beside it
  const Table& released;                    // hierarchies, and columns that are not in the file
  const std::vector<ColumnInfo>& original;  // hierarchies of columns that were generalized along them
};

// Reads the file back and counts. A promise that does not hold is an error.
std::vector<verify::PromiseFinding> inspect(const WrittenTable& written,
                                            const std::vector<ClassPromise>& promises, const Run& run);

}  // namespace sfumato::cli
