// Ranks of contestants that are known up to a span: where spans overlap nobody is ahead.
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

// 1 + the number of contestants whose whole span is better. So 1 is best, overlapping spans share a rank
// unless a third one separates them, and who has no span has no rank.
std::vector<std::optional<std::size_t>> ranks(const std::vector<std::optional<Span>>& spans, Wanted wanted);

// 1 + the number of contestants with a smaller sum of ranks; none where a rank is lacking. `by_measure`
// has the ranks of all contestants, one list per measure.
std::vector<std::optional<std::size_t>> overall_ranks(
    const std::vector<std::vector<std::optional<std::size_t>>>& by_measure);

}  // namespace sfumato::ranking
