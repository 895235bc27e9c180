// Naive Bayes on categories: the class of a record from how often each of its categories occurs in each
// class. A simple classifier, which needs no tuning and treats two files in the same way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// Codes of one variable, −1 where missing, and how many codes it can have.
struct CodedVariable {
  std::span<const std::int32_t> codes;
  std::size_t count = 0;
};

class NaiveBayes {
 public:
  // From the given rows; those without a class are left out, and a missing predictor is ignored. With
  // N records, N_c of class c, C classes, and n_cv of the N_cj that have predictor j in class c having its
  // category v of D: P(c) = (N_c + 1)/(N + C), P(v | c) = (n_cv + 1)/(N_cj + D).
  NaiveBayes(const CodedVariable& classes, const std::vector<CodedVariable>& predictors,
             std::span<const std::size_t> rows);

  // The most probable class of a row of these codes, one span for each predictor; of equals the lowest.
  std::int32_t predicted(const std::vector<std::span<const std::int32_t>>& predictors, std::size_t row) const;

 private:
  std::vector<double> prior_;                    // logarithms, by class
  std::vector<std::vector<double>> likelihood_;  // of each predictor, by category and then class
};

}  // namespace sfumato::stats
