// Areas under ROC curves of two scores of the same records, with their variances and covariance: how well an
// attacker tells records of the training data from others.
#pragma once

#include <span>

namespace sfumato::stats {

struct RocAreas {
  double first = 0.5;
  double second = 0.5;
  double first_variance = 0.0;
  double second_variance = 0.0;
  double covariance = 0.0;

  double difference_variance() const;  // of first − second; never negative
};

// The chance that a positive record has the higher score, ties half, by midranks; variances of DeLong,
// DeLong, Clarke-Pearson (1988), Comparing the areas under two or more correlated receiver operating
// characteristic curves, Biometrics 44 (0 for a single record of a side). Scores may be infinite, not NaN;
// both sides have a record.
RocAreas roc_areas(std::span<const double> first_positive, std::span<const double> first_negative,
                   std::span<const double> second_positive, std::span<const double> second_negative);

// The largest share of positive records at or above a threshold that at most `false_rate` of the negative
// ones reach.
double true_positive_rate(std::span<const double> positive, std::span<const double> negative,
                          double false_rate);

}  // namespace sfumato::stats
