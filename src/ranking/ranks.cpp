// The ends that others must beat are sorted, so that grids of many thousands of cells are ranked at once.
#include "ranking/ranks.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::ranking {

std::vector<std::optional<std::size_t>> ranks(const std::vector<std::optional<Span>>& spans, Wanted wanted) {
  // As if low were wanted: the worst and the best end of each interval.
  const auto worst = [&](const Span& span) { return wanted == Wanted::low ? span.upper : -span.lower; };
  const auto best = [&](const Span& span) { return wanted == Wanted::low ? span.lower : -span.upper; };
  std::vector<double> ends;
  for (const auto& span : spans) {
    if (span && !std::isnan(worst(*span))) ends.push_back(worst(*span));
  }
  std::sort(ends.begin(), ends.end());
  std::vector<std::optional<std::size_t>> result(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!spans[i]) continue;
    const auto ahead = std::lower_bound(ends.begin(), ends.end(), best(*spans[i])) - ends.begin();
    result[i] = 1 + static_cast<std::size_t>(ahead);
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
