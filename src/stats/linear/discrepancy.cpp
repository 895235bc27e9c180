// Table 1 of Domingo-Ferrer, Mateo-Sanz and Torres, "Concepts for the evaluation of anonymized data".
#include "stats/linear/discrepancy.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/linear/records.hpp"

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
  result.loadings.count_as(std::uint64_t{p} * p);
  result.scores.count_as(std::uint64_t{p} * p);
}

bool constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

// Weights with the mean 1.
std::vector<double> normalised(std::span<const double> weights) {
  const double centre = mean(weights);
  std::vector<double> shares(weights.begin(), weights.end());
  for (double& share : shares) share /= centre;
  return shares;
}

// Of shares with the mean 1; equal ones give the plain mean, bit for bit.
double weighted_mean(std::span<const double> values, const std::vector<double>& shares) {
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += shares[i] * values[i];
  return sum / static_cast<double>(values.size());
}

// Σ w(x − x̄)(y − ȳ)/(n − 1) with weights of mean 1.
Matrix weighted_covariance(const Matrix& data, const std::vector<double>& shares) {
  Matrix centred(data.rows(), data.columns()), result(data.columns(), data.columns());
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const double centre = weighted_mean(data.column(j), shares);
    for (std::size_t i = 0; i < data.rows(); ++i) centred(i, j) = data(i, j) - centre;
  }
  for (std::size_t a = 0; a < data.columns(); ++a) {
    for (std::size_t b = a; b < data.columns(); ++b) {
      double sum = 0.0;
      for (std::size_t i = 0; i < data.rows(); ++i) sum += shares[i] * centred(i, a) * centred(i, b);
      result(a, b) = result(b, a) = sum / static_cast<double>(data.rows() - 1);
    }
  }
  return result;
}

// Of the column with the role weight; empty where there is none, or where it has missing, negative or
// only zero weights among these rows.
std::vector<double> record_weights(const Table& table, const std::vector<std::size_t>& rows) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::weight || table.info(id).kind != Kind::numeric) continue;
    const Numbers all = table.column(id).to_numbers();
    std::vector<double> weights;
    double sum = 0.0;
    for (const std::size_t row : rows) {
      if (!(all[row] >= 0.0)) return {};
      weights.push_back(all[row]);
      sum += all[row];
    }
    return sum > 0.0 ? weights : std::vector<double>{};
  }
  return {};
}

// Cells with a value in the original and none in the masked table. Their records are left out, as incomplete
// ones are, which hides what they lost: the note says so.
std::size_t suppressed_cells(const Table& original, const Table& masked, const ColumnSet& columns) {
  const Matrix before = numbers(original, columns), after = numbers(masked, columns);
  std::size_t found = 0;
  for (std::size_t j = 0; j < before.columns(); ++j) {
    for (std::size_t i = 0; i < before.rows(); ++i) {
      if (!std::isnan(before(i, j)) && std::isnan(after(i, j))) ++found;
    }
  }
  return found;
}

std::string suppressed_note(std::size_t cells) {
  if (cells == 0) return {};
  return std::to_string(cells) + (cells == 1 ? " suppressed cell does" : " suppressed cells do") +
         " not count, since incomplete records are left out; the measure 'suppressed' counts them";
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
  if (undefined_ > 0) value.set("undefined", undefined_);
  return value;
}

Value Discrepancies::to_value() const {
  Value value = Value::object();
  value.set("X", data.to_value()).set("means", means.to_value()).set("V", covariances.to_value());
  value.set("S", variances.to_value()).set("R", correlations.to_value()).set("RF", loadings.to_value());
  value.set("C", communalities.to_value()).set("F", scores.to_value());
  return value;
}

Discrepancies discrepancies(const Matrix& original, const Matrix& masked, std::span<const double> weights) {
  Discrepancies result;
  const std::size_t p = original.columns();
  const std::vector<double> shares =
      weights.empty() ? std::vector<double>(original.rows(), 1.0) : normalised(weights);
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t i = 0; i < original.rows(); ++i)
      result.data.add(original(i, j), masked(i, j), shares[i]);
    result.means.add(weighted_mean(original.column(j), shares), weighted_mean(masked.column(j), shares));
  }
  const auto covariances = [&](const Matrix& data) {
    Matrix found = weights.empty() ? covariance(data) : weighted_covariance(data, shares);
    for (std::size_t j = 0; j < p; ++j) {
      if (!constant(data.column(j))) continue;  // else 0 without rounding
      for (std::size_t i = 0; i < p; ++i) found(i, j) = found(j, i) = 0.0;
    }
    return found;
  };
  const Matrix covariances_a = covariances(original), covariances_b = covariances(masked);
  const Matrix correlations_a = correlation(covariances_a), correlations_b = correlation(covariances_b);
  std::vector<bool> varies(p);
  for (std::size_t j = 0; j < p; ++j)
    varies[j] = !constant(original.column(j)) && !constant(masked.column(j));
  for (std::size_t j = 0; j < p; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      result.covariances.add(covariances_a(i, j), covariances_b(i, j));
      if (i == j) result.variances.add(covariances_a(j, j), covariances_b(j, j));
      if (i == j) continue;
      if (varies[i] && varies[j]) {
        result.correlations.add(correlations_a(i, j), correlations_b(i, j));
      } else {
        result.correlations.leave_out();
      }
    }
  }
  add_components(correlations_a, correlations_b, result);
  return result;
}

Score information_loss(const Table& original, const Table& masked, const ColumnSet& columns,
                       const std::function<double(const Discrepancies&)>& value) {
  Score result;
  const LabelMeans means = with_label_means(original, masked, columns);
  result.note = means.reason;
  if (!result.note.empty()) return result;
  const CompletePairs pairs = complete_pairs(original, means.masked, columns);
  if (pairs.rows.size() < 2) {
    describe(pairs, result.details);
    result.note = "needs at least two records that are complete in the compared columns";
    return result;
  }
  const Discrepancies found = discrepancies(pairs.original, pairs.masked);
  const std::size_t suppressed = suppressed_cells(original, means.masked, columns);
  result.value = value(found);
  result.note = joined_notes(means.note, suppressed_note(suppressed));
  result.details = found.to_value();
  describe(pairs, result.details);
  if (suppressed > 0) result.details.set("suppressed_cells", suppressed);
  if (const std::vector<double> weights = record_weights(original, pairs.rows); !weights.empty()) {
    const Discrepancies again = discrepancies(pairs.original, pairs.masked, weights);
    Value weighted = Value::object();
    weighted.set("value", value(again));
    const Value table = again.to_value();
    for (const auto& [name, errors] : table.as_object()) weighted.set(name, errors);
    result.details.set("weighted", weighted);
  }
  return result;
}

}  // namespace sfumato::stats
