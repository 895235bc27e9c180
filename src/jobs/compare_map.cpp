// The map shows each contender at halvings and doublings of its setting, over two draws.
#include "jobs/compare_map.hpp"

#include <algorithm>
#include <cmath>

#include "compare/corrected_estimates.hpp"

namespace sfumato::jobs {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Trials;

std::optional<std::size_t> first_of_side(const Trials& trials, const std::vector<std::size_t>& positions,
                                         Side side) {
  for (const std::size_t position : positions) {
    if (compare::side_of(trials.measures()[position]) == side) return position;
  }
  return std::nullopt;
}

constexpr std::size_t map_draws = 2;  // of a method that draws

// Halvings and doublings of the parameter that was found: where the map is of interest.
std::vector<double> map_parameters(const compare::DialRange& dial, double found) {
  std::vector<double> parameters;
  for (int power = -3; power <= 3; ++power) {
    const double at = std::clamp(std::ldexp(found, power), dial.lower, dial.upper);
    parameters.push_back(dial.integer ? std::round(at) : at);
  }
  std::sort(parameters.begin(), parameters.end());
  parameters.erase(std::unique(parameters.begin(), parameters.end()), parameters.end());
  return parameters;
}

}  // namespace

void add_map(const Trials& trials, const Trials* sample, ComparisonPart& part) {
  const Comparison& comparison = part.comparison;
  std::vector<std::size_t> positions = comparison.rank_by;
  if (comparison.target) positions.insert(positions.begin(), comparison.target->measure);
  for (const compare::Limit& limit : comparison.limits) positions.insert(positions.begin(), limit.measure);
  positions.insert(positions.end(), comparison.other_risks.begin(), comparison.other_risks.end());
  part.map_risk = first_of_side(trials, positions, Side::risk);
  part.map_utility = first_of_side(trials, positions, Side::utility);
  if (!part.map_risk || !part.map_utility) return;
  for (const Attempt& attempt : comparison.attempts) {
    const compare::Contender& contender = *attempt.contender;
    if (!contender.unfit.empty()) continue;
    MapCurve curve;
    curve.name = contender.name();
    curve.reached = attempt.reached;
    std::vector<double> parameters{0.0};
    std::vector<compare::Candidate> candidates{contender.with(attempt.params)};
    if (contender.dial && attempt.calibration.best) {
      curve.parameter = contender.dial->parameter;
      parameters = map_parameters(*contender.dial, attempt.calibration.best->parameter);
      candidates.clear();
      for (const double parameter : parameters) candidates.push_back(contender.at(parameter));
    }
    const std::vector<std::size_t> axes{*part.map_risk, *part.map_utility};
    std::vector<std::vector<compare::Estimate>> found;
    if (sample != nullptr && contender.dial && attempt.calibration.best) {
      compare::CorrectedEstimates estimates(contender, *sample, trials, axes);
      if (attempt.reached) estimates.confirm(attempt.calibration.best->parameter, map_draws);
      found = estimates.at(parameters);
    } else {
      found = trials.estimates(candidates, axes, map_draws);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      curve.points.push_back({parameters[i], found[i][0], found[i][1]});
    }
    part.map.push_back(std::move(curve));
  }
}

}  // namespace sfumato::jobs
