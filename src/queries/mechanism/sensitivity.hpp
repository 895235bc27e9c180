// Sensitivities of the figures of a query, from query and catalogue only. The formulas are in mechanism.hpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

// What sensitivities depend on.
struct SensitivityInputs {
  bool replace = true;
  bool histogram = false;
  bool all_count = false;  // every record counts, in every database
  double rows = 1;         // of a unit
  double touched = 1;      // groups that a unit can change
  double lower = 0, upper = 0;
  double width() const { return upper - lower; }
  double half() const { return std::ceil(width() / 2.0); }
  // The sensitivity of a figure to which a record adds at most `most` in absolute value: with `replace` it
  // leaves one group and enters another.
  double moved(double most) const { return rows * (replace && histogram ? 2.0 : 1.0) * most; }
};
SensitivityInputs sensitivity_inputs(const Query& query, const CatalogueTable& table, Neighbours neighbours);

double sum_sensitivity(const SensitivityInputs& at);
double middle_sum_sensitivity(const SensitivityInputs& at);  // of deviations from the midpoint

// A figure to which noise is added.
PlanPart noise_part(PartKind kind, double sensitivity);

// An order statistic: the value and the two ends of its interval, chosen by the exponential mechanism; or the
// value with noise scaled to the domain's width.
std::vector<PlanPart> rank_parts(const SensitivityInputs& at, std::int64_t millionths, bool laplace);

}  // namespace sfumato::queries
