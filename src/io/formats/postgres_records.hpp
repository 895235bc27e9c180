// Rows of a PostgreSQL server as columns, whatever transaction they are read in: that of a source, or that
// which has just written them.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/formats/postgres_session.hpp"

namespace sfumato::io {

struct PostgresRecords {
  Table table;
  std::vector<Oid> types;  // of the columns
};

// How values are written must not depend on the server's settings; a table that another session has locked is
// an error after ten seconds. For the transaction that is open.
std::vector<const char*> reading_settings();

// Through a cursor, in pieces. The types of PostgresSource::read.
PostgresRecords read_cursor(PostgresSession& session, const std::string& query, const Run& run);

// Every column of a table, whose name is quoted already, as data: NUMERIC is a number where a double or a
// 64-bit integer holds every value exactly, and text otherwise; moments are 2021-03-31T09:30:00, those with a
// time zone in universal time.
Table read_postgres_data(PostgresSession& session, const std::string& table, const Run& run);

}  // namespace sfumato::io
