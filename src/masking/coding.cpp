// Limits from numbers or quantiles, and values beyond them replaced by the limits or by means of the tails.
#include "masking/coding.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/number_text.hpp"
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
    const auto negative =
        std::find_if(weights.begin(), weights.end(), [](double weight) { return weight < 0.0; });
    if (negative != weights.end() || table.info(id).kind != Kind::numeric) {
      const std::string where =
          negative == weights.end()
              ? std::string()
              : ": that of record " + std::to_string(negative - weights.begin() + 1) + " is negative";
      bad_input("column '" + table.info(id).name +
                    "' has the role weight, but its values are not all weights" + where,
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
  std::optional<double> replacement = std::nullopt;  // where it is not the limit
};

constexpr std::size_t least_tail_values = 3;

bool keeps_limit(const Coding& coding) { return coding.replacement == TailValue::limit && !coding.constant; }

// Unweighted, so that the sum of the column stays with the mean. The median of an even number is the mean of
// the two in the middle.
double tail_value(std::vector<double> tail, const Coding& coding, const std::string& name) {
  if (coding.constant) return *coding.constant;
  const std::string what = coding.replacement == TailValue::mean ? "mean" : "median";
  if (tail.size() < least_tail_values) {
    bad_param("replacement",
              std::to_string(tail.size()) + (tail.size() == 1 ? " value" : " values") + " of '" + name +
                  (coding.tail == Tail::upper ? "' lie above" : "' lie below") + " the limit, and their " +
                  what + " would disclose them",
              "choose a limit with at least three values beyond it, or the limit as ‹replacement›");
  }
  if (coding.replacement == TailValue::mean) return stats::moments(tail).mean;
  std::sort(tail.begin(), tail.end());
  return stats::quantile(tail, 0.5);
}

CodedColumn coded_numbers(const Column& column, const std::string& name, const Coding& coding,
                          const std::vector<double>& weights) {
  Numbers values = column.to_numbers();
  const std::optional<double> limit = coding.at ? coding.at : quantile_of(values, weights, coding.quantile);
  if (!limit) return {};
  CodedColumn result{*limit};
  std::vector<std::size_t> rows;
  std::vector<double> tail;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!(coding.tail == Tail::upper ? values[row] > *limit : values[row] < *limit)) continue;
    rows.push_back(row);
    tail.push_back(values[row]);
  }
  if (rows.empty()) return result;
  if (!keeps_limit(coding)) result.replacement = tail_value(std::move(tail), coding, name);
  for (const std::size_t row : rows) values[row] = result.replacement.value_or(*limit);
  result.count = rows.size();
  result.column = coded_values(column, std::move(values));
  return result;
}

// The code of the limit: the category named, or the least at which the records up to it reach the quantile.
std::optional<std::int32_t> limit_code(const Codes& codes, const ColumnInfo& info, const Coding& coding,
                                       const std::vector<double>& weights, const Numbers& values) {
  if (const auto named = named_limit(codes.labels, info, coding)) return named;
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
  if (original == nullptr)
    return coded_numbers(column, info.name, coding, weights);  // codes that are numbers
  if (!keeps_limit(coding)) {
    bad_input("`replacement` and `constant` are for numbers, and column '" + info.name + "' has categories",
              "leave them out, or name numeric columns");
  }
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
    const Coding own = own_coding(coding, info, original.column(id));
    parts[id] = info.kind == Kind::ordinal ? coded_categories(original.column(id), info, own, weights)
                                           : coded_numbers(original.column(id), info.name, own, weights);
  });
  Masked result{.tables = {original}};  // columns stay shared until edited
  Value by_column = Value::object(), replacements = Value::object();
  std::size_t count = 0;
  for (const ColumnId id : columns) {
    by_column.set(original.info(id).name, parts[id].limit);
    if (parts[id].replacement) replacements.set(original.info(id).name, *parts[id].replacement);
    count += parts[id].count;
    if (parts[id].column) result.tables[0].replace(id, std::move(*parts[id].column));
  }
  result.details.set("coded", count);
  result.details.set("limits", by_column);
  if (!replacements.as_object().empty()) result.details.set("replacements", replacements);
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

Column coded_values(const Column& original, Numbers values) {
  if (original.get_if<Dates>() != nullptr) {
    Dates dates;
    for (const double day : values) {
      dates.days.push_back(std::isnan(day) ? Dates::missing : static_cast<std::int32_t>(std::lround(day)));
    }
    return dates;
  }
  if (const Timestamps* times = original.get_if<Timestamps>()) {
    Timestamps result = *times;  // those within the limit stay exact
    for (std::size_t row = 0; row < values.size(); ++row) {
      std::int64_t& value = result.ticks[row];
      if (value != Timestamps::missing && times->days(value) != values[row])
        value = times->value_at(values[row]);
    }
    return result;
  }
  return values;
}

Coding own_coding(Coding coding, const ColumnInfo& info, const Column& column) {
  const auto given = std::find_if(coding.limit.begin(), coding.limit.end(),
                                  [&](const auto& pair) { return pair.first == info.name; });
  if (given == coding.limit.end()) return coding;
  if (column.is_text()) {
    coding.at.reset();
    coding.category = given->second;
    return coding;
  }
  coding.at = parse_number(given->second);
  if (!coding.at || !(std::fabs(*coding.at) <= 1e150)) {
    bad_param("limit", "the limit of '" + info.name + "' is '" + given->second + "', not a number",
              "write COLUMN=NUMBER");
  }
  return coding;
}

std::optional<std::int32_t> named_limit(const std::vector<std::string>& labels, const ColumnInfo& info,
                                        const Coding& coding) {
  if (!coding.category.empty()) {
    const auto found = std::find(labels.begin(), labels.end(), coding.category);
    if (found != labels.end()) return static_cast<std::int32_t>(found - labels.begin());
    const std::string close = suggestion(coding.category, labels);
    bad_input("column '" + info.name + "' has no category '" + coding.category + "'",
              close.empty() ? "name one of its categories" : close);
  }
  if (coding.at) {
    bad_input("`at` is a number, and column '" + info.name + "' has categories",
              "give `category` or `quantile`");
  }
  return std::nullopt;
}

Masked coded(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run) {
  for (const auto& [name, limit] : coding.limit) original.require(name);
  if (coding_hindrance(original, coding).empty()) {
    return apply_whole(*coding_work(original, columns, coding, run), original, run);
  }
  if (!coding.multivariate) return coded_columns(original, columns, coding, run);
  for (const ColumnId id : columns) {
    if (original.info(id).kind == Kind::numeric) continue;
    bad_input("column '" + original.info(id).name + "' has categories, and distances are of numbers",
              "leave out `multivariate`, or name numeric columns");
  }
  if (coding.at || !coding.limit.empty()) {
    bad_input("`at` is a limit of values, and multivariate coding limits distances",
              "give `quantile` instead of `at`, or leave out `multivariate`");
  }
  if (!keeps_limit(coding)) {
    bad_input("`replacement` and `constant` are values, and multivariate coding moves whole records",
              "leave them out, or leave out `multivariate`");
  }
  return coded_records(original, columns, coding, run);
}

}  // namespace sfumato::masking
