// Quadratic in the number of candidates, which is a few dozen.
#include "ranking/ranks.hpp"

namespace sfumato::ranking {

std::vector<std::optional<std::size_t>> ranks(const std::vector<std::optional<Span>>& spans, Wanted wanted) {
  const auto ahead = [&](const Span& a, const Span& b) {
    return wanted == Wanted::low ? a.upper < b.lower : a.lower > b.upper;
  };
  std::vector<std::optional<std::size_t>> result(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!spans[i]) continue;
    std::size_t rank = 1;
    for (const auto& other : spans) rank += other && ahead(*other, *spans[i]) ? 1 : 0;
    result[i] = rank;
  }
  return result;
}

std::vector<std::optional<std::size_t>> overall_ranks(
    const std::vector<std::vector<std::optional<std::size_t>>>& by_measure) {
  if (by_measure.empty()) return {};
  const std::size_t contestants = by_measure.front().size();
  std::vector<std::optional<std::size_t>> sums(contestants), result(contestants);
  for (std::size_t i = 0; i < contestants; ++i) {
    std::size_t sum = 0;
    bool complete = true;
    for (const auto& list : by_measure) {
      complete = complete && list[i].has_value();
      sum += list[i].value_or(0);
    }
    if (complete) sums[i] = sum;
  }
  for (std::size_t i = 0; i < contestants; ++i) {
    if (!sums[i]) continue;
    std::size_t rank = 1;
    for (const auto& other : sums) rank += other && *other < *sums[i] ? 1 : 0;
    result[i] = rank;
  }
  return result;
}

}  // namespace sfumato::ranking
