// The exponential mechanism on ranks: values of the domain are more likely if their rank is closer to the
// target rank. McSherry and Talwar (2007), Mechanism design via differential privacy, FOCS; for quantiles
// Smith (2011), Privacy-preserving statistical estimation with optimal convergence rates, STOC.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "queries/engine.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/exact_weights.hpp"

namespace sfumato::queries {

class RankChoice {
 public:
  // Random words for one choice; the number does not depend on data or outcome.
  static constexpr std::size_t words = 7;
  using Words = std::array<std::uint64_t, words>;

  // For a domain of values at the distances 0 to `width` from its first.
  RankChoice(const PlanPart& part, std::uint64_t width);

  // The distance of the chosen value from the first of the domain. `ordered`: the distances of the data,
  // ascending. The work depends only on their number.
  std::uint64_t choose(std::span<const std::uint64_t> ordered, const Words& random) const;

  // The target rank among `count` values, in millionths of a rank.
  Wide target(std::int64_t count) const;
  // The distance from the target of a value with `below` values below it and `not_above` values not above it,
  // in millionths of a rank.
  static Wide off(std::int64_t below, std::int64_t not_above, Wide target);
  // Its weight in the draw.
  Weight weight(Wide millionths_off, bool outside_candidate) const;

 private:
  // Values at the distances from `first` on, all with the same weight.
  struct Candidate {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    Sum weight{};
  };

  Candidate outside(std::int64_t count, Wide target) const;
  template <class Use>
  void for_candidates(std::span<const std::uint64_t> ordered, Wide target, std::size_t begin, std::size_t end,
                      Use use) const;

  std::int64_t millionths_;
  int end_;
  std::uint64_t width_;
  Wide shift_ = 0;  // millionths of a rank: distance from the extremes, or of an interval end from pN
  Unsigned128 penalty_ = 0;  // of all candidates except the outside one, as an exponent of ½
  std::uint64_t scale_ = 0;  // exponents are scale · 2^exponent per millionth of a rank
  int exponent_ = 0;
  Unsigned128 farthest_ = 0;  // millionths of a rank; all larger distances have the same weight
};

}  // namespace sfumato::queries
