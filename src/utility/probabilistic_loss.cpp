// Probabilistic information loss: the probability that a sample of the original differs from it in a
// statistic by less than the masked file does. Unlike other discrepancies it is bounded.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/unpaired_records.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::utility {
namespace {

// 2Φ(|θ′ − θ|/se) − 1; for a statistic without sampling error, any change counts as full loss.
double loss(double original, double masked, double standard_error) {
  const double difference = std::fabs(masked - original);
  if (difference == 0.0) return 0.0;
  return standard_error > 0.0 ? std::erf(difference / standard_error / std::numbers::sqrt2) : 1.0;
}

struct Average {
  double sum = 0.0;
  std::size_t count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
};

struct Losses {
  Average means, variances, covariances, correlations, quantiles;
};

// Means of products of powers of z-scores of two columns (divisor n), from which the errors are computed.
struct JointMoments {
  double m13 = 0.0, m22 = 0.0, m31 = 0.0, m40 = 0.0, m04 = 0.0;
};

JointMoments joint_moments(std::span<const double> x, std::span<const double> y) {
  JointMoments result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = x[i], b = y[i];
    result.m13 += a * b * b * b;
    result.m22 += a * a * b * b;
    result.m31 += a * a * a * b;
    result.m40 += a * a * a * a;
    result.m04 += b * b * b * b;
  }
  for (double* sum : {&result.m13, &result.m22, &result.m31, &result.m40, &result.m04}) {
    *sum /= static_cast<double>(x.size());
  }
  return result;
}

// Half the way between the quantiles one binomial standard error of p away on either side: Woodruff (1952),
// Confidence intervals for medians and other position measures, JASA 47.
double quantile_error(std::span<const double> sorted, double p, double n) {
  const double step = std::sqrt(p * (1.0 - p) / n);
  return (stats::quantile(sorted, std::min(1.0, p + step)) -
          stats::quantile(sorted, std::max(0.0, p - step))) /
         2.0;
}

void add_quantiles(std::span<const double> original, std::span<const double> masked, double n,
                   Average& losses) {
  std::vector<double> x(original.begin(), original.end()), y(masked.begin(), masked.end());
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  for (int percent = 5; percent <= 95; percent += 5) {
    const double p = percent / 100.0;
    losses.add(loss(stats::quantile(x, p), stats::quantile(y, p), quantile_error(x, p, n)));
  }
}

// The variance of a correlation of z-scores, times n: Kendall, Stuart (1977), The advanced theory of
// statistics, volume 1, chapter 10, written so that it does not divide by the correlation.
double correlation_variance(double r, const JointMoments& m) {
  return m.m22 * (1.0 + r * r / 2.0) + r * r * (m.m40 + m.m04) / 4.0 - r * (m.m31 + m.m13);
}

Losses losses_of(const stats::Matrix& original, const stats::Matrix& masked, const Run& run) {
  Losses result;
  const auto n = static_cast<double>(masked.rows());
  const stats::Matrix z = stats::standardized(original);
  const stats::Matrix v = stats::covariance(original), w = stats::covariance(masked);
  const stats::Matrix r = stats::correlation(v), s = stats::correlation(w);
  run.expect(original.columns());
  for (std::size_t j = 0; j < original.columns(); ++j) {
    run.check_stop();
    const double sd = std::sqrt(v(j, j));
    result.means.add(loss(stats::mean(original.column(j)), stats::mean(masked.column(j)), sd / std::sqrt(n)));
    add_quantiles(original.column(j), masked.column(j), n, result.quantiles);
    const double kurtosis = joint_moments(z.column(j), z.column(j)).m40;
    result.variances.add(loss(v(j, j), w(j, j), v(j, j) * std::sqrt(std::max(kurtosis - 1.0, 0.0) / n)));
    for (std::size_t i = 0; i < j; ++i) {
      const JointMoments m = joint_moments(z.column(i), z.column(j));
      const double scale = std::sqrt(v(i, i)) * sd;
      const double rho = r(i, j);
      result.covariances.add(loss(v(i, j), w(i, j), scale * std::sqrt(std::max(m.m22 - rho * rho, 0.0) / n)));
      if (!(scale > 0.0)) continue;
      const double variance = std::max(correlation_variance(rho, m), 0.0);
      result.correlations.add(loss(rho, s(i, j), std::sqrt(variance / n)));
    }
    run.advance();
  }
  return result;
}

struct ProbabilisticLoss {
  static MeasureInfo info() {
    return {
        .name = "probabilistic-loss",
        .title = "Probabilistic information loss",
        .summary = "How far statistics of the masked file exceed the variation by sampling alone.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric,
        .needs_mapping = false,
        .cost = "n log n + n·m²",
        .reference =
            "Mateo-Sanz, Domingo-Ferrer, Sebé (2005), Probabilistic information loss measures in "
            "confidentiality protection of continuous microdata, Data Mining and Knowledge Discovery 11(2)",
        .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    if (!means.reason.empty()) return {.value = std::nullopt, .note = means.reason};
    const stats::UnpairedRecords records =
        stats::unpaired_records(stats::numbers(original, columns), stats::numbers(means.masked, columns));
    Score result;
    stats::describe(records, result.details);
    if (records.original.rows() < 2 || records.masked.rows() < 2) {
      result.note = "needs at least two records that are complete in the compared columns, on each side";
      return result;
    }
    const Losses found = losses_of(records.original, records.masked, run);
    const std::array<std::pair<const char*, const Average*>, 5> kinds{{{"means", &found.means},
                                                                       {"variances", &found.variances},
                                                                       {"covariances", &found.covariances},
                                                                       {"correlations", &found.correlations},
                                                                       {"quantiles", &found.quantiles}}};
    Average all;
    for (const auto& [name, kind] : kinds) {
      if (kind->count == 0) continue;
      const double mean = 100.0 * kind->sum / static_cast<double>(kind->count);
      result.details.set(name, mean);
      all.add(mean);
    }
    result.value = all.sum / static_cast<double>(all.count);
    result.note = means.note;
    result.reading = "a sample as large as the masked file would lie nearer to the original with " +
                     rounded(*result.value, 3) + " % chance";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, probabilistic_loss, ProbabilisticLoss)
