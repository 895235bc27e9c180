// Tables in SQLite files, read and written. SQLite decides the type of each cell, not of a column; the rule
// of TypedCollector makes columns of them.
#pragma once

#include <memory>

#include "io/database_table.hpp"

namespace sfumato::io {

Table read_sqlite_table(const DatabaseAddress& address, const Run& run);
std::unique_ptr<DatabaseOutput> open_sqlite_output(const DatabaseAddress& address, const Run& run);
bool has_sqlite_table(const DatabaseAddress& address, const Run& run);

}  // namespace sfumato::io
