// MAX(c): the greatest value of the records; under differential privacy chosen by its rank.
#include "queries/aggregates/ordered_answers.hpp"

namespace sfumato::queries {

AggregateRecord maximum_aggregate() {
  AggregateRecord record;
  record.forms = {{"MAX"}};
  record.exact.of_values = [](const Query&, std::span<const std::int64_t> values) {
    return value_at_share(values, full_share);
  };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool laplace_extrema) {
    return rank_parts(at, full_share, laplace_extrema);
  };
  record.noisy.note = rank_note;
  record.audit = Audit::maximum;
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int decimals) { return extreme_interval(true, records, vectors, decimals); };
  return record;
}

}  // namespace sfumato::queries
