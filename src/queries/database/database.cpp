// A database's folder: catalogue.toml, terms.toml, tables/NAME.parquet and ledger.sqlite. It is created
// completely or not at all.
#include "queries/database.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/formats/whole_number_file.hpp"
#include "io/output_file.hpp"
#include "io/private_path.hpp"
#include "io/utf8.hpp"
#include "queries/database/earlier_camouflage.hpp"
#include "queries/database/new_folder.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/stored_records.hpp"
#include "queries/database/terms_file.hpp"
#include "queries/dropped_records.hpp"
#include "queries/language/words.hpp"
#include "queries/ledger.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {
namespace {

template <class T>
bool is_inside(const std::vector<T>& values, const CatalogueColumn& column) {
  const auto first = static_cast<T>(column.first()), last = static_cast<T>(column.last());
  bool inside = true;
  for (const T value : values) {
    inside &= (value >= first && value <= last) || (column.nullable && value == null_value<T>);
  }
  return inside;
}

}  // namespace

CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<Table>& sources, const Run& run,
                                const std::string& key, const std::string& accepted) {
  std::vector<io::TableFile> files;
  for (const Table& table : sources) files.push_back({.table = table, .sidecar = {}, .missing_token = {}});
  return create_database(folder, catalogue, terms, files, run, key, accepted);
}

CreatedDatabase create_database(const std::string& folder, const Catalogue& catalogue,
                                const DatabaseTerms& terms, const std::vector<io::TableFile>& sources,
                                const Run& run, const std::string& key, const std::string& accepted) {
  require_tables(catalogue, sources.size());
  if (terms.protection == Protection::restrict) require_restrictable(catalogue);
  if (terms.protection == Protection::camouflage) {
    for (const CatalogueTable& table : catalogue.tables) refuse_dropped_records(table, "camouflage");
  }
  NewFolder made(folder);
  made.add_folder("tables");
  RecordFiles files;
  files.place = [&](const std::string& file) {
    if (file != "camouflage.bin") made.add_file(file);
    return made.place(file);
  };
  files.check = [&](const std::vector<DataTable>& data) {
    if (accepted.empty()) refuse_second_camouflage(folder, catalogue, data, key);
  };
  files.key = key.empty() ? Database::key_beside(folder) : key;
  CreatedDatabase created = store_records(catalogue, terms, sources, files, run);
  made.add_file("catalogue.toml", catalogue_text(catalogue));
  made.add_file("terms.toml", terms_text(terms));
  // Every other file is written: the logs record their fingerprints.
  const std::string recorded = recorded_text(terms, catalogue, made.place(""));
  Ledger::create(made.place("ledger.sqlite"), {terms.budget, terms.neighbours, recorded});
  if (!accepted.empty()) {
    Ledger(made.place("ledger.sqlite")).add_note("a second camouflage was accepted: " + accepted);
  }
  if (terms.protection == Protection::restrict) {
    Restriction::create(made.place("restriction.sqlite"), terms.restriction, recorded);
  }
  run.check_stop();
  made.commit();
  return created;
}

std::string Database::table_file(const CatalogueTable& table) { return "tables/" + table.name + ".parquet"; }

std::string Database::key_beside(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder + ".key";
}

Database::Database(std::string folder) : folder_(std::move(folder)) {
  const std::string terms = folder_ + "/terms.toml", catalogue = folder_ + "/catalogue.toml";
  if (!io::is_regular_file(terms) || !io::is_regular_file(catalogue)) {
    bad_input("'" + folder_ + "' is not a database", "create one with sfumato query init");
  }
  io::require_private_folder(folder_, "database folder");
  terms_ = parse_terms(io::read_text_file(terms), terms);
  catalogue_ = read_catalogue(catalogue);
}

DataTable Database::load(std::size_t table, const std::vector<std::size_t>& columns) const {
  const CatalogueTable& declared = catalogue_.tables.at(table);
  const std::string path = folder_ + "/" + table_file(declared);
  io::WholeNumberTable stored = io::read_whole_numbers(path, fields_of(declared), columns);
  for (const std::size_t place : columns) {
    const CatalogueColumn& column = declared.columns[place];
    if (!std::visit([&](const auto& values) { return is_inside(values, column); }, stored.columns[place])) {
      bad_input("'" + path + "' was changed after it was written: column '" + column.name +
                    "' has a value outside its domain",
                "restore the database from a backup");
    }
  }
  return {stored.rows, std::move(stored.columns)};
}

}  // namespace sfumato::queries
