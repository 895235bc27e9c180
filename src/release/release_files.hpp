// The files of a release: the masked table, or its copies, each with a sidecar that says what its
// columns mean and how it was made.
#pragma once

#include <string>
#include <vector>

#include "core/method.hpp"
#include "core/run.hpp"
#include "release/recipe_run.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

struct ReleaseTarget {
  std::string output;               // "-" is standard output: CSV without a sidecar
  std::string format = {};          // empty: by extension
  std::string missing_token = {};   // how the original writes a missing value
  std::string sidecar = {};         // where the original's columns are described; hierarchies lie beside it
  std::vector<std::string> inputs;  // files that must not be overwritten
  bool force = false;               // …unless this says so
  // Further files, which come and go with the release: paths, and texts that are known when it is written.
  struct Beside {
    std::string path;
    std::string text;
  };
  std::vector<Beside> beside = {};
};

// Refuses, before any work is done, what write_release would have to overwrite or could not write.
void check_release(const ReleaseTarget& target);

struct WrittenRelease {
  std::vector<std::string> paths;                // of the data files
  std::vector<verify::PromiseFinding> findings;  // of what they promise, counted independently of the method
  std::vector<std::string> warnings;             // promises that could not be verified
};

// Writes every table of the release without its identifier columns. What it promises is verified in each file
// before that gets its name; a release that breaks its promise is an error, and no file is left.
WrittenRelease write_release(const MaskingResult& result, const ReleaseTarget& target, const Run& run);

// For JSON.
Value promises_value(const std::vector<verify::PromiseFinding>& findings);

// The columns that a release of this table has: all but identifiers.
ColumnSet released_columns(const Table& table);

// Adds what the release promises to its description. A run whose draws can be repeated promises nothing, and
// what would have promised something is not for release then.
void add_guarantee(Value& release, Guarantee guarantee, bool seeded);

}  // namespace sfumato::release
