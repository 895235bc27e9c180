// Methods calibrated to the same risk, or to the same utility, and ranked by measures of the other side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/calibration.hpp"
#include "ranking/ranks.hpp"

namespace sfumato::compare {

// A method that takes part, with its fixed parameters and the dial that is calibrated.
struct Contender {
  const Method* method = nullptr;
  ParamValues params;                    // complete; the dial has its default
  std::optional<DialRange> dial;         // none: the parameters do not change
  std::vector<std::string> chosen = {};  // parameters that the user has fixed or swept
  std::string unfit = {};                // why it cannot take part; empty when it can

  Candidate at(double parameter) const;
};

// The value that all are calibrated to, of the measure with this position in the trials.
struct Target {
  std::size_t measure = 0;
  double value = 0.0;
  bool proposed = false;  // by propose_target, not by the user
};

// The calibration of one contender.
struct Attempt {
  const Contender* contender = nullptr;
  ParamValues params;
  Calibration calibration;  // without a dial: one point
  bool reached = false;
  std::string reason;                               // why not; empty when it is
  std::vector<Estimate> measures;                   // those that rank, at the calibrated parameter
  std::vector<std::optional<ranking::Span>> spans;  // over the parameters within the tolerance
  std::vector<std::optional<std::size_t>> ranks;    // by measure
  std::optional<std::size_t> overall;
  Value forecast = {};  // the method's forecast of such a release, without the data; often null
};

struct Comparison {
  std::optional<Target> target;  // none: no calibration
  double tolerance = 0.0;
  std::vector<std::size_t> rank_by;   // positions in the trials
  std::vector<Attempt> attempts;      // best first, those that did not reach the target last
  std::optional<std::size_t> winner;  // position in attempts
  std::vector<std::string> notes;     // ties, measures that were replaced
};

struct ComparisonRequest {
  std::optional<Target> target;
  std::vector<std::size_t> rank_by;
  double tolerance = 0.01;
};

// A measure that is 0 by construction for some contender says nothing; where the trials have the same
// measure again, with other parameters, after all others, that one ranks all of them.
// The contenders must outlive the result, which points to them.
Comparison compare_methods(const Trials& trials, const ComparisonRequest& request,
                           const std::vector<Contender>& contenders, const Run& run);

// The median of a measure over the contenders at their default parameters, without those that leave the data
// unchanged; none where none remains.
std::optional<double> proposed_value(const Trials& trials, const std::vector<Contender>& contenders,
                                     std::size_t measure, const Run& run);

}  // namespace sfumato::compare
