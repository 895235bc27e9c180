// One estimate and its variance from those of several synthetic copies. Copies that hold drawn values
// vary more, or less, than the original would, and these rules account for it.
#pragma once

#include <span>

namespace sfumato::stats {

struct Combined {
  double estimate = 0.0;            // q̄: mean of the copies' estimates
  double within = 0.0;              // ū: mean of the copies' variances
  double between = 0.0;             // b: variance of the copies' estimates, divisor M − 1
  double variance = 0.0;            // T, of the estimate q̄
  double degrees_of_freedom = 0.0;  // ν of Student's t for (q̄ − Q)/√T; infinite where T does not vary
  bool adjusted = false;            // T was not positive and has been replaced
};

// Copies in which every value is drawn, or that hold other units of the population than the sample:
// T = (1 + 1/M)·b − ū, ν = (M − 1)·(1 − ū/((1 + 1/M)·b))² (Raghunathan, Reiter, Rubin (2003), Multiple
// imputation for statistical disclosure limitation, Journal of Official Statistics 19).
// A T that is not positive becomes (n′/n)·ū, where n′/n is `size_ratio`, the records of a copy per record
// of the original (Reiter (2002), Satisfying disclosure restrictions with synthetic data sets, Journal of
// Official Statistics 18). A small positive T stays: with a frame, whose background is known, T may be far
// below that value and right. ν = (M − 1)·(T/(T + ū))² is the formula above for the T that is used.
// At least two copies, as many variances as estimates.
Combined combine_full(std::span<const double> estimates, std::span<const double> variances,
                      double size_ratio);

// Copies that keep the sampled records and draw some of their values: T = ū + b/M,
// ν = (M − 1)·(1 + ū/(b/M))² (Reiter (2003), Inference for partially synthetic, public use microdata
// sets, Survey Methodology 29).
Combined combine_partial(std::span<const double> estimates, std::span<const double> variances);

}  // namespace sfumato::stats
