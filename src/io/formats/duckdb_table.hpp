// Tables in DuckDB files, read and written.
#pragma once

#include <memory>

#include "io/database_table.hpp"

namespace sfumato::io {

Table read_duckdb_table(const DatabaseAddress& address, const Run& run);
std::unique_ptr<DatabaseOutput> open_duckdb_output(const DatabaseAddress& address, const Run& run);
bool has_duckdb_table(const DatabaseAddress& address, const Run& run);

}  // namespace sfumato::io
