// COUNT(c): the records that match and have a value. If no value can be NULL, it is COUNT(*).
#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {

AggregateRecord count_values_aggregate() {
  AggregateRecord record;
  record.forms = {{"COUNT", Argument::column}};
  record.numbers_only = false;
  record.normalize = [](Query& query, const CatalogueTable& table) {
    if (table.column(*query.column).nullable && reaches_null(query.where, *query.column)) return;
    query.aggregate = Aggregate::count;
    query.column.reset();
  };
  record.exact.unit_power = 0;
  record.exact.of_figures = [](const Figures& figures) { return static_cast<double>(figures.rows); };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool) {
    return std::vector{noise_part(PartKind::count, at.moved(1.0))};
  };
  record.audit = Audit::records;
  return record;
}

}  // namespace sfumato::queries
