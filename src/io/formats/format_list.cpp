// The formats and database systems of the program in one list. Readers of third-party libraries work in a
// child process.
#include <array>
#include <filesystem>

#include "io/database_table.hpp"
#include "io/file_format.hpp"
#include "io/formats/arrow_file.hpp"
#include "io/formats/containment.hpp"
#include "io/formats/duckdb_table.hpp"
#include "io/formats/postgres_table.hpp"
#include "io/formats/readstat_read.hpp"
#include "io/formats/readstat_write.hpp"
#include "io/formats/sqlite_table.hpp"
#include "io/formats/xlsx_read.hpp"
#include "io/formats/xlsx_write.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {
namespace {

Table in_child(const std::string& path, const std::function<Table()>& reader, const Run& run) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  const std::uint64_t size = error ? 0 : bytes;
  const MemoryBudget budget(path, size, Packing::compressed, run.memory());
  return read_in_child(path, limits_for(size, budget.limit()), reader, run);
}

template <Table (*reader)(const std::string& path, const Run& run)>
Table contained(const std::string& path, const ReadTerms&, const Run& run) {
  return in_child(
      path, [&] { return reader(path, run); }, run);
}

Table contained_xlsx(const std::string& path, const ReadTerms& terms, const Run& run) {
  return in_child(
      path, [&] { return read_xlsx(path, terms, run); }, run);
}

template <void (*writer)(const Table& table, const Run& run,
                         const std::function<void(std::string_view)>& sink)>
void written(const Table& table, const std::string&, const Run& run,
             const std::function<void(std::string_view)>& sink) {
  writer(table, run, sink);
}

// A database in a file is as untrusted as any other file.
template <auto reader>
Table contained_table(const DatabaseAddress& address, const Run& run) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(address.location, error);
  const std::uint64_t size = error ? 0 : bytes;
  const MemoryBudget budget(address.location, size, Packing::compressed, run.memory());
  return read_in_child(
      address.location, limits_for(size, budget.limit()), [&] { return reader(address, run); }, run);
}

// A table of one number: whether there is one of that name.
template <auto finder>
Table found_table(const DatabaseAddress& address, const Run& run) {
  Integers found;
  found.values.push_back(finder(address, run) ? 1 : 0);
  return {std::vector<ColumnInfo>(1), {Column(std::move(found))}};
}

template <auto finder>
bool contained_search(const DatabaseAddress& address, const Run& run) {
  std::error_code error;
  if (!std::filesystem::exists(address.location, error)) return false;
  const Table found = contained_table<found_table<finder>>(address, run);
  return found.column(0).get_if<Integers>()->values.front() == 1;
}

constexpr std::array<DatabaseSystem, 3> systems = {{
    {.name = "postgres",
     .read = read_postgres_table,
     .open = open_postgres_output,
     .has_table = has_postgres_table},
    {.name = "sqlite",
     .read = contained_table<read_sqlite_table>,
     .open = open_sqlite_output,
     .has_table = contained_search<has_sqlite_table>},
    {.name = "duckdb",
     .read = contained_table<read_duckdb_table>,
     .open = open_duckdb_output,
     .has_table = contained_search<has_duckdb_table>},
}};

constexpr std::string_view sas_is_read_only = "SAS files can only be read";

constexpr std::array<FileFormat, 9> formats = {{
    csv_format,
    tsv_format,
    {.name = "parquet", .read = contained<read_parquet>, .write = written<write_parquet>},
    {.name = "feather", .read = contained<read_feather>, .write = written<write_feather>},
    {.name = "sav", .read = contained<read_sav>, .write = written<write_sav>},
    {.name = "dta", .read = contained<read_dta>, .write = written<write_dta>},
    {.name = "sas7bdat", .read = contained<read_sas7bdat>, .unwritable = sas_is_read_only},
    {.name = "xpt", .read = contained<read_xpt>, .unwritable = sas_is_read_only},
    {.name = "xlsx", .read = contained_xlsx, .write = write_xlsx},
}};

}  // namespace

std::span<const FileFormat> file_formats() { return formats; }

std::span<const DatabaseSystem> database_systems() { return systems; }

}  // namespace sfumato::io
