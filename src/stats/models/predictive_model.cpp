// One fit, many draws: a draw needs no design matrix, only what each predictor adds to a record.
#include "stats/models/predictive_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

bool present(const Variable& variable, std::size_t row) { return !std::isnan(variable.values[row]); }

std::vector<std::size_t> present_rows(const Variable& target) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < target.values.size(); ++row) {
    if (present(target, row)) rows.push_back(row);
  }
  return rows;
}

struct CompleteRecords {
  std::vector<std::size_t> predictors;
  std::vector<std::size_t> rows;
};

CompleteRecords complete_records(const Variable& target, std::span<const Variable> predictors) {
  const std::vector<std::size_t> rows = present_rows(target);
  CompleteRecords result;
  std::vector<std::size_t> missing;
  for (std::size_t j = 0; j < predictors.size(); ++j) {
    result.predictors.push_back(j);
    missing.push_back(static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](std::size_t row) { return !present(predictors[j], row); })));
  }
  while (true) {
    result.rows.clear();
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(result.rows), [&](std::size_t row) {
      return std::all_of(result.predictors.begin(), result.predictors.end(),
                         [&](std::size_t j) { return present(predictors[j], row); });
    });
    if (2 * result.rows.size() >= rows.size()) return result;
    auto worst = result.predictors.begin();
    for (auto next = worst; next != result.predictors.end(); ++next) {
      if (missing[*next] >= missing[*worst]) worst = next;
    }
    result.predictors.erase(worst);
  }
}

std::vector<double> taken(const Variable& variable, const std::vector<std::size_t>& rows) {
  std::vector<double> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(variable.values[row]);
  return result;
}

// Rows of coefficients that are drawn together: β̂ + scale·root·z.
std::vector<double> drawn(std::span<const double> centre, const Matrix& root, double scale, Rng& rng) {
  std::vector<double> result(centre.begin(), centre.end());
  for (std::size_t j = 0; j < root.columns(); ++j) {
    const double step = scale * rng.normal();
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += step * root(i, j);
  }
  return result;
}

}  // namespace

std::string_view to_text(ModelKind kind) {
  switch (kind) {
    case ModelKind::constant:
      return "constant";
    case ModelKind::linear:
      return "linear";
    case ModelKind::logistic:
      return "logistic";
    case ModelKind::multinomial:
      return "multinomial";
  }
  return {};
}

PredictiveModel::PredictiveModel(const std::string& name, const Variable& target,
                                 std::span<const Variable> predictors, const Run& run) {
  const CompleteRecords complete = complete_records(target, predictors);
  records_ = complete.rows.size();
  if (records_ < fewest_records) {
    bad_input("column '" + name + "' has " + std::to_string(records_) +
                  " complete records for the fit, and at least " + std::to_string(fewest_records) +
                  " are needed",
              "leave the column out, or give more records");
  }
  add_terms(predictors, complete.predictors, complete.rows);
  const std::vector<double> response = taken(target, complete.rows);
  if (target.categories == 0) {
    fit_numbers(design(predictors, complete.rows), response, run);
  } else {
    fit_categories(name, design(predictors, complete.rows), response, run);
  }
}

void PredictiveModel::add_terms(std::span<const Variable> predictors, const std::vector<std::size_t>& kept,
                                const std::vector<std::size_t>& rows) {
  columns_.push_back({});  // the intercept
  for (const std::size_t j : kept) {
    const Variable& variable = predictors[j];
    const Term term{.predictor = j, .categories = variable.categories, .first = columns_.size()};
    if (variable.categories > 0) {
      add_categories(term, variable, rows);
      continue;
    }
    const Moments spread = moments(taken(variable, rows));
    // Where the squares of a column overflow, it cannot be used.
    if (!(spread.sd() > 0.0) || !std::isfinite(spread.sd())) continue;
    columns_.push_back({.centre = spread.mean, .scale = spread.sd()});
    terms_.push_back(term);
    terms_.back().count = 1;
  }
}

void PredictiveModel::add_categories(Term term, const Variable& variable,
                                     const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> counts(variable.categories, 0);
  for (const std::size_t row : rows) ++counts[static_cast<std::size_t>(variable.values[row])];
  term.most_frequent =
      static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  const auto n = static_cast<double>(rows.size());
  for (std::size_t category = 0; category < counts.size(); ++category) {
    if (counts[category] == 0 || category == term.most_frequent) continue;
    const double share = static_cast<double>(counts[category]) / n;
    columns_.push_back(
        {.category = category, .centre = share, .scale = std::sqrt(n / (n - 1.0) * share * (1.0 - share))});
    ++term.count;
  }
  if (term.count > 0) terms_.push_back(term);
}

Matrix PredictiveModel::design(std::span<const Variable> predictors,
                               const std::vector<std::size_t>& rows) const {
  Matrix result(rows.size(), columns_.size());
  std::fill(result.column(0).begin(), result.column(0).end(), 1.0);
  for (const Term& term : terms_) {
    const std::span<const double> values = predictors[term.predictor].values;
    for (std::size_t j = term.first; j < term.first + term.count; ++j) {
      const DesignColumn& column = columns_[j];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double value = values[rows[i]];
        const double raw =
            term.categories == 0 ? value : (static_cast<std::size_t>(value) == column.category ? 1.0 : 0.0);
        result(i, j) = (raw - column.centre) / column.scale;
      }
    }
  }
  return result;
}

void PredictiveModel::fit_numbers(const Matrix& design, std::vector<double> response, const Run& run) {
  const Moments spread = moments(response);
  mean_ = spread.mean;
  sd_ = spread.sd();
  if (sd_ == 0.0) return;
  kind_ = ModelKind::linear;
  for (double& value : response) value = (value - mean_) / sd_;
  penalised_ = response.size() < design.columns() + 3;
  linear_ = linear_regression(design, response, penalised_ ? 1.0 : 0.0, run);
}

void PredictiveModel::fit_categories(const std::string& name, const Matrix& design,
                                     const std::vector<double>& response, const Run& run) {
  found_ = response;
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  if (found_.size() == 1) return;
  kind_ = found_.size() == 2 ? ModelKind::logistic : ModelKind::multinomial;
  if (const std::size_t wanted = (found_.size() - 1) * design.columns(); wanted > most_coefficients) {
    bad_param("given",
              "column '" + name + "' has " + std::to_string(found_.size()) +
                  " categories, and their regression would have " + std::to_string(wanted) +
                  " coefficients, more than " + std::to_string(most_coefficients),
              "name fewer predictors with ‹given›, or recode the column to fewer categories first");
  }
  std::vector<std::uint32_t> classes;
  for (const double value : response) {
    const auto place = std::lower_bound(found_.begin(), found_.end(), value) - found_.begin();
    classes.push_back(static_cast<std::uint32_t>(place));
  }
  penalised_ = true;
  logistic_ = logistic_regression(design, classes, found_.size(), category_penalty, run);
}

std::vector<double> PredictiveModel::predicted(std::span<const std::span<const double>> predictors,
                                               std::size_t records,
                                               std::span<const double> coefficients) const {
  std::vector<double> result(records, coefficients[0]);
  for (const Term& term : terms_) {
    const std::span<const double> values = predictors[term.predictor];
    if (term.categories == 0) {
      const DesignColumn& column = columns_[term.first];
      for (std::size_t i = 0; i < records; ++i) {
        const double score = (values[i] - column.centre) / column.scale;
        result[i] += std::isfinite(score) ? coefficients[term.first] * score : 0.0;
      }
      continue;
    }
    double base = 0.0;
    for (std::size_t j = term.first; j < term.first + term.count; ++j) {
      base -= coefficients[j] * columns_[j].centre / columns_[j].scale;
    }
    std::vector<double> effects(term.categories, base);
    for (std::size_t j = term.first; j < term.first + term.count; ++j) {
      effects[columns_[j].category] += coefficients[j] / columns_[j].scale;
    }
    for (std::size_t i = 0; i < records; ++i) {
      result[i] += std::isnan(values[i]) ? base : effects[static_cast<std::size_t>(values[i])];
    }
  }
  return result;
}

std::vector<double> PredictiveModel::draw(std::span<const std::span<const double>> predictors,
                                          std::size_t records, Rng& rng) const {
  switch (kind_) {
    case ModelKind::constant:
      return std::vector<double>(records, found_.empty() ? mean_ : found_.front());
    case ModelKind::linear:
      return draw_numbers(predictors, records, rng);
    default:
      return draw_categories(predictors, records, rng);
  }
}

std::vector<double> PredictiveModel::draw_numbers(std::span<const std::span<const double>> predictors,
                                                  std::size_t records, Rng& rng) const {
  const double chi_square = 2.0 * rng.gamma(linear_.degrees_of_freedom / 2.0);
  const double sigma = std::sqrt(linear_.squares / chi_square);
  const std::vector<double> coefficients = drawn(linear_.coefficients, linear_.root, sigma, rng);
  std::vector<double> result = predicted(predictors, records, coefficients);
  for (double& value : result) value = mean_ + sd_ * (value + sigma * rng.normal());
  return result;
}

std::vector<double> PredictiveModel::draw_categories(std::span<const std::span<const double>> predictors,
                                                     std::size_t records, Rng& rng) const {
  const std::size_t p = logistic_.coefficients.rows(), odds = logistic_.coefficients.columns();
  std::vector<double> centre;
  for (std::size_t k = 0; k < odds; ++k) {
    const std::span<const double> column = logistic_.coefficients.column(k);
    centre.insert(centre.end(), column.begin(), column.end());
  }
  const std::vector<double> coefficients = drawn(centre, logistic_.root, 1.0, rng);
  std::vector<std::vector<double>> log_odds;
  for (std::size_t k = 0; k < odds; ++k) {
    log_odds.push_back(predicted(predictors, records, std::span(coefficients).subspan(k * p, p)));
  }
  std::vector<double> result(records), row(odds), shares(odds + 1);
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t k = 0; k < odds; ++k) row[k] = log_odds[k][i];
    class_probabilities(row, shares);
    double rest = rng.uniform();
    std::size_t chosen = 0;
    while (chosen < odds && rest >= shares[chosen]) rest -= shares[chosen++];
    result[i] = found_[chosen];
  }
  return result;
}

}  // namespace sfumato::stats
