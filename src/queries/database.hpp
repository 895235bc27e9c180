// A database folder: the catalogue, the tables as Parquet, how it is protected, and the ledger. It is made
// once by `query init` and asked ever after.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/table_file.hpp"
#include "queries/camouflage.hpp"
#include "queries/catalogue.hpp"
#include "queries/data_table.hpp"
#include "queries/mechanism.hpp"
#include "queries/terms.hpp"
#include "release/verification.hpp"

namespace sfumato::queries {

// How records came in, by table. Rounded, clamped and made NULL are cells of records that were kept; dropped
// and cut off at a unit's rows are records.
struct ImportCount {
  std::string table;
  std::size_t rows = 0, kept = 0, rounded = 0, clamped = 0, made_null = 0, dropped = 0, beyond_unit = 0;
  std::vector<CamouflageCount> camouflaged = {};  // columns, where intervals are to answer
};

// Records as the catalogue wants them; columns that it does not name stay out. A number is its shortest
// decimal text, rounded half away from zero to the declared decimals, and then inside its domain or not. A
// category is the text that a file would hold. What has no nearest end (a missing cell where NULL is not
// allowed, a text that is no number) is refused where the policy is to clamp. Of the records that are not
// dropped, the first ones of a unit stay. So whether a record stays depends on it and on the records of its
// unit, and on no other.
struct Imported {
  DataTable data;
  ImportCount count;
};
Imported import_records(const Table& records, const CatalogueTable& catalogue, const Run& run);

// The tables of a catalogue from PostgreSQL (postgres://user@host/database), by name; all of one moment.
std::vector<Table> read_postgres_tables(const std::string& url, const Catalogue& catalogue, const Run& run);

struct CreatedDatabase {
  std::vector<ImportCount> counts;
  std::vector<std::string> warnings;             // of masking, where masked records answer
  std::vector<verify::PromiseFinding> promises;  // that hold in the masked records
};

// The folder must not be there; nothing of it is left where something fails. `sources` are records as they
// were read, in the order of the catalogue's tables; for input perturbation they are masked here by the
// recipe of the terms. `key`: where the key of camouflage is, or is put where there is none; Database's usual
// place unless given.
CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<io::TableFile>& sources,
                                const Run& run, const std::string& key = {});
// The same for tables without a sidecar.
CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<Table>& sources, const Run& run,
                                const std::string& key = {});

class Database {
 public:
  explicit Database(std::string folder);  // reads catalogue and terms, no data
  const Catalogue& catalogue() const { return catalogue_; }
  const DatabaseTerms& terms() const { return terms_; }
  const std::string& folder() const { return folder_; }
  std::string ledger_path() const { return folder_ + "/ledger.sqlite"; }
  std::string restriction_path() const { return folder_ + "/restriction.sqlite"; }
  std::string camouflage_path() const { return folder_ + "/camouflage.bin"; }
  std::string tokens_path() const { return folder_ + "/tokens.json"; }
  // Beside the folder, for it must not be in it: "clinic.key" for "clinic".
  std::string usual_key_path() const { return key_beside(folder_); }
  static std::string key_beside(std::string folder);
  // The columns that are asked for; the others stay empty. Values are held against the catalogue: a file with
  // one outside its domain is an error, since noise is measured by the domain.
  DataTable load(std::size_t table, const std::vector<std::size_t>& columns) const;

 private:
  std::string folder_;
  Catalogue catalogue_;
  DatabaseTerms terms_;
};

}  // namespace sfumato::queries
