// A regression of one column on others, from whose posterior predictive distribution values are drawn:
// the basis of proper multiple imputation. A draw takes new parameters first and values then, so that draws
// reflect the uncertainty of the parameters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "core/run.hpp"
#include "stats/linear/regression.hpp"

namespace sfumato::stats {

// A column as a regression uses it: numbers, or positions among categories. NaN is missing.
struct Variable {
  std::span<const double> values;
  std::size_t categories = 0;  // 0: numbers
};

enum class ModelKind { constant, linear, logistic, multinomial };
std::string_view to_text(ModelKind kind);

class PredictiveModel {
 public:
  static constexpr std::size_t fewest_records = 4;        // that leave a variance to draw
  static constexpr std::size_t most_coefficients = 1000;  // of a multinomial regression
  static constexpr double category_penalty = 0.1;         // prior sd √10 of a standardised coefficient

  // Fitted on the records in which the target and all predictors are present; while these are fewer than
  // half of the target's, the predictor with the most missing values (of equals the last) is left out.
  // Predictors that do not vary among them are left out too. Numbers are standardised, and a category is
  // an indicator against the most frequent one, standardised too. Where fewer than three degrees of
  // freedom are left, numbers get a ridge penalty of 1. `name` is for errors.
  PredictiveModel(const std::string& name, const Variable& target, std::span<const Variable> predictors,
                  const Run& run);

  ModelKind kind() const { return kind_; }
  std::size_t records() const { return records_; }
  std::size_t predictors() const { return terms_.size(); }
  bool penalised() const { return penalised_; }

  // One draw of the parameters and then one value per record, given the same predictors as before, of
  // which none needs to be present: a missing number counts as the mean of the records of the fit, and a
  // category that is missing or that they do not have as their most frequent one.
  // Numbers: σ² = squares/χ², β ~ N(β̂, σ²(XᵀX)⁻¹), y ~ N(xβ, σ²). Categories: β ~ N(β̂, inverse
  // information), then a category by its probability.
  std::vector<double> draw(std::span<const std::span<const double>> predictors, std::size_t records,
                           Rng& rng) const;

 private:
  // A column of the design: (x − centre)/scale, or that of the indicator of a category.
  struct DesignColumn {
    std::size_t category = 0;
    double centre = 0.0;
    double scale = 1.0;
  };
  struct Term {
    std::size_t predictor = 0;   // which one
    std::size_t categories = 0;  // 0: numbers
    std::size_t most_frequent = 0;
    std::size_t first = 0;  // of its design columns
    std::size_t count = 0;
  };

  void add_terms(std::span<const Variable> predictors, const std::vector<std::size_t>& kept,
                 const std::vector<std::size_t>& rows);
  void add_categories(Term term, const Variable& variable, const std::vector<std::size_t>& rows);
  Matrix design(std::span<const Variable> predictors, const std::vector<std::size_t>& rows) const;
  void fit_numbers(const Matrix& design, std::vector<double> response, const Run& run);
  void fit_categories(const std::string& name, const Matrix& design, const std::vector<double>& response,
                      const Run& run);
  // xβ of every record, for coefficients of all design columns.
  std::vector<double> predicted(std::span<const std::span<const double>> predictors, std::size_t records,
                                std::span<const double> coefficients) const;
  std::vector<double> draw_numbers(std::span<const std::span<const double>> predictors, std::size_t records,
                                   Rng& rng) const;
  std::vector<double> draw_categories(std::span<const std::span<const double>> predictors,
                                      std::size_t records, Rng& rng) const;

  ModelKind kind_ = ModelKind::constant;
  std::size_t records_ = 0;
  bool penalised_ = false;
  std::vector<DesignColumn> columns_;
  std::vector<Term> terms_;
  double mean_ = 0.0, sd_ = 0.0;  // of the target's numbers
  std::vector<double> found_;     // the target's categories in the fit
  LinearFit linear_;
  LogisticFit logistic_;
};

}  // namespace sfumato::stats
