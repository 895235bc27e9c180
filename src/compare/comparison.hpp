// Methods calibrated to the same risk, or to the same utility, and ranked by measures of the other side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/attempt.hpp"
#include "core/warning.hpp"

namespace sfumato::compare {

struct Comparison {
  std::optional<Target> target;  // none: no calibration to one value
  std::vector<Limit> limits;     // risks that all are kept below; none: no limits
  double tolerance = 0.0;
  std::vector<std::size_t> rank_by;      // positions in the trials
  std::vector<std::size_t> other_risks;  // the same, of risks that are shown beside the chosen ones
  std::vector<Attempt> attempts;         // best first, those that did not reach the target last
  std::optional<std::size_t> winner;     // position in attempts
  std::vector<std::string> notes;        // ties, measures that were replaced
  Warnings warnings;               // where other risks differ between methods that are compared as equal
  bool out_of_time = false;        // was the time limit reached?
  bool untouched_is_safe = false;  // do the data as they are meet all limits?

  // Is every method brought to something?
  bool calibrated() const { return target.has_value() || !limits.empty(); }
};

// A measure that is 0 by construction for some contender says nothing; where the trials have the same
// measure again, with other parameters, after all others, that one ranks all of them.
// The contenders must outlive the result, which points to them.
Comparison compare_methods(const Trials& trials, const ComparisonRequest& request,
                           const std::vector<Contender>& contenders, const Run& run);

// The median of a measure over the contenders at their default parameters, without those that leave the data
// unchanged; none where none remains. Of a very large file the two samples of the request say it.
std::optional<double> proposed_value(const Trials& trials, const ComparisonRequest& request,
                                     const std::vector<Contender>& contenders, std::size_t measure,
                                     const Run& run);

}  // namespace sfumato::compare
