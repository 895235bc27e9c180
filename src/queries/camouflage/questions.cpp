// Which questions camouflage answers, and which columns they need.
#include "core/error.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/dropped_records.hpp"

namespace sfumato::queries {
namespace {

std::string why_confidential(const CatalogueColumn& column) {
  return column.role ? "which is confidential" : "which has no role and so counts as confidential";
}

// The question is well formed; this protection never answers it.
[[noreturn]] void refuse_question(std::string message, std::string hint) {
  throw Error(ErrorCode::refused, std::move(message), std::move(hint));
}

void require_public(const CatalogueColumn& column, const std::string& what) {
  if (!column.confidential()) return;
  refuse_question(what + " column '" + column.name + "', " + why_confidential(column) +
                      ": the query set must depend on public columns only",
                  "use columns with another role in the catalogue, such as quasi-identifier");
}

}  // namespace

void require_camouflage_answers(const Query& query, const Catalogue& catalogue) {
  const CatalogueTable& table = catalogue.tables[query.table];
  refuse_dropped_records(table, "camouflage");
  for (const std::size_t column : columns_of(query.where)) {
    require_public(table.columns[column], "a condition on");
  }
  for (const std::size_t column : query.groups) require_public(table.columns[column], "GROUP BY");
  const std::optional<std::size_t> aggregated = aggregated_column(query);
  if (!aggregated) return;
  const CatalogueColumn& column = table.columns[*aggregated];
  if (column.confidential() && !is_camouflaged(column)) {
    refuse_question("column '" + column.name + "', " + why_confidential(column) +
                        ", has categories: camouflage answers with intervals of numbers",
                    "ask about numbers, or about public columns");
  }
}

std::vector<std::size_t> camouflage_columns(const Query& query, const Catalogue& catalogue) {
  std::vector<std::size_t> columns = columns_of(query);
  const CatalogueTable& table = catalogue.tables[query.table];
  std::erase_if(columns, [&](std::size_t column) { return table.columns[column].confidential(); });
  return columns;
}

}  // namespace sfumato::queries
