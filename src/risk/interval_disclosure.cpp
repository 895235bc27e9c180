// Interval disclosure by ranks: how often an original value lies among the masked values whose ranks are
// near that of its masked value, so that an intruder who knows the strength of the masking can bound it.
#include <algorithm>

#include "core/measure.hpp"
#include "stats/ranks/interval_shares.hpp"

namespace sfumato::risk {
namespace {

// ⌊a / 100⌋.
std::int64_t hundredth(std::int64_t a) { return a >= 0 ? a / 100 : -((99 - a) / 100); }

// The smallest p whose interval contains x, or one more than the largest. r masked values are at or below
// that of x, and the interval reaches from order statistic ⌊r − n·p/100⌋ to ⌊r + n·p/100⌋, clipped to 1 … n.
int least_width(const std::vector<double>& sorted, std::int64_t r, double x) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  for (int p = 1; p <= stats::widths; ++p) {
    const std::int64_t lower = std::clamp<std::int64_t>(hundredth(100 * r - n * p), 1, n);
    const std::int64_t upper = std::clamp<std::int64_t>(hundredth(100 * r + n * p), 1, n);
    if (sorted[static_cast<std::size_t>(lower - 1)] <= x && x <= sorted[static_cast<std::size_t>(upper - 1)])
      return p;
  }
  return stats::widths + 1;
}

std::vector<int> least_rank_widths(std::span<const double> original, std::span<const double> masked) {
  std::vector<double> sorted(masked.begin(), masked.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> result(original.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto r = std::upper_bound(sorted.begin(), sorted.end(), masked[i]) - sorted.begin();
    result[i] = least_width(sorted, r, original[i]);
  }
  return result;
}

struct IntervalDisclosure {
  static MeasureInfo info() {
    return {.name = "interval-disclosure",
            .title = "Interval disclosure by ranks",
            .summary = "Share of original values within a few ranks of their masked value.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric,
            .cost = "n log n",
            .reference =
                "Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §4.3 "
                "and §5",
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    return stats::interval_score(original, masked, columns, run, least_rank_widths);
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, interval_disclosure, IntervalDisclosure)
