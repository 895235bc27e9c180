// Limits from numbers or quantiles, and values beyond them replaced by the limits.
#include "masking/coding.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/linear/records.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::masking {
namespace {

// The weights of the first column with that role, 0 where missing; empty without such a column.
std::vector<double> weights_of(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::weight) continue;
    std::vector<double> weights = table.column(id).to_numbers();
    const bool negative =
        std::any_of(weights.begin(), weights.end(), [](double weight) { return weight < 0.0; });
    if (negative || table.info(id).kind != Kind::numeric) {
      bad_input(
          "column '" + table.info(id).name + "' has the role weight, but its values are not all weights",
          "correct them (numbers from 0), or give the column another role");
    }
    for (double& weight : weights) weight = std::isnan(weight) ? 0.0 : weight;
    return weights;
  }
  return {};
}

// Weighted where some present value has a positive weight; nothing without values.
std::optional<double> quantile_of(const std::vector<double>& values, const std::vector<double>& weights,
                                  double p) {
  bool weighted = false;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    weighted = weighted || (weights[row] > 0.0 && !std::isnan(values[row]));
  }
  if (weighted) return stats::weighted_quantile(values, weights, p);
  std::vector<double> sorted = values;
  std::erase_if(sorted, [](double value) { return std::isnan(value); });
  if (sorted.empty()) return std::nullopt;
  std::sort(sorted.begin(), sorted.end());
  return stats::quantile(sorted, p);
}

// A column after coding: its limit, how many cells changed, and its values where some did.
struct CodedColumn {
  Value limit;
  std::size_t count = 0;
  std::optional<Column> column = std::nullopt;
};

CodedColumn coded_numbers(const Column& column, const Coding& coding, const std::vector<double>& weights) {
  Numbers values = column.to_numbers();
  const std::optional<double> limit = coding.at ? coding.at : quantile_of(values, weights, coding.quantile);
  if (!limit) return {};
  CodedColumn result{*limit};
  for (double& value : values) {
    if (!(coding.tail == Tail::upper ? value > *limit : value < *limit)) continue;
    value = *limit;
    ++result.count;
  }
  if (result.count > 0) result.column = std::move(values);
  return result;
}

// The code of the limit: the category named, or the least at which the records up to it reach the quantile.
std::optional<std::int32_t> limit_code(const Codes& codes, const ColumnInfo& info, const Coding& coding,
                                       const std::vector<double>& weights, const Numbers& values) {
  if (!coding.category.empty()) {
    const auto found = std::find(codes.labels.begin(), codes.labels.end(), coding.category);
    if (found != codes.labels.end()) return static_cast<std::int32_t>(found - codes.labels.begin());
    const std::string close = suggestion(coding.category, codes.labels);
    bad_input("column '" + info.name + "' has no category '" + coding.category + "'",
              close.empty() ? "name one of its categories" : close);
  }
  if (coding.at) {
    bad_input("`at` is a number, and column '" + info.name + "' has categories",
              "give `category` or `quantile`");
  }
  const auto known = [](double value) { return !std::isnan(value); };
  if (std::none_of(values.begin(), values.end(), known)) return std::nullopt;
  bool weighted = false;
  for (std::size_t row = 0; row < weights.size(); ++row)
    weighted = weighted || (weights[row] > 0.0 && known(values[row]));
  return static_cast<std::int32_t>(stats::weighted_quantile(
      values, weighted ? weights : std::vector<double>(values.size(), 1.0), coding.quantile));
}

CodedColumn coded_categories(const Column& column, const ColumnInfo& info, const Coding& coding,
                             const std::vector<double>& weights) {
  const Codes* original = column.get_if<Codes>();
  if (original == nullptr) return coded_numbers(column, coding, weights);  // codes that are numbers
  const std::optional<std::int32_t> limit = limit_code(*original, info, coding, weights, column.to_numbers());
  if (!limit) return {};
  CodedColumn result{original->labels[static_cast<std::size_t>(*limit)]};
  Codes codes = *original;
  for (std::int32_t& code : codes.codes) {
    if (code == Codes::missing || !(coding.tail == Tail::upper ? code > *limit : code < *limit)) continue;
    code = *limit;
    ++result.count;
  }
  if (result.count > 0) result.column = std::move(codes);
  return result;
}

Masked coded_columns(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run) {
  const std::vector<double> weights = coding.at ? std::vector<double>{} : weights_of(original);
  std::vector<CodedColumn> parts(original.column_count());
  run.for_each(columns, [&](ColumnId id, const Rng&) {
    const ColumnInfo& info = original.info(id);
    parts[id] = info.kind == Kind::ordinal ? coded_categories(original.column(id), info, coding, weights)
                                           : coded_numbers(original.column(id), coding, weights);
  });
  Masked result{.tables = {original}};  // columns stay shared until edited
  Value by_column = Value::object();
  std::size_t count = 0;
  for (const ColumnId id : columns) {
    by_column.set(original.info(id).name, parts[id].limit);
    count += parts[id].count;
    if (parts[id].column) result.tables[0].replace(id, std::move(*parts[id].column));
  }
  result.details.set("coded", count);
  result.details.set("limits", by_column);
  return result;
}

// The squared Mahalanobis distance of each row of z-scores from the mean. Directions with less than
// 1e-12 of the largest variance are rounding and are left out, which is the pseudo-inverse.
std::vector<double> squared_distances(const stats::Matrix& scores) {
  const stats::Eigensystem axes = stats::symmetric_eigensystem(stats::covariance(scores));
  std::vector<double> squared(scores.rows(), 0.0);
  for (std::size_t axis = 0; axis < axes.values.size(); ++axis) {
    if (axes.values[axis] <= 1e-12 * axes.values[0]) continue;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
      double along = 0.0;
      for (std::size_t j = 0; j < scores.columns(); ++j) along += axes.vectors(j, axis) * scores(i, j);
      squared[i] += along * along / axes.values[axis];
    }
  }
  return squared;
}

// A record that is moved, and the factor of its deviation from the mean.
struct Pull {
  std::size_t row;
  double factor;
};

Masked coded_records(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run) {
  run.check_stop();
  const stats::CompletePairs records = stats::complete_pairs(original, original, columns);
  const stats::Matrix scores = stats::standardized(records.original);
  std::vector<double> distances = squared_distances(scores);
  for (double& distance : distances) distance = std::sqrt(distance);
  std::vector<double> weights = weights_of(original);
  for (std::size_t i = 0; i < std::min(weights.size(), distances.size()); ++i)
    weights[i] = weights[records.rows[i]];
  if (!weights.empty()) weights.resize(distances.size());
  const bool upper = coding.tail == Tail::upper;
  const std::optional<double> limit =
      quantile_of(distances, weights, upper ? coding.quantile : 1.0 - coding.quantile);

  std::vector<Pull> pulls;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < columns.size(); ++j) sum += scores(i, j);
    if (distances[i] > *limit && (upper ? sum > 0.0 : sum < 0.0))
      pulls.push_back({records.rows[i], *limit / distances[i]});
  }
  Masked result{.tables = {original}};
  run.parallel(pulls.empty() ? 0 : columns.size(), [&](std::size_t j) {
    const double mean = stats::moments(records.original.column(j)).mean;
    const std::span<double> values = result.tables[0].edit_numbers(columns[j]);
    for (const Pull& pull : pulls) values[pull.row] = mean + pull.factor * (values[pull.row] - mean);
  });
  result.details.set("coded", pulls.size());
  result.details.set("limit", limit ? Value(*limit) : Value());
  return result;
}

}  // namespace

Masked coded(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run) {
  if (!coding.multivariate) return coded_columns(original, columns, coding, run);
  for (const ColumnId id : columns) {
    if (original.info(id).kind == Kind::numeric) continue;
    bad_input("column '" + original.info(id).name + "' has categories, and distances are of numbers",
              "leave out `multivariate`, or name numeric columns");
  }
  if (coding.at) {
    bad_input("`at` is a limit of values, and multivariate coding limits distances",
              "give `quantile` instead of `at`, or leave out `multivariate`");
  }
  return coded_records(original, columns, coding, run);
}

}  // namespace sfumato::masking
