// The records of a catalogue's tables from PostgreSQL. Only the declared columns and the person column are
// read from the server.
#include "io/formats/postgres_source.hpp"
#include "io/utf8.hpp"
#include "queries/database.hpp"
#include "queries/database/column_import.hpp"

namespace sfumato::queries {

std::vector<Table> read_postgres_tables(const std::string& url, const Catalogue& catalogue, const Run& run) {
  io::PostgresSource source(url, run);
  std::vector<Table> tables;
  for (const CatalogueTable& table : catalogue.tables) {
    const std::string name = source.table_named(table.name, run);
    const std::vector<std::string> there = source.columns_of(name, run);
    const std::string where = "the PostgreSQL table '" + io::shown(name) + "'";
    std::vector<std::string> wanted;
    for (const CatalogueColumn& column : table.columns) {
      wanted.push_back(there[place_in_data(there, column.name, where)]);
    }
    if (table.person) wanted.push_back(there[place_in_data(there, *table.person, where)]);
    tables.push_back(source.read(name, wanted, run));
  }
  return tables;
}

}  // namespace sfumato::queries
