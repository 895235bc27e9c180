// Interval disclosure by ranks: how often an original value lies among the masked values whose ranks are
// near that of its masked value, so that an intruder who knows the strength of the masking can bound it.
#include <algorithm>

#include "core/measure.hpp"
#include "stats/ranks/interval_shares.hpp"

namespace sfumato::risk {
namespace {

std::vector<int> least_rank_widths(std::span<const double> original, std::span<const double> masked) {
  std::vector<double> sorted(masked.begin(), masked.end());
  std::sort(sorted.begin(), sorted.end());
  const auto upto = [&](double value) {
    return std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
  };
  std::vector<int> result(original.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), original[i]) - sorted.begin();
    result[i] = stats::least_rank_width(static_cast<std::int64_t>(sorted.size()), upto(masked[i]),
                                        upto(original[i]), below);
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
