// Small catalogues and footprints for tests of the ledger, and child processes that run a function.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "queries/ledger.hpp"

namespace sfumato::queries::testing {

// One table of two number columns, from 0 to 999; the first has NULL.
inline Catalogue two_columns(std::int64_t rows_per_unit = 1) {
  CatalogueTable table;
  table.name = "people";
  table.rows_per_unit = rows_per_unit;
  for (const char* name : {"age", "income"}) {
    CatalogueColumn column;
    column.name = name;
    column.upper = 999;
    column.nullable = table.columns.empty();
    table.columns.push_back(column);
  }
  return {{table}};
}

inline Footprint everywhere(std::int64_t micro_epsilon) {
  return {0, {RangeSet({{0, 999}}), RangeSet({{0, 999}})}, {true, false}, micro_epsilon};
}

inline Footprint ages(std::int64_t first, std::int64_t last, std::int64_t micro_epsilon) {
  return {0, {RangeSet({{first, last}}), RangeSet({{0, 999}})}, {false, false}, micro_epsilon};
}

// A folder in a memory file system, if there is one: killing a process has the same effect there, and
// hundreds of runs take a few seconds.
class MemoryFolder {
 public:
  MemoryFolder() {
    std::string name = std::filesystem::is_directory("/dev/shm") && access("/dev/shm", W_OK) == 0
                           ? "/dev/shm/sfumato-ledger-XXXXXX"
                           : (std::filesystem::temp_directory_path() / "sfumato-ledger-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Error(ErrorCode::input_output, "no folder for the test");
    path_ = name;
  }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;
  ~MemoryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Runs `work` in a child process, whose exit status is its result; 99 after an exception.
inline pid_t start(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = work();
  } catch (const Error& error) {
    std::fprintf(stderr, "child: %s\n", error.message.c_str());
  } catch (...) {
  }
  _exit(status);
}

inline int finish(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The error that `work` throws; its code is `interrupted` if there is none.
inline Error error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::interrupted, "nothing was thrown");
}

}  // namespace sfumato::queries::testing
