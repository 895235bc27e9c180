// Ranks of candidates whose values are known up to an interval: candidates with overlapping intervals are
// tied.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace sfumato::ranking {

enum class Wanted { low, high };

// Where a value may lie; lower ≤ upper.
struct Span {
  double lower = 0.0;
  double upper = 0.0;
};

// 1 + the number of candidates whose whole interval is better. So 1 is best, overlapping intervals share a
// rank unless a third one separates them, and a candidate without an interval has no rank.
std::vector<std::optional<std::size_t>> ranks(const std::vector<std::optional<Span>>& spans, Wanted wanted);

// 1 + the number of candidates with a smaller sum of ranks; none where a rank is missing. `by_measure` has
// the ranks of all candidates, one list per measure.
std::vector<std::optional<std::size_t>> overall_ranks(
    const std::vector<std::vector<std::optional<std::size_t>>>& by_measure);

}  // namespace sfumato::ranking
