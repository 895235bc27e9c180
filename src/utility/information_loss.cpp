// Information loss of Domingo-Ferrer, Mateo-Sanz and Torres: the mean of five discrepancies between
// the original and the masked file, from single values up to correlations.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/discrepancy.hpp"

namespace sfumato::utility {
namespace {

struct InformationLoss {
  static MeasureInfo info() {
    return {
        .name = "information-loss",
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
        .notes =
            "IL = 100·mean(mv X, mv X̄, mv V, mv S, mae R), where mv is the mean variation |a−b|/|a| and mae "
            "the mean absolute error over cells X, means X̄, covariances V (i ≤ j), variances S and "
            "correlations "
            "R (i < j). Zero denominators are skipped, the divisor is the number kept, and the number "
            "skipped is in the details. The details give mean square error (`mse`), mean absolute error "
            "(`mae`) and mean variation (`mv`) of all of these and of the principal loadings `RF`, the "
            "communalities `C` of the first component and the factor score coefficients `F` of the "
            "correlation matrix, weighted by λ/p. Records with a missing value in a compared column are "
            "left out. Where the data have a column of weights, `weighted` has all of it with means, "
            "covariances and cells weighted by it."};
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
