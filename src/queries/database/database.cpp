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
#include "queries/database/column_import.hpp"
#include "queries/database/earlier_camouflage.hpp"
#include "queries/database/masked_records.hpp"
#include "queries/database/new_folder.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/terms_file.hpp"
#include "queries/dropped_records.hpp"
#include "queries/language/words.hpp"
#include "queries/ledger.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {
namespace {

std::vector<io::WholeNumberField> fields_of(const CatalogueTable& table) {
  std::vector<io::WholeNumberField> fields;
  for (const CatalogueColumn& column : table.columns) {
    fields.push_back({column.name, !is_narrow(column), column.nullable});
  }
  return fields;
}

// Names become file names, so they are checked again here.
void require_tables(const Catalogue& catalogue, std::size_t sources) {
  if (catalogue.tables.size() != sources) {
    bad_input("the catalogue has " + std::to_string(catalogue.tables.size()) + " tables, but data of " +
                  std::to_string(sources) + " are given",
              "give the data of each table");
  }
  for (const CatalogueTable& table : catalogue.tables) {
    if (table.name.empty() || !std::all_of(table.name.begin(), table.name.end(), is_name_part)) {
      bad_input("'" + io::shown(table.name) + "' cannot be the name of a table",
                "use letters, digits and underscores");
    }
    if (table.columns.empty()) {
      bad_input("table '" + table.name + "' has no columns", "declare its columns in the catalogue");
    }
  }
}

template <class T>
bool is_inside(const std::vector<T>& values, const CatalogueColumn& column) {
  const auto first = static_cast<T>(column.first()), last = static_cast<T>(column.last());
  bool inside = true;
  for (const T value : values) {
    inside &= (value >= first && value <= last) || (column.nullable && value == null_value<T>);
  }
  return inside;
}

// Camouflage answers from its vectors, so the confidential values are not stored: all are replaced by the
// first value of the domain.
void leave_out_confidential(DataTable& data, const CatalogueTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].confidential()) continue;
    std::visit(
        [&](auto& values) {
          using Unit = typename std::decay_t<decltype(values)>::value_type;
          std::fill(values.begin(), values.end(), static_cast<Unit>(table.columns[i].first()));
        },
        data.columns[i]);
  }
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
  CreatedDatabase created;
  MaskedRecords masked;
  if (terms.protection == Protection::input) {
    std::vector<std::string> names;
    for (const CatalogueTable& table : catalogue.tables) names.push_back("table '" + table.name + "'");
    masked = mask_records(sources, terms, names, run);
    for (std::size_t i = 0; i < masked.tables.size(); ++i) {
      const CatalogueTable& table = catalogue.tables[i];
      for (const auto& [column, cells] : clamp_moved(sources[i].table, masked.tables[i], table)) {
        masked.warnings.push_back(
            "table '" + table.name + "', column '" + column + "': " + std::to_string(cells) +
            " masked values lay outside the domain and were set to its nearest bound, so that "
            "their records are kept");
      }
    }
    created.warnings = std::move(masked.warnings);
    created.promises = std::move(masked.promises);
  }
  NewFolder made(folder);
  made.add_folder("tables");
  std::vector<ImportCount>& counts = created.counts;
  std::vector<DataTable> data;  // for camouflage
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const CatalogueTable& table = catalogue.tables[i];
    Imported imported =
        import_records(masked.tables.empty() ? sources[i].table : masked.tables[i], table, run);
    if (terms.protection == Protection::camouflage) {
      data.push_back(imported.data);
      leave_out_confidential(imported.data, table);
    }
    made.add_file(Database::table_file(table));
    io::write_whole_numbers(made.place(Database::table_file(table)), fields_of(table), imported.data.columns,
                            run);
    counts.push_back(std::move(imported.count));
  }
  if (terms.protection == Protection::camouflage && accepted.empty()) {
    refuse_second_camouflage(folder, catalogue, data, key);
  }
  made.add_file("catalogue.toml", catalogue_text(catalogue));
  made.add_file("terms.toml", terms_text(terms));
  if (terms.protection == Protection::camouflage) {
    SecureRng rng;
    const std::string key_file = key.empty() ? Database::key_beside(folder) : key;
    for (CamouflageCount& count :
         make_camouflage(catalogue, data, terms.camouflage, rng, made.place("camouflage.bin"), key_file)) {
      counts[*catalogue.find(count.table)].camouflaged.push_back(std::move(count));
    }
  }
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
