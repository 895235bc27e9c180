// A database folder: the catalogue, the tables as Parquet, the terms of its protection, and the ledger. It is
// created once by `query init`; afterwards only its logs change. The first row of a log records the terms,
// the catalogue and fingerprints of the data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "queries/camouflage.hpp"
#include "queries/catalogue.hpp"
#include "queries/data_table.hpp"
#include "queries/mechanism.hpp"
#include "queries/terms.hpp"
#include "release/verification.hpp"

namespace sfumato::queries {

// Counts of the import of a table. `rounded`, `clamped` and `made_null` count cells of kept records;
// `dropped` and `beyond_unit` (above the rows of a unit) count records. `clamped` has also the cells that
// input perturbation moved out of the domain.
struct ImportCount {
  std::string table;
  std::size_t rows = 0, kept = 0, rounded = 0, clamped = 0, made_null = 0, dropped = 0, beyond_unit = 0;
  std::vector<CamouflageCount> camouflaged = {};  // columns, for camouflage
};

// Records as the catalogue declares them; columns that it does not name are ignored. A number is its shortest
// decimal text, rounded half away from zero to the declared decimals, and then compared with its domain. A
// category is the text of the cell in a file. A cell without a nearest bound (missing where NULL is not
// allowed, or not a number) is refused if the policy is to clamp. Of the records that are not dropped, the
// first ones of a unit are kept. So whether a record is kept depends only on it and on the records of its
// unit.
struct Imported {
  DataTable data;
  ImportCount count;
};
Imported import_records(const Table& records, const CatalogueTable& catalogue, const Run& run);

// The tables of a catalogue from PostgreSQL (postgres://user@host/database), by name; all from one snapshot.
std::vector<Table> read_postgres_tables(const std::string& url, const Catalogue& catalogue, const Run& run);

struct CreatedDatabase {
  std::vector<ImportCount> counts;
  Warnings warnings;                             // of masking, for input perturbation
  std::vector<verify::PromiseFinding> promises;  // that hold in the masked records
};

// The folder must not exist; if something fails, nothing of it is left. `sources` are records as they were
// read, in the order of the catalogue's tables; for input perturbation they are masked here by the recipe of
// the terms. `key`: the key file of camouflage, created if it does not exist; empty: usual_key_path().
// Records that another database in the same parent folder seems to camouflage are refused, unless `accepted`
// says why they may be camouflaged again; this is noted in the ledger.
CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<io::TableFile>& sources,
                                const Run& run, const std::string& key = {},
                                const std::string& accepted = {});
// The same for tables without a sidecar.
CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<Table>& sources, const Run& run,
                                const std::string& key = {}, const std::string& accepted = {});

// Replaces the records of a database; terms, catalogue and log stay. The new data are complete on disk before
// the log records them, and are renamed afterwards: see finish_refresh. Errors (refused): a restricted
// database, because differences between exact answers about both versions disclose changed records; and,
// unless `accepted` says why, camouflage and input perturbation, because records in both versions are
// protected twice.
CreatedDatabase refresh_database(const std::string& folder, const std::vector<io::TableFile>& sources,
                                 const Run& run, const std::string& key = {},
                                 const std::string& accepted = {});

class Database {
 public:
  explicit Database(std::string folder);  // reads catalogue and terms, no data
  const Catalogue& catalogue() const { return catalogue_; }
  const DatabaseTerms& terms() const { return terms_; }
  const std::string& folder() const { return folder_; }
  // In the folder: "tables/people.parquet".
  static std::string table_file(const CatalogueTable& table);
  std::string ledger_path() const { return folder_ + "/ledger.sqlite"; }
  std::string restriction_path() const { return folder_ + "/restriction.sqlite"; }
  std::string camouflage_path() const { return folder_ + "/camouflage.bin"; }
  std::string tokens_path() const { return folder_ + "/tokens.json"; }
  // Beside the folder, because it must not be in it: "clinic.key" for "clinic".
  std::string usual_key_path() const { return key_beside(folder_); }
  static std::string key_beside(std::string folder);
  // Loads the given columns; the others stay empty. Values are checked against the catalogue: a value outside
  // its domain is an error, because noise is scaled to the domain.
  DataTable load(std::size_t table, const std::vector<std::size_t>& columns) const;

 private:
  std::string folder_;
  Catalogue catalogue_;
  DatabaseTerms terms_;
};

}  // namespace sfumato::queries
