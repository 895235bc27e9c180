// Common functions of VAR and STDDEV: the same figures; STDDEV takes the square root at the end.
#pragma once

#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {

// Divided by the number of records; NaN if there are none.
double variance_of(const Figures& figures);
std::vector<PlanPart> variance_parts(const Query& query, const SensitivityInputs& at, bool laplace_extrema);
std::string_view variance_note(const Plan& plan);
void variance_from_noise(const NoisyGroup& group, GroupAnswer& answer);
Interval variance_interval(bool root, std::span<const std::size_t> records, const VectorSet& vectors,
                           int decimals);

}  // namespace sfumato::queries
