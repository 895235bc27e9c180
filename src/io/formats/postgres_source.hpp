// Tables of a PostgreSQL server (libpq), in one consistent snapshot: one read-only transaction reads them.
// Only rows are read; every name is sent as a quoted identifier.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

class PostgresSource {
 public:
  // postgres://user@host:port/database?option=value, as libpq reads it; a password may also come from
  // PGPASSWORD or the user's password file, and is never shown. Waiting ends when the run is asked to stop.
  PostgresSource(const std::string& url, const Run& run);
  ~PostgresSource();
  PostgresSource(const PostgresSource&) = delete;
  PostgresSource& operator=(const PostgresSource&) = delete;

  // Tables and views in the schemas that are searched: with exactly that name, or else the only one that
  // differs in case. An error if there is none.
  std::string table_named(const std::string& wanted, const Run& run);
  std::vector<std::string> columns_of(const std::string& table, const Run& run);

  // Integers stay integers, float columns are doubles, dates are dates, booleans "true" and "false", and
  // everything else is text: of NUMERIC every digit. NULL and NaN are missing. Texts of CHAR(n) lose the
  // spaces that fill them up.
  Table read(const std::string& table, const std::vector<std::string>& columns, const Run& run);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::io
