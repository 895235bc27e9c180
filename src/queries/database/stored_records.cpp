#include "queries/database/stored_records.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/database/column_import.hpp"
#include "queries/database/masked_records.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

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

// For input perturbation: the records as the recipe masks them.
struct MaskedTables {
  std::vector<Table> tables;
  std::vector<std::size_t> clamped;  // cells of each that masking moved out of the domain
};

MaskedTables masked_tables(const Catalogue& catalogue, const DatabaseTerms& terms,
                           const std::vector<io::TableFile>& sources, CreatedDatabase& created,
                           const Run& run) {
  std::vector<std::string> names;
  for (const CatalogueTable& table : catalogue.tables) names.push_back("table '" + table.name + "'");
  MaskedRecords masked = mask_records(sources, terms, names, run);
  MaskedTables result{{}, std::vector<std::size_t>(masked.tables.size(), 0)};
  for (std::size_t i = 0; i < masked.tables.size(); ++i) {
    const CatalogueTable& table = catalogue.tables[i];
    for (const auto& [column, cells] : clamp_moved(sources[i].table, masked.tables[i], table)) {
      result.clamped[i] += cells;
      masked.warnings.add("table '" + table.name + "', column '" + column + "': " + std::to_string(cells) +
                              " masked values lay outside the domain and were set to its nearest bound, so "
                              "that their records "
                              "are kept",
                          WarningGrade::note);
    }
  }
  created.warnings = std::move(masked.warnings);
  created.promises = std::move(masked.promises);
  result.tables = std::move(masked.tables);
  return result;
}

}  // namespace

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

CreatedDatabase store_records(const Catalogue& catalogue, const DatabaseTerms& terms,
                              const std::vector<io::TableFile>& sources, const RecordFiles& files,
                              const Run& run) {
  CreatedDatabase created;
  MaskedTables masked;
  if (terms.protection == Protection::input) masked = masked_tables(catalogue, terms, sources, created, run);
  const bool camouflage = terms.protection == Protection::camouflage;
  std::vector<DataTable> data;  // for camouflage
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const CatalogueTable& table = catalogue.tables[i];
    Imported imported =
        import_records(masked.tables.empty() ? sources[i].table : masked.tables[i], table, run);
    if (!masked.clamped.empty()) imported.count.clamped += masked.clamped[i];
    if (camouflage) {
      data.push_back(imported.data);
      leave_out_confidential(imported.data, table);
    }
    io::write_whole_numbers(files.place(Database::table_file(table)), fields_of(table), imported.data.columns,
                            run);
    created.counts.push_back(std::move(imported.count));
  }
  if (!camouflage) return created;
  files.check(data);
  SecureRng rng;
  for (CamouflageCount& count :
       make_camouflage(catalogue, data, terms.camouflage, rng, files.place("camouflage.bin"), files.key)) {
    created.counts[*catalogue.find(count.table)].camouflaged.push_back(std::move(count));
  }
  return created;
}

}  // namespace sfumato::queries
