#include "support/comparisons.hpp"

#include "compare/contenders.hpp"
#include "compare/dial.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

std::size_t position(const std::vector<compare::MeasureRequest>& measures, const std::string& name) {
  for (std::size_t i = 0; i < measures.size(); ++i) {
    if (measures[i].measure->info.name == name) return i;
  }
  return measures.size();
}

jobs::MapCurve curve_of(const compare::Attempt& attempt, const compare::Trials& trials,
                        const jobs::ComparisonPart& part) {
  const compare::Contender& contender = *attempt.contender;
  jobs::MapCurve curve{contender.method->info.name, "", {}, attempt.reached};
  std::vector<double> parameters;
  std::vector<compare::Candidate> candidates;
  if (contender.dial) {
    curve.parameter = contender.dial->parameter;
    parameters = compare::scan_points(*contender.dial, 8);
    for (const double at : parameters) candidates.push_back(contender.at(at));
  } else {
    parameters = {0.0};
    candidates = {{contender.method, contender.params}};
  }
  const auto found = trials.estimates(candidates, {*part.map_risk, *part.map_utility});
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    curve.points.push_back({parameters[i], found[i][0], found[i][1]});
  }
  return curve;
}

jobs::WinnerRelease release_of(const compare::Attempt& winner, const compare::Trials& trials,
                               const Run& run) {
  const Method& method = *winner.contender->method;
  const Masked masked = compare::masked_by({&method, winner.params}, trials.subject(), run);
  jobs::WinnerRelease release;
  release.files = {"masked.csv"};
  release.release = Value::object();
  release.release.set("method", method.info.name)
      .set("parameters", params_value(winner.params))
      .set("mapping", to_text(masked.mapping))
      .set("guarantee", "none");
  release.details = masked.details;
  release.scores = compare::scores_of(masked, trials.subject(), trials.measures(), run);
  release.before_after = profile::before_after(trials.subject().original, masked.tables.front(),
                                               trials.subject().columns.columns, run);
  return release;
}

}  // namespace

jobs::CompareResult compared(const SmallComparison& request) {
  const Run run({.seed = request.seed, .threads = 2});
  const compare::Subject subject{request.original, {all_columns(request.original), false}};
  const std::vector<compare::MeasureRequest> measures = compare::measure_requests(request.measures, {});
  const compare::Trials trials(subject, measures, request.replicates, run);
  std::vector<compare::Contender> contenders = compare::contenders({.methods = request.methods}, subject);
  compare::ComparisonRequest asked{std::nullopt, {}, request.tolerance};
  for (const std::string& name : request.rank_by) asked.rank_by.push_back(position(measures, name));
  jobs::CompareResult outcome;
  outcome.data = "incomes.csv";
  outcome.rows = request.original.rows();
  outcome.columns = request.original.names();
  outcome.profile = profile::profile_table(request.original, run);
  outcome.measures = measures;
  outcome.replicates = request.replicates;
  outcome.seed = request.seed;
  outcome.made_on = "2026-11-15";
  for (const double value : request.values) {
    asked.target = compare::Target{position(measures, request.target), value, false};
    jobs::ComparisonPart part;
    part.comparison = compare::compare_methods(trials, asked, contenders, run);
    part.map_risk = position(measures, request.map_risk);
    part.map_utility = position(measures, request.map_utility);
    for (const compare::Attempt& tried : part.comparison.attempts) {
      if (tried.contender->unfit.empty()) part.map.push_back(curve_of(tried, trials, part));
    }
    if (part.comparison.winner) {
      part.release =
          release_of(part.comparison.attempts[*part.comparison.winner], trials, run.within("release"));
    }
    outcome.parts.push_back(std::move(part));
  }
  outcome.contenders = std::move(contenders);
  return outcome;
}

compare::Attempt attempt(const compare::Contender& contender, double parameter, double attained,
                         const std::vector<double>& measures, const std::vector<std::size_t>& ranks) {
  compare::Attempt result;
  result.contender = &contender;
  result.params = contender.at(parameter).params;
  result.reached = !measures.empty();
  result.calibration.reached = result.reached;
  result.calibration.best = compare::CurvePoint{parameter, {.value = attained}};
  result.calibration.lowest = result.calibration.highest = attained;
  result.calibration.curve = {*result.calibration.best};
  for (const double value : measures) {
    result.measures.push_back({.value = value});
    result.spans.push_back(ranking::Span{value, value});
  }
  for (const std::size_t rank : ranks) result.ranks.emplace_back(rank);
  if (!ranks.empty()) result.overall = ranks.front();
  return result;
}

std::vector<compare::Contender> three_contenders() {
  const Table table = incomes(20);
  return compare::contenders({.methods = {"mdav", "rank-swapping", "additive-noise"}},
                             {table, {all_columns(table), false}});
}

jobs::CompareResult small_comparison() {
  jobs::CompareResult outcome;
  outcome.data = "people.csv";
  outcome.rows = 1000;
  outcome.columns = {"income"};
  outcome.measures = compare::measure_requests({"rank-linkage", "emd"}, {});
  outcome.replicates = 2;
  outcome.contenders = three_contenders();
  jobs::ComparisonPart part;
  part.comparison.target = compare::Target{0, 0.45, false};
  part.comparison.tolerance = 0.01;
  part.comparison.rank_by = {1};
  part.comparison.attempts = {attempt(outcome.contenders[0], 5, 0.45, {0.17}, {1}),
                              attempt(outcome.contenders[1], 3, 0.4502, {0.257}, {2}),
                              attempt(outcome.contenders[2], 0.2, 0.449, {0.4}, {3})};
  part.comparison.winner = 0;
  outcome.parts.push_back(std::move(part));
  return outcome;
}

}  // namespace sfumato::testing
