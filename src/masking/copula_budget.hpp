// How `dp-copula` spends ε and how much noise follows: shares of marginals and correlations, their
// sensitivities, and the number of bins. Nothing here depends on a value of the data.
#pragma once

#include <cstddef>

namespace sfumato::masking {

struct CopulaBudget {
  std::size_t records = 0;
  std::size_t columns = 0;  // that can hold more than one value; others have no information
  std::size_t pairs = 0;    // whose correlation is released
  double column = 0.0;      // ε of each marginal
  double pair = 0.0;        // ε of each correlation

  // Replacing a record takes 1 from a count and adds 1 to another: their L1 sensitivity is 2.
  double count_lambda() const { return column / 2.0; }
  // Kendall's S changes by 2(n − 1) at most.
  double score_lambda() const { return pair / (2.0 * (static_cast<double>(records) - 1.0)); }

  double count_sd() const;  // of the noise of a bin's count
  double tau_sd() const;    // of the noise of Kendall's τ = 2S/(n(n − 1)); 0 without pairs
  // For numbers: ⌊√(n·ε)⌋, between 2 and 1024, with ε that of a marginal. The noise of that many bins moves a
  // share of about 2.8/√(n·ε) of the records to wrong ones; fewer would be coarser than the noise requires.
  std::size_t chosen_bins() const;
};

// `share` of ε goes to the marginals in equal parts, the rest to the correlations; all of it to the marginals
// where there is no correlation to release: one column, or fewer than two records. Refuses an ε so small
// that the noise would not fit in 64 bits.
CopulaBudget copula_budget(double epsilon, double share, std::size_t columns, std::size_t records);

// Of the two-sided geometric distribution with P(z) ∝ e^(−λ|z|): 1/(√2·sinh(λ/2)).
double geometric_sd(double lambda);

}  // namespace sfumato::masking
