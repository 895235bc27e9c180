// Two latent classes of pairs, matches and others, estimated from the frequency of each pattern of agreement.
// Known matches are not needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"

namespace sfumato::stats {

// Columns agree independently within a class.
struct LatentClasses {
  double prevalence = 0.0;    // share of matches
  std::vector<double> match;  // m: probability of agreement in each column, in matches
  std::vector<double> other;  // u: the same in all other pairs
  int iterations = 0;
  bool converged = false;
  double log_likelihood = 0.0;  // natural logarithm, of the pairs counted
};

// Probabilities of agreement stay within [least_rate, 1 − least_rate].
constexpr double least_rate = 1e-6;

// Maximum likelihood by expectation and maximisation from `start`, on the counts of the 2^columns
// patterns (bit j: agreement in column j), until no parameter changes by more than 1e-9 or for 1000
// rounds. Needs a pair. Jaro (1989), Advances in record-linkage methodology as applied to matching the
// 1985 Census of Tampa, Florida, JASA 84.
LatentClasses fitted_classes(std::span<const std::uint64_t> counts, LatentClasses start, const Run& run);

// The classes as they are, with the likelihood of these counts.
LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts);

}  // namespace sfumato::stats
