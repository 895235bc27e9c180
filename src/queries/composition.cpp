// Footprints of queries, and their composed cost.
#include "queries/composition.hpp"

#include "queries/ledger/cost_account.hpp"

namespace sfumato::queries {

Footprint footprint(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon) {
  const CatalogueTable& table = catalogue.tables[query.table];
  Footprint made{query.table, {}, {}, micro_epsilon};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    made.values.push_back(reach(query.where, i, table));
    made.null.push_back(table.columns[i].nullable && reaches_null(query.where, i));
  }
  return made;
}

std::int64_t composed_cost(const std::vector<Footprint>& answered, const Catalogue& catalogue,
                           Neighbours neighbours) {
  CostAccount account(neighbours);
  for (const Footprint& one : answered) account.add(one, catalogue.tables.at(one.table).rows_per_unit);
  return account.spent();
}

}  // namespace sfumato::queries
