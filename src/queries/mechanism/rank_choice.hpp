// The exponential mechanism on ranks: a value of the domain, the likelier the nearer its rank is to the one
// that was asked for. McSherry and Talwar (2007), Mechanism design via differential privacy, FOCS; for
// quantiles Smith (2011), Privacy-preserving statistical estimation with optimal convergence rates, STOC.
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
  // Cryptographic words that one choice takes, whatever the data and the outcome.
  static constexpr std::size_t words = 7;
  using Words = std::array<std::uint64_t, words>;

  // For a domain of values at the distances 0 to `width` from its first.
  RankChoice(const PlanPart& part, std::uint64_t width);

  // The distance of the chosen value. `ordered`: the data's, ascending. Work is the same for the same number
  // of them.
  std::uint64_t choose(std::span<const std::uint64_t> ordered, const Words& random) const;

  // The rank that is aimed at among `count` values, in millionths of a rank.
  Wide target(std::int64_t count) const;
  // How far off it a value is with so many values below it, and so many not above, in the same.
  static Wide off(std::int64_t below, std::int64_t not_above, Wide target);
  // Its weight in the draw.
  Weight weight(Wide millionths_off, bool outside_candidate) const;

 private:
  // Values at the distances from `first` on, all of which weigh the same.
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
  Wide shift_ = 0;            // millionths of a rank: kept away from the extremes, or aimed beside pN
  Unsigned128 handicap_ = 0;  // of all candidates but the one outside, as an exponent of ½
  std::uint64_t scale_ = 0;   // exponents are scale · 2^exponent by millionth of a rank
  int exponent_ = 0;
  Unsigned128 farthest_ = 0;  // millionths of a rank from which on all weigh the same
};

}  // namespace sfumato::queries
