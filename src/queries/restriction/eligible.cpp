// Whatever could make a refusal or an answer depend on a confidential value otherwise than by the audit is
// turned away here.
#include "queries/restriction/eligible.hpp"

#include "core/error.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {
namespace {

void require_public(const CatalogueColumn& column, const std::string& what) {
  if (!column.confidential()) return;
  bad_input(what + " column '" + column.name + "' is not allowed under query restriction: " +
                (column.role ? "it is confidential" : "it has no role, and so counts as confidential"),
            "use columns whose role in the catalogue is another, such as quasi-identifier");
}

void require_restrictable(const CatalogueTable& table) {
  if (!table.person || table.rows_per_unit == 1) return;
  bad_input(
      "table '" + table.name +
          "' has several records of a person, and whose they are is not kept: query restriction could not "
          "count people",
      "declare rows-per-person = 1, or choose another protection");
}

bool is_offered(Aggregate aggregate) {
  switch (aggregate) {
    case Aggregate::count:
    case Aggregate::count_values:
    case Aggregate::sum:
    case Aggregate::average:
    case Aggregate::least:
    case Aggregate::greatest:
      return true;
    default:
      return false;
  }
}

}  // namespace

void require_restrictable(const Query& query, const Catalogue& catalogue) {
  const CatalogueTable& table = catalogue.tables.at(query.table);
  if (!is_offered(query.aggregate))
    bad_input("query restriction answers COUNT, SUM, AVG, MIN and MAX only", "ask for one of these");
  require_restrictable(table);
  for (const std::size_t column : columns_of(query.where)) {
    require_public(table.columns[column], "a condition on");
  }
  for (const std::size_t group : query.groups) require_public(table.columns[group], "GROUP BY");
  if (!query.column || query.aggregate == Aggregate::count) return;
  const CatalogueColumn& column = table.columns[*query.column];
  if (column.nullable && column.confidential()) {
    bad_input("column '" + column.name +
                  "' may be NULL, and who has a NULL is confidential: query restriction "
                  "cannot audit it",
              "leave out null = true in the catalogue, with outside = \"drop\" or \"refuse\"");
  }
  if (column.kind != ColumnKind::number && query.aggregate != Aggregate::count_values) {
    bad_input("column '" + column.name + "' has categories, which cannot be added up or ordered",
              "ask for COUNT(*) with GROUP BY");
  }
}

void require_restrictable(const Catalogue& catalogue) {
  for (const CatalogueTable& table : catalogue.tables) require_restrictable(table);
}

Opening opening_of(const Query& query) {
  if (query.aggregate == Aggregate::greatest) return Opening::greatest;
  return query.aggregate == Aggregate::least ? Opening::least : Opening::sums;
}

std::optional<std::size_t> audited_column(const Query& query) {
  const bool counts = query.aggregate == Aggregate::count || query.aggregate == Aggregate::count_values;
  return counts ? std::nullopt : query.column;
}

}  // namespace sfumato::queries
