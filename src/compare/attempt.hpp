// One method that takes part in a comparison, brought to the target or below the limits.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/calibration.hpp"
#include "compare/least_protection.hpp"
#include "compare/workload.hpp"
#include "ranking/ranks.hpp"

namespace sfumato::compare {

// A method that takes part, with its fixed parameters and the dial that is calibrated.
struct Contender {
  const Method* method = nullptr;
  ParamValues params;                              // complete; the dial has its default
  std::optional<DialRange> dial;                   // none: the parameters do not change
  std::vector<std::string> chosen = {};            // parameters that the user has fixed or swept
  std::string unfit = {};                          // why it cannot take part; empty when it can
  std::vector<std::string> columns = {};           // that it protects; empty: all that are compared
  std::vector<Candidate> before = {}, after = {};  // steps of a recipe around it, with fixed parameters
  bool finished = false;                           // a finished release, which is not made again

  std::string name() const { return with(params).name(); }
  Candidate with(const ParamValues& values) const;
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
  std::vector<Estimate> limited;                    // the risks that have limits, at the parameter
  std::vector<Estimate> risks;                      // the other risks, at the parameter
  std::vector<Estimate> measures;                   // those that rank, at the calibrated parameter
  std::vector<std::optional<ranking::Span>> spans;  // over the parameters within the tolerance
  std::vector<std::optional<std::size_t>> ranks;    // by measure
  std::optional<std::size_t> overall;
  Value forecast = {};     // the method's forecast of such a release, without the data; often null
  bool by_sample = false;  // was the dial searched on a sample, and confirmed on the whole file?
  std::string cannot_win;  // why it was not measured in full; empty: it was
};

struct ComparisonRequest {
  std::optional<Target> target;
  std::vector<std::size_t> rank_by;
  double tolerance = 0.01;
  std::vector<Limit> limits = {};  // not with a target
  std::vector<std::size_t> other_risks = {};
  // A sample of a large file, on which dials are searched first; null: they are searched on the whole file.
  const Trials* sample = nullptr;
  // A larger sample of a very large file, which says with the other where the search begins; null: none.
  const Trials* larger_sample = nullptr;
  bool first_look = false;  // is the whole file only tried once or twice, to correct the sample?
  bool time_limited = false;
  double accepted = 0.25;       // of the tolerance: what is so near to the target is not searched further
  std::size_t first_draws = 3;  // of a method that draws, on a large file; all where these decide nothing
  bool drop_losers = false;     // is a contender that cannot win measured no further?
  std::function<bool()> out_of_time = [] { return false; };
  Workload* workload = nullptr;  // where progress is shown
};

// Calibrates one contender; measures that rank, other risks, ranks and forecast are left empty.
Attempt calibrated(const Trials& trials, const ComparisonRequest& request, const Contender& contender);

}  // namespace sfumato::compare
