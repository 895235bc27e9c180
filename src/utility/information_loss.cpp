// Information loss of Domingo-Ferrer, Mateo-Sanz and Torres: the mean of five discrepancies between
// the original and the masked file, from single values up to correlations.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/discrepancy.hpp"

namespace sfumato::utility {
namespace {

struct InformationLoss {
  static MeasureInfo info() {
    return {.name = "information-loss",
            .title = "Information loss",
            .summary = "Mean change of values, means, covariances, variances and correlations.",
            .side = Side::utility,
            .better = Better::lower,
            .range = "from 0 %",
            .accepts = Kind::numeric,
            .cost = "n·m²",
            .reference =
                "Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, Table 1 "
                "and §5",
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run&) const {
    Score result = stats::information_loss(original, masked, columns, [](const stats::Discrepancies& found) {
      const double sum = found.data.mean_variation() + found.means.mean_variation() +
                         found.covariances.mean_variation() + found.variances.mean_variation() +
                         found.correlations.mean_absolute();
      return 100.0 * sum / 5.0;
    });
    if (result.value) {
      result.reading = "values and statistics changed by " + rounded(*result.value, 3) + " % on average";
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, information_loss, InformationLoss)
