// Tables in databases: what a database system can do for us. Which systems there are is decided by what is
// linked: the program has those of `io/formats`, the shared library has none.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/database_address.hpp"

namespace sfumato::io {

// One transaction that makes tables. Without commit() the database is as it was, whatever happens.
class DatabaseOutput {
 public:
  virtual ~DatabaseOutput() = default;

  // A new table with the columns of `like`. A table of that name is an error, unless it may be replaced.
  virtual void create(const DatabaseAddress& address, const Table& like, bool replace, const Run& run) = 0;
  // Adds records to the table that was created last.
  virtual void append(const Table& block, const Run& run) = 0;
  // That table, as the database returns it within the transaction.
  virtual Table read_back(const Run& run) = 0;
  virtual void commit(const Run& run) = 0;
  // After a commit that failed: can the tables be there nevertheless? So where a connection is lost.
  virtual bool may_be_there() const { return false; }
};

struct DatabaseSystem {
  std::string_view name;
  Table (*read)(const DatabaseAddress& address, const Run& run);
  std::unique_ptr<DatabaseOutput> (*open)(const DatabaseAddress& address, const Run& run);
  // Is there a table or view of that name? No, where there is no database file.
  bool (*has_table)(const DatabaseAddress& address, const Run& run);
};

// Defined in io/formats and in the shared library.
std::span<const DatabaseSystem> database_systems();

// The system of an address; an error where it is not linked.
const DatabaseSystem& database_system(const DatabaseAddress& address);

// Refuses, before any work is done, an output that is an input's table, that exists and may not be replaced,
// or that is a database in a folder that does not exist.
void check_database_output(const std::string& path, const std::vector<std::string>& inputs, bool replace);

// The error for a table that exists.
[[noreturn]] void refuse_existing_table(const DatabaseAddress& address);

// Refuses names of columns that differ only in case, which are one name there; `system` is how the message
// calls it.
void require_distinct_names(const Table& table, const std::string& system);

}  // namespace sfumato::io
