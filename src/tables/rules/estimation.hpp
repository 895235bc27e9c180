// What the p-percent and the pq rule share: the second largest contributor, or a coalition, subtracts its own
// part and estimates the largest contribution.
#pragma once

#include <algorithm>

#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {

// (p/q)·x₁ + Σ₁ⁿ⁺¹xᵢ − X.
inline std::optional<Fraction> estimation_level(const RuleSubject& subject, const Rule& rule,
                                                const Fraction& q) {
  const Fraction first = subject.sum_of_largest(rule, 1);
  const Fraction known = subject.sum_of_largest(rule, rule.count + 1);
  return subject.above_zero(Fraction(rule.first) * first / q + known - subject.counted.total());
}

inline void widen_estimate(AttackThresholds& thresholds, const Rule& rule, const Fraction& q) {
  const Decimal within = (Fraction(100) * Fraction(rule.first) / q).rounded_up(9);
  thresholds.estimate = thresholds.estimate ? std::max(*thresholds.estimate, within) : within;
  thresholds.pooling = std::max(thresholds.pooling, rule.count);
}

}  // namespace sfumato::tables
