// Estimates with confidence intervals, as an analyst would report them, and how far the intervals of two
// files agree.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct Estimate {
  double value = 0.0;
  double lower = 0.0;
  double upper = 0.0;
};

// The p-quantile, 0 < p < 1, of Student's t distribution with `degrees` > 0 of freedom.
double student_t_quantile(double p, double degrees);

// The mean with an interval of the given confidence (0 to 1) by Student's t; nothing for fewer than two
// values. No value is missing.
std::optional<Estimate> mean_estimate(std::span<const double> values, double confidence);

// The same where each value counts with a weight above 0: the weights are how much of a record belongs to the
// group, and their sum is the number of records. Weights of 1 give exactly the mean above.
std::optional<Estimate> weighted_mean_estimate(std::span<const double> values,
                                               std::span<const double> weights, double confidence);

// Least squares: the intercept and then a coefficient for each column of `predictors`, in the units of
// the data. Nothing for a coefficient that the records do not determine (a constant column, exact
// collinearity), and for all where no degree of freedom is left.
std::vector<std::optional<Estimate>> regression_estimates(const Matrix& predictors,
                                                          std::span<const double> response, double confidence,
                                                          const Run& run);

// The mean of the shares of both intervals that lie in their common part: 1 for equal intervals, below 0
// for intervals apart, by their gap (Karr, Kohnen, Oganian, Reiter, Sanil (2006), A framework for evaluating
// the utility of data altered to protect confidentiality, The American Statistician 60). An interval no
// wider than 1e-9 of the estimates is a point: its share is 1 inside the other and 0 outside; two points
// overlap by 1 where they are as near as that, and otherwise by 0.
double interval_overlap(const Estimate& a, const Estimate& b);

}  // namespace sfumato::stats
