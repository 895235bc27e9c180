// The sum of squared errors between the original and the masked values, in raw units, in z-scores,
// and as a share of the total variation.
#include "core/exact_sum.hpp"
#include "core/measure.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/distributions/squared_errors.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::utility {
namespace {

struct Sse {
  static MeasureInfo info() {
    return {.name = "sse",
            .title = "Sum of squared errors",
            .summary =
                "Squared differences between original and masked values, as a share of the total variation.",
            .side = Side::utility,
            .better = Better::lower,
            .range = "from 0 %",
            .accepts = Kind::numeric,
            .cost = "n",
            .reference =
                "Domingo-Ferrer, Mateo-Sanz (2002), Practical data-oriented microaggregation for statistical "
                "disclosure control, IEEE TKDE 14",
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run&) const {
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    if (!means.reason.empty()) return {.value = std::nullopt, .note = means.reason};
    const stats::CompletePairs pairs = stats::complete_pairs(original, means.masked, columns);
    Score result;
    result.note = means.note;
    stats::describe(pairs, result.details);
    stats::SquaredErrors errors;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      ExactSum squares;
      for (std::size_t i = 0; i < pairs.rows.size(); ++i) {
        const double difference = pairs.original(i, j) - pairs.masked(i, j);
        squares.add(difference * difference);
      }
      errors.add(squares.value(), stats::exact_moments(pairs.original.column(j)));
    }
    errors.describe(result);
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, sse, Sse)
