// VAR(c): the variance of the records that match, divided by their number.
#include "queries/aggregates/variance_answers.hpp"

namespace sfumato::queries {

AggregateRecord variance_aggregate() {
  AggregateRecord record;
  record.forms = {{"VAR"}};
  record.exact.sums = record.exact.squares = true;
  record.exact.unit_power = 2;
  record.exact.of_figures = variance_of;
  record.noisy.about_middle = true;
  record.noisy.parts = variance_parts;
  record.noisy.note = variance_note;
  record.noisy.combine = variance_from_noise;
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int decimals) {
    return variance_interval(false, records, vectors, decimals);
  };
  return record;
}

}  // namespace sfumato::queries
