// What a release promises, verified in its file as written, before the file is renamed into place, or in the
// table as returned.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/class_promise.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

// The file to verify, and what it was written from.
struct WrittenTable {
  std::string path;
  std::string format;
  std::string missing_token;
  std::string sidecar;                      // the text that will lie beside it
  const Table& released;                    // hierarchies, and columns that are not in the file
  const std::vector<ColumnInfo>& original;  // hierarchies of columns that were generalized along them
  bool formulas_quoted = false;             // by io::with_formulas_quoted
  std::function<Table()> read = {};         // of a table in a database: within the transaction that makes it
};

// Counts in a table, which has the hierarchies that the promises are about. A promise that does not hold is
// an error; `counted_in` is how it names the table.
std::vector<verify::PromiseFinding> verify_table(const Table& table,
                                                 const std::vector<ClassPromise>& promises, const Run& run,
                                                 const std::string& counted_in = "table as returned");

// An error where a promise does not hold.
void require_kept(const verify::PromiseFinding& finding);

// Reads the file, or the table of a database, back and counts in it.
std::vector<verify::PromiseFinding> verify_written(const WrittenTable& written,
                                                   const std::vector<ClassPromise>& promises, const Run& run);

// A warning for each promise that was not verified; the same in every front end.
Warnings unverified_warnings(const std::vector<ClassPromise>& promises,
                             const std::vector<verify::PromiseFinding>& findings);

}  // namespace sfumato::release
