// COUNT(*): the records that match. One record changes it by one.
#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {

AggregateRecord count_aggregate() {
  AggregateRecord record;
  record.forms = {{"COUNT", Argument::all}};
  record.takes_column = false;
  record.numbers_only = false;
  record.exact.unit_power = 0;
  record.exact.of_figures = [](const Figures& figures) { return static_cast<double>(figures.rows); };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool) {
    return std::vector{noise_part(PartKind::count, at.moved(1.0))};
  };
  record.audit = Audit::records;
  return record;
}

}  // namespace sfumato::queries
