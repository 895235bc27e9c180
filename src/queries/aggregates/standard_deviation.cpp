// STDDEV(c): the square root of VAR(c), also under noise.
#include <cmath>

#include "queries/aggregates/variance_answers.hpp"

namespace sfumato::queries {

AggregateRecord standard_deviation_aggregate() {
  AggregateRecord record;
  record.forms = {{"STDDEV"}};
  record.exact.sums = record.exact.squares = true;
  record.exact.of_figures = [](const Figures& figures) { return std::sqrt(variance_of(figures)); };
  record.noisy.about_middle = true;
  record.noisy.parts = variance_parts;
  record.noisy.note = variance_note;
  record.noisy.combine = [](const NoisyGroup& group, GroupAnswer& answer) {
    variance_from_noise(group, answer);
    for (double* number : {&answer.value, &answer.lower95, &answer.upper95}) *number = std::sqrt(*number);
  };
  record.certain.of_records = [](const Query&, std::span<const std::size_t> records, const VectorSet& vectors,
                                 int decimals) {
    return variance_interval(true, records, vectors, decimals);
  };
  return record;
}

}  // namespace sfumato::queries
