// Outlier coding. Records that lie far from the bulk of the others in all columns together are moved onto the
// border of an ellipsoid around it, so that a rare combination of values does not lead to them.
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "stats/linear/minimum_covariance.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct OutlierCoding {
  double quantile = 0.975;

  static MethodInfo info() {
    return {.name = "outlier-coding",
            .title = "Multivariate outlier coding",
            .family = Family::reduction,
            .summary = "Moves outlying records onto an ellipsoid around the others.",
            .accepts = Kind::numeric,
            .reference =
                "Rousseeuw, Van Driessen (1999), A fast algorithm for the minimum covariance determinant "
                "estimator, Technometrics 41; Templ (2017), Statistical disclosure control for microdata, "
                "Springer",
            .random = false};
  }

  static void params(ParamList<OutlierCoding>& list) {
    list.number("quantile", &OutlierCoding::quantile)
        .range(0.01, 0.9999999)
        .doc("Share of normal records that lie inside the ellipsoid; records outside it are moved.")
        .dial(Dial::less_is_safer);
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const stats::CompletePairs records = stats::complete_pairs(original, original, columns);
    const stats::RobustDistances found = stats::robust_distances(records.original, run);
    Masked result{.tables = {original}};
    result.details.set("records_of_centre", found.half).set("dimensions", found.dimensions);
    if (found.half == 0) {
      result.details.set("coded", 0).set("limit", Value());
      return result;
    }
    const double limit = stats::chi_square_quantile(found.dimensions, quantile);
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < found.squared.size(); ++i) {
      if (found.squared[i] > limit) outside.push_back(i);
    }
    run.parallel(outside.empty() ? 0 : columns.size(), [&](std::size_t j) {
      const std::span<const double> values = records.original.column(j);
      const double centre = centre_of(values, found.inside);
      const std::span<double> masked = result.tables[0].edit_numbers(columns[j]);
      for (const std::size_t i : outside) {
        const double factor = std::sqrt(limit / found.squared[i]);
        masked[records.rows[i]] = centre + factor * (values[i] - centre);
      }
    });
    result.details.set("coded", outside.size()).set("limit", std::sqrt(limit));
    return result;
  }

 private:
  static double centre_of(std::span<const double> values, const std::vector<char>& inside) {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (inside[i] == 0) continue;
      sum += values[i];
      ++count;
    }
    return sum / static_cast<double>(count);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(outlier_coding, OutlierCoding)
