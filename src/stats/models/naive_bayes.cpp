// Counts first, their logarithms once, and sums of logarithms for each prediction.
#include "stats/models/naive_bayes.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {

NaiveBayes::NaiveBayes(const CodedVariable& classes, const std::vector<CodedVariable>& predictors,
                       std::span<const std::size_t> rows)
    : prior_(classes.count, 0.0) {
  double records = 0.0;
  for (const std::size_t row : rows) {
    if (classes.codes[row] < 0) continue;
    ++prior_[static_cast<std::size_t>(classes.codes[row])];
    ++records;
  }
  for (double& count : prior_) {
    count = std::log((count + 1.0) / (records + static_cast<double>(classes.count)));
  }
  for (const CodedVariable& predictor : predictors) {
    std::vector<double>& counts = likelihood_.emplace_back(predictor.count * classes.count, 0.0);
    std::vector<double> present(classes.count, 0.0);
    for (const std::size_t row : rows) {
      if (classes.codes[row] < 0 || predictor.codes[row] < 0) continue;
      const auto number = static_cast<std::size_t>(classes.codes[row]);
      ++counts[static_cast<std::size_t>(predictor.codes[row]) * classes.count + number];
      ++present[number];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] =
          std::log((counts[i] + 1.0) / (present[i % classes.count] + static_cast<double>(predictor.count)));
    }
  }
}

std::int32_t NaiveBayes::predicted(const std::vector<std::span<const std::int32_t>>& predictors,
                                   std::size_t row) const {
  std::vector<double> sums = prior_;
  for (std::size_t j = 0; j < likelihood_.size(); ++j) {
    const std::int32_t code = predictors[j][row];
    if (code < 0) continue;
    const double* terms = likelihood_[j].data() + static_cast<std::size_t>(code) * sums.size();
    for (std::size_t number = 0; number < sums.size(); ++number) sums[number] += terms[number];
  }
  return static_cast<std::int32_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
}

}  // namespace sfumato::stats
