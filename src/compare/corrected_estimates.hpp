// What measures would give on the whole file at some setting of a dial, from a sample of its records: the few
// settings that were tried on the whole file correct the others. A large file is calibrated so.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "compare/attempt.hpp"

namespace sfumato::compare {

class CorrectedEstimates {
 public:
  // The estimates of all measures at some settings, by setting and then by measure.
  using Estimates = std::vector<std::vector<Estimate>>;
  struct Source {
    DialRange dial;
    std::function<Estimates(const std::vector<double>& settings)> sample;
    std::function<Estimates(const std::vector<double>& settings, std::size_t most_draws)> whole;  // 0: all
    std::size_t draws = 1;          // all draws of the whole file
    std::vector<char> shares = {};  // by measure: is it a share of records, and corrected by a factor?
  };
  explicit CorrectedEstimates(Source source) : source_(std::move(source)) {}
  // The contender and both trials, which have the same measures, must outlive this.
  CorrectedEstimates(const Contender& contender, const Trials& sample, const Trials& whole,
                     const std::vector<std::size_t>& measures);

  // Of the whole file where a setting was tried there, else of the sample, corrected. Between two settings
  // that were tried the correction is interpolated on the dial's scale, beyond them it is that of the
  // nearest. Shares of records are corrected by a factor, other measures by a sum. Once a setting was tried
  // with all draws, those with fewer do not count: the mean of one draw and that of five differ by more than
  // neighbouring settings do.
  Estimates at(const std::vector<double>& settings) const;

  // Tries a setting on the whole file, with so many draws at most (0: all).
  void confirm(double setting, std::size_t most_draws);
  bool tried(double setting) const { return whole_values_.contains(setting); }
  // Was it tried there, with all draws?
  bool confirmed(double setting) const;
  const std::map<double, std::vector<Estimate>>& whole_values() const { return whole_values_; }

 private:
  bool counts(double setting) const;
  Estimate corrected(double setting, std::size_t measure, const Estimate& found) const;

  Source source_;
  std::map<double, std::vector<Estimate>> whole_values_;
  std::map<double, std::vector<Estimate>> sample_values_;  // at the same settings
  bool any_confirmed_ = false;
};

// What a very large file would give, from two samples of it: what changes from the small one to the large one
// goes on in the same way with the logarithm of the number of records, shares of records by a factor and
// other measures by a sum. It says where the search of such a file begins, and what is proposed as a target;
// it is never reported as measured. `steps`: how often the step from small to large is taken.
std::optional<double> extrapolated(const std::optional<double>& small, const std::optional<double>& large,
                                   double steps, bool share);
CorrectedEstimates extrapolated_estimates(const Contender& contender, const Trials& small,
                                          const Trials& large, std::size_t rows,
                                          const std::vector<std::size_t>& measures);
std::vector<std::optional<double>> extrapolated_values(const std::vector<Candidate>& candidates,
                                                       const Trials& small, const Trials& large,
                                                       std::size_t rows, std::size_t measure);

}  // namespace sfumato::compare
