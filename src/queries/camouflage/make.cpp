// From true values to encrypted vectors, once. Data that cannot be camouflaged are refused before anything is
// written.
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "queries/camouflage.hpp"
#include "queries/camouflage/polytope.hpp"
#include "queries/camouflage/sealed_file.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/engine/matching.hpp"

namespace sfumato::queries {
namespace {

void require_terms(const CamouflageTerms& terms) {
  if (terms.vectors < min_vectors || terms.vectors > max_vectors) {
    bad_input("camouflage cannot use " + std::to_string(terms.vectors) + " vectors",
              "choose 3 to 16: an attacker who knows one value fewer than there are vectors can compute all "
              "others");
  }
  if (!(terms.width > 0.0) || terms.width > 1.0) {
    bad_input("the width of camouflage intervals must be a share of the domain",
              "choose a number above 0, up to 1");
  }
}

void require_catalogue(const Catalogue& catalogue) {
  bool any = false;
  for (const CatalogueTable& table : catalogue.tables) {
    for (const CatalogueColumn& column : table.columns) {
      if (!is_camouflaged(column)) continue;
      any = true;
      if (column.nullable) {
        bad_input("column '" + column.name + "' of table '" + table.name +
                      "' may be NULL, and camouflage cannot hide which values are NULL",
                  "declare null = false, and impute missing values first");
      }
    }
  }
  if (!any) {
    bad_input("the catalogue has no confidential numbers to camouflage",
              "declare role = \"confidential\" for the columns to protect");
  }
}

IntervalLimits limits_of(const CatalogueColumn& column, const CamouflageTerms& terms) {
  const std::int64_t span = column.upper - column.lower;  // at most 2^54
  const auto share = static_cast<std::int64_t>(std::ceil(terms.width * static_cast<double>(span)));
  IntervalLimits limits{column.lower, column.upper, std::max<std::int64_t>(2, std::min(share, span))};
  if (terms.beyond) {
    limits.lower -= limits.width;
    limits.upper += limits.width;
  }
  return limits;
}

std::vector<std::int64_t> values_of(const DataColumn& column) {
  return std::visit(
      [](const auto& values) { return std::vector<std::int64_t>(values.begin(), values.end()); }, column);
}

void require_inside(const std::vector<std::int64_t>& values, const CatalogueColumn& column,
                    const IntervalLimits& limits, const std::string& table) {
  const auto outside = std::count_if(values.begin(), values.end(), [&](std::int64_t value) {
    return value < column.lower || value > column.upper;
  });
  if (outside > 0) {
    bad_input("column '" + column.name + "' of table '" + table + "' has values outside its domain",
              "import the data again");
  }
  const auto at_ends = std::count_if(values.begin(), values.end(), [&](std::int64_t value) {
    return value <= limits.lower || value >= limits.upper;
  });
  if (at_ends > 0) {
    bad_input(
        "column '" + column.name + "' of table '" + table + "' has " + std::to_string(at_ends) +
            " values at an end of its domain: no interval inside the domain contains them in its interior",
        "declare a wider domain, or set ‹beyond› to let intervals exceed it, which protects less");
  }
}

CamouflageCount camouflage_column(const CatalogueTable& table, std::size_t place, const DataTable& data,
                                  const CamouflageTerms& terms, SecureRng& rng, VectorSet& result) {
  const CatalogueColumn& column = table.columns[place];
  const IntervalLimits limits = limits_of(column, terms);
  const std::vector<std::int64_t> values = values_of(needed_column(data, place));
  require_inside(values, column, limits, table.name);
  // Each column has its own weights: knowledge about one column reveals nothing about another.
  CamouflagedNumbers made =
      camouflage_numbers(values, limits, draw_weights(static_cast<int>(terms.vectors), rng), rng);
  result = std::move(made.vectors);
  return {table.name, column.name, values.size(), limits.width, made.narrowed, made.narrowest};
}

void require_free(const std::string& path) {
  if (!file_exists(path)) return;
  bad_input("'" + path + "' already exists",
            "keep it: camouflage is created once; a second one for the same data would disclose the values");
}

void write(const CamouflageVectors& vectors, const Catalogue& catalogue, const std::string& path,
           const std::string& key_path) {
  const bool new_key = !file_exists(key_path);
  if (new_key) write_new_seal_key(key_path);
  try {
    write_sealed_file(path, vectors_text(vectors, catalogue), read_seal_key(key_path));
  } catch (...) {
    if (new_key) ::unlink(key_path.c_str());
    throw;
  }
}

}  // namespace

std::vector<CamouflageCount> make_camouflage(const Catalogue& catalogue, const std::vector<DataTable>& tables,
                                             const CamouflageTerms& terms, SecureRng& rng,
                                             const std::string& path, const std::string& key_path) {
  require_terms(terms);
  require_catalogue(catalogue);
  require_free(path);
  if (tables.size() != catalogue.tables.size()) {
    throw Error(ErrorCode::internal, "camouflage needs the data of each table");
  }
  CamouflageVectors vectors{static_cast<std::size_t>(terms.vectors), {}};
  std::vector<CamouflageCount> counts;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const CatalogueTable& declared = catalogue.tables[i];
    CamouflagedTable& table = vectors.tables.emplace_back();
    table.rows = tables[i].rows;
    for (std::size_t place = 0; place < declared.columns.size(); ++place) {
      if (!is_camouflaged(declared.columns[place])) continue;
      counts.push_back(camouflage_column(declared, place, tables[i], terms, rng, table.columns[place]));
    }
  }
  write(vectors, catalogue, path, key_path);
  return counts;
}

}  // namespace sfumato::queries
