// Table 1 of Domingo-Ferrer, Mateo-Sanz and Torres, "Concepts for the evaluation of anonymized data".
#include "stats/discrepancy.hpp"

#include <cmath>

#include "stats/eigen.hpp"
#include "stats/moments.hpp"
#include "stats/records.hpp"

namespace sfumato::stats {
namespace {

void add_components(const Matrix& original, const Matrix& masked, Discrepancies& result) {
  constexpr double smallest = 1e-8;
  const std::size_t p = original.rows();
  const Eigensystem a = symmetric_eigensystem(original);
  const Eigensystem b = symmetric_eigensystem(masked);
  for (std::size_t j = 0; j < p; ++j) {
    if (a.values[j] <= smallest || b.values[j] <= smallest) continue;
    double product = 0.0;
    for (std::size_t i = 0; i < p; ++i) product += a.vectors(i, j) * b.vectors(i, j);
    const double sign = product < 0.0 ? -1.0 : 1.0;
    const double weight = a.values[j] / static_cast<double>(p);
    const double root_a = std::sqrt(a.values[j]), root_b = std::sqrt(b.values[j]);
    for (std::size_t i = 0; i < p; ++i) {
      const double u = a.vectors(i, j), v = sign * b.vectors(i, j);
      result.loadings.add(u * root_a, v * root_b, weight);
      result.scores.add(u / root_a, v / root_b, weight);
      if (j == 0) result.communalities.add(u * u * a.values[j], v * v * b.values[j]);
    }
  }
}

}  // namespace

void Discrepancy::add(double original, double masked, double weight) {
  const double difference = std::fabs(original - masked);
  squares_ += weight * difference * difference;
  absolutes_ += weight * difference;
  if (original == 0.0) {
    ++zeros_;
  } else {
    variations_ += weight * difference / std::fabs(original);
  }
  ++count_;
}

Value Discrepancy::to_value() const {
  Value value = Value::object();
  value.set("mse", mean_square()).set("mae", mean_absolute()).set("mv", mean_variation());
  if (zeros_ > 0) value.set("zero_denominators", zeros_);
  return value;
}

Value Discrepancies::to_value() const {
  Value value = Value::object();
  value.set("X", data.to_value()).set("means", means.to_value()).set("V", covariances.to_value());
  value.set("S", variances.to_value()).set("R", correlations.to_value()).set("RF", loadings.to_value());
  value.set("C", communalities.to_value()).set("F", scores.to_value());
  return value;
}

Discrepancies discrepancies(const Matrix& original, const Matrix& masked) {
  Discrepancies result;
  const std::size_t p = original.columns();
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t i = 0; i < original.rows(); ++i) result.data.add(original(i, j), masked(i, j));
    result.means.add(moments(original.column(j)).mean, moments(masked.column(j)).mean);
  }
  const Matrix covariances_a = covariance(original), covariances_b = covariance(masked);
  const Matrix correlations_a = correlation(covariances_a), correlations_b = correlation(covariances_b);
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      result.covariances.add(covariances_a(i, j), covariances_b(i, j));
      if (i == j) result.variances.add(covariances_a(j, j), covariances_b(j, j));
      if (i < j) result.correlations.add(correlations_a(i, j), correlations_b(i, j));
    }
  }
  add_components(correlations_a, correlations_b, result);
  return result;
}

std::optional<Discrepancies> discrepancies(const Table& original, const Table& masked,
                                           const ColumnSet& columns, Score& result) {
  const CompletePairs pairs = complete_pairs(original, masked, columns);
  if (pairs.rows.size() < 2) {
    describe(pairs, result.details);
    result.note = "needs at least two records that are complete in the compared columns";
    return std::nullopt;
  }
  const Discrepancies found = discrepancies(pairs.original, pairs.masked);
  result.details = found.to_value();
  describe(pairs, result.details);
  return found;
}

}  // namespace sfumato::stats
