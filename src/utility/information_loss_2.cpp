// The second information loss, of Torres: values, univariate and bivariate statistics weigh the same, where
// the first gives the values themselves one of five terms.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/discrepancy.hpp"

namespace sfumato::utility {
namespace {

struct InformationLoss2 {
  static MeasureInfo info() {
    return {
        .name = "information-loss-2",
        .title = "Information loss, in three equal parts",
        .summary = "Mean change of values, of univariate and of bivariate statistics.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "from 0 %",
        .accepts = Kind::numeric,
        .cost = "n·m²",
        .reference =
            "Torres (2003), Contributions to microaggregation for statistical data protection, PhD thesis, "
            "Polytechnical University of Catalonia; Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the "
            "evaluation of anonymized data, §6",
        .covers = true};
  }

  struct Parts {
    double values, univariate, bivariate;
    double mean() const { return (values + univariate + bivariate) / 3.0; }
  };

  static Parts parts_of(const stats::Discrepancies& found) {
    return {100.0 * found.data.mean_variation(),
            50.0 * (found.means.mean_variation() + found.variances.mean_variation()),
            50.0 * (found.covariances.mean_variation() + found.correlations.mean_absolute())};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run&) const {
    std::optional<Parts> parts;  // of the unweighted discrepancies, which come first
    Score result = stats::information_loss(original, masked, columns, [&](const stats::Discrepancies& found) {
      const Parts now = parts_of(found);
      if (!parts) parts = now;
      return now.mean();
    });
    if (!parts) return result;
    result.details.set("IL1", parts->values).set("IL2", parts->univariate);
    result.details.set("IL3", parts->bivariate);
    result.reading = "values changed by " + rounded(parts->values, 3) + " %, means and variances by " +
                     rounded(parts->univariate, 3) + " %, covariances and correlations by " +
                     rounded(parts->bivariate, 3) + " %";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, information_loss_2, InformationLoss2)
