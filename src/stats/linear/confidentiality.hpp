// What the confidentiality measures of the permutation model share: canonical correlations of ranks
// turned into numbers between 0 (disclosed) and 1 (independent).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "stats/linear/canonical_correlation.hpp"

namespace sfumato::stats {

struct Confidentiality {
  double largest = 1.0;  // 1 − ρ₁²
  double all = 1.0;      // ∏(1 − ρᵢ²)
  CanonicalCorrelations correlations;
};

// Of two matrices of average ranks, row i belonging to row i; nothing where one side does not vary.
std::optional<Confidentiality> confidentiality(const Matrix& original, const Matrix& masked, const Run& run);

// The same where masked columns that are `placed` hold positions. Positions that are all equal have a
// correlation of 0.
std::optional<Confidentiality> coarse_confidentiality(const Matrix& original, Matrix masked,
                                                      const std::vector<char>& placed, const Run& run);

// Of two tables, with what a measure says besides its value: details, and a note where there is none.
std::optional<Confidentiality> confidentiality(const Table& original, const Table& masked,
                                               const ColumnSet& columns, const Run& run, Score& result);

// The paper that the measures come from, for their reference pages.
std::string confidentiality_reference(const std::string& place);

}  // namespace sfumato::stats
