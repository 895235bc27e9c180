// Two latent classes of pairs, matches and others, estimated from the frequency of each pattern of agreement.
// Known matches are not needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"

namespace sfumato::stats {

// The bits of a pattern of agreement: one for each column, and a second one where it may be unknown whether
// two records agree. Columns stand in their order, the first in the lowest bits.
class PatternLayout {
 public:
  PatternLayout() = default;
  explicit PatternLayout(std::size_t columns) : PatternLayout(std::vector<bool>(columns, false)) {}
  explicit PatternLayout(const std::vector<bool>& may_be_unknown);

  std::size_t columns() const { return agree_.size(); }
  std::size_t bits() const { return bits(columns()); }
  // Of the first columns.
  std::size_t bits(std::size_t columns) const { return columns == 0 ? 0 : ends_[columns - 1]; }

  std::uint32_t agreement(std::size_t column) const { return agree_[column]; }  // the bit itself
  std::uint32_t unknown(std::size_t column) const { return unknown_[column]; }  // 0: always known
  bool agrees(std::uint32_t pattern, std::size_t column) const { return (pattern & agree_[column]) != 0; }
  bool known(std::uint32_t pattern, std::size_t column) const { return (pattern & unknown_[column]) == 0; }

 private:
  std::vector<std::uint32_t> agree_, unknown_;
  std::vector<std::size_t> ends_;
};

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

// Maximum likelihood by expectation and maximisation from `start`, on the counts of the patterns, of which
// columns that are unknown are left out, until no parameter changes by more than 1e-9 or for 1000
// rounds. Needs a pair. Jaro (1989), Advances in record-linkage methodology as applied to matching the
// 1985 Census of Tampa, Florida, JASA 84.
LatentClasses fitted_classes(std::span<const std::uint64_t> counts, LatentClasses start, const Run& run);
LatentClasses fitted_classes(std::span<const std::uint64_t> counts, const PatternLayout& layout,
                             LatentClasses start, const Run& run);

// The classes as they are, with the likelihood of these counts.
LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts);
LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts,
                              const PatternLayout& layout);

}  // namespace sfumato::stats
