// MIN(c): the least value of the records; under differential privacy chosen by its rank.
#include "queries/aggregates/ordered_answers.hpp"

namespace sfumato::queries {

AggregateRecord minimum_aggregate() {
  AggregateRecord record;
  record.forms = {{"MIN"}};
  record.exact.of_values = [](const Query&, std::span<const std::int64_t> values) {
    return value_at_share(values, 0);
  };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool laplace_extrema) {
    return rank_parts(at, 0, laplace_extrema);
  };
  record.noisy.note = rank_note;
  record.audit = Audit::minimum;
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int decimals) {
    return extreme_interval(false, records, vectors, decimals);
  };
  return record;
}

}  // namespace sfumato::queries
