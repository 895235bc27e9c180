#include "queries/offered.hpp"

#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage/vectors.hpp"

namespace sfumato::queries {

std::vector<OfferedFunction> offered_functions(Protection protection) {
  std::vector<OfferedFunction> functions;
  for (const AggregateRecord& record : aggregate_records()) {
    if (protection == Protection::restrict && record.audit == Audit::none) continue;
    for (const AggregateForm& form : record.forms) {
      functions.push_back({form_text(form), record.takes_column && record.numbers_only});
    }
  }
  return functions;
}

bool allows_conditions(const CatalogueColumn& column, Protection protection) {
  const bool public_only = protection == Protection::restrict || protection == Protection::camouflage;
  return !public_only || !column.confidential();
}

bool allows_functions(const CatalogueColumn& column, Protection protection) {
  if (!column.confidential()) return true;
  if (protection == Protection::restrict) return !column.nullable;
  return protection != Protection::camouflage || is_camouflaged(column);
}

}  // namespace sfumato::queries
