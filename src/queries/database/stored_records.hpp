// Writes records into the files of a database: masked, imported and camouflaged as its terms say. Used when a
// database is created and when its data are replaced.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/formats/whole_number_file.hpp"
#include "queries/database.hpp"

namespace sfumato::queries {

struct RecordFiles {
  // Where to write a file of the database, such as "tables/people.parquet". The file is empty; that of
  // camouflage does not exist.
  std::function<std::string(const std::string& file)> place;
  // For camouflage: may refuse the imported records.
  std::function<void(const std::vector<DataTable>& data)> check;
  std::string key;  // the key file of camouflage
};
CreatedDatabase store_records(const Catalogue& catalogue, const DatabaseTerms& terms,
                              const std::vector<io::TableFile>& sources, const RecordFiles& files,
                              const Run& run);

// The columns of a table in its file.
std::vector<io::WholeNumberField> fields_of(const CatalogueTable& table);

// An error if the catalogue has another number of tables, or tables that cannot be stored.
void require_tables(const Catalogue& catalogue, std::size_t sources);

}  // namespace sfumato::queries
