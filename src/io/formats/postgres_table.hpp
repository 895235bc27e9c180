// Tables of a PostgreSQL server as data, read and written.
#pragma once

#include <memory>

#include "io/database_table.hpp"

namespace sfumato::io {

Table read_postgres_table(const DatabaseAddress& address, const Run& run);
std::unique_ptr<DatabaseOutput> open_postgres_output(const DatabaseAddress& address, const Run& run);
bool has_postgres_table(const DatabaseAddress& address, const Run& run);

}  // namespace sfumato::io
