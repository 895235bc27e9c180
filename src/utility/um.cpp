// Utility from covariances of ranks: how much of the masked file's variation lies along the principal axes
// of the original, axis by axis. It needs no record mapping and is designed for comparison with cm1, cm2 and
// cm3.
#include <algorithm>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/cross_products.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/ranks/rank_pairs.hpp"

namespace sfumato::utility {
namespace {

enum class On { ranks, values };

double trace(const stats::Matrix& matrix) {
  double sum = 0.0;
  for (std::size_t j = 0; j < matrix.columns(); ++j) sum += matrix(j, j);
  return sum;
}

// vᵀ·matrix·v for column j of `vectors`.
double along(const stats::Matrix& matrix, const stats::Matrix& vectors, std::size_t j) {
  double sum = 0.0;
  for (std::size_t b = 0; b < matrix.columns(); ++b) {
    for (std::size_t a = 0; a < matrix.rows(); ++a) sum += vectors(a, j) * matrix(a, b) * vectors(b, j);
  }
  return sum;
}

struct Um {
  On on = On::ranks;

  static MeasureInfo info() {
    return {.name = "um",
            .title = "Utility from covariances",
            .summary = "How well the masked data's spread follows the principal axes of the original.",
            .side = Side::utility,
            .better = Better::higher,
            .range = "0 to 1",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n + n·m²",
            .reference =
                "Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for "
                "privacy-preserving data publishing based on the permutation model, Eq. (9)",
            .covers = true};
  }

  static void params(ParamList<Um>& list) {
    list.choice("on", &Um::on, {{"ranks", On::ranks}, {"values", On::values}})
        .doc("Whether covariances are of ranks or of the values themselves.");
  }

  // The records of both sides: ranks, or the values themselves with labels as means.
  stats::UnpairedRanks records(const Table& original, const Table& masked, const ColumnSet& columns,
                               const Run& run) const {
    if (on == On::ranks) return stats::unpaired_ranks(original, masked, columns, true, run);
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    stats::UnpairedRanks result{stats::unpaired_rank_values(original, means.masked, columns, run), {}};
    result.placed.assign(columns.size(), 0);
    result.reason = means.reason;
    result.note = means.note;
    return result;
  }

  stats::Matrix spread(const stats::Matrix& data, const Run& run) const {
    if (on == On::values) return stats::covariance(data);
    return stats::rank_products(stats::columns_of(data), run);  // scaled to trace 1 later
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    stats::UnpairedRanks used = records(original, masked, columns, run);
    Score result;
    stats::describe(used, result.details);
    result.note = used.reason;
    if (!result.note.empty()) return result;
    if (used.original.rows() < 2) {
      result.note = "needs at least two records that are complete in the compared columns";
      return result;
    }
    stats::centre_positions(used.masked, used.placed);
    const stats::Matrix x = spread(used.original, run), y = spread(used.masked, run);
    if (!(trace(x) > 0.0) || !(trace(y) > 0.0)) {
      result.note = "the compared columns do not vary on one side";
      return result;
    }
    compare(x, y, result);
    result.note = used.note;
    result.reading = rounded(*result.value, 3) +
                     " on a scale from 0 (relations between columns lost) to 1 (relations kept)";
    return result;
  }

  static void compare(const stats::Matrix& x, const stats::Matrix& y, Score& result) {
    constexpr double nothing = 1e-24;  // a sum of squared shares that is only rounding error
    const stats::Eigensystem axes = stats::symmetric_eigensystem(x);
    const double total_x = trace(x), total_y = trace(y), even = 1.0 / static_cast<double>(x.columns());
    double difference = 0.0, most = 0.0;
    Value shares = Value::array(), masked_shares = Value::array();
    for (std::size_t j = 0; j < x.columns(); ++j) {
      const double share = axes.values[j] / total_x, other = along(y, axes.vectors, j) / total_y;
      difference += (share - other) * (share - other);
      most += (share - even) * (share - even);
      shares.push(share);
      masked_shares.push(other);
    }
    result.details.set("original_shares", shares).set("masked_shares", masked_shares);
    if (most <= nothing) {
      result.value = difference <= nothing ? 1.0 : 0.0;
    } else {
      result.value = 1.0 - std::min(1.0, difference / most);
    }
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, um, Um)
