// Sampling weights of records that were drawn from a table: divided by the probability with which they were
// drawn, so that weighted totals of the sample estimate those of the table.
#pragma once

#include <span>
#include <vector>

#include "core/params.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

enum class Reweight {
  inverse,    // weight divided by the probability: totals are kept in expectation
  calibrate,  // scaled so that the weights of each stratum have exactly the total that they had
  none
};

// How a sample was drawn: the stratum of each original record, and for each stratum one over the probability
// of its records.
struct SampleDesign {
  std::vector<std::size_t> stratum;
  std::vector<double> factor;
};

// The parameter `reweight` of a step; its default where it is not given.
Reweight reweight_of(const ParamValues& params);

// Changes all columns of the sample with the role weight; `rows` are the original rows of its records.
// Missing weights stay missing and count nothing. What was declared of the old weights (domain, decimals) is
// dropped. Returns by column the total before and after; null where no column changed. Weights that are text,
// and with `calibrate` strata whose sample has no positive total, are errors.
Value reweigh(Table& sample, const Table& original, std::span<const std::size_t> rows,
              const SampleDesign& design, Reweight reweight);

// The factor of each stratum, of its total before, that of the drawn records and one over their probability.
std::vector<double> sample_factors(const std::string& name, const std::vector<double>& before,
                                   const std::vector<double>& sampled, const std::vector<double>& inverse,
                                   Reweight reweight);
// An error where weights are not numbers.
void require_weights(const Table& table, ColumnId id);
// Replaces a column of weights, without what was declared of the old ones.
void set_weights(Table& sample, ColumnId id, Numbers weights);

}  // namespace sfumato::masking
