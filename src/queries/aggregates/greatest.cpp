// MAX(c): the greatest value of the records; under differential privacy chosen by its rank.
#include "queries/aggregates/ordered_answers.hpp"

namespace sfumato::queries {

AggregateRecord greatest_aggregate() {
  AggregateRecord record;
  record.forms = {{"MAX"}};
  record.exact.of_values = [](const Query&, std::span<const std::int64_t> values) {
    return value_at_share(values, whole_share);
  };
  record.noisy.parts = [](const Query&, const Circumstances& at, bool laplace_extrema) {
    return rank_parts(at, whole_share, laplace_extrema);
  };
  record.noisy.note = rank_note;
  record.audit = Audit::greatest;
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int decimals) { return extreme_interval(true, records, vectors, decimals); };
  return record;
}

}  // namespace sfumato::queries
