// Defaults are those of the methodology that this comparison implements: equal rank linkage, ranked by earth
// mover's distance and propensity score.
#include "compare/comparison_job.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "compare/comparison_columns.hpp"
#include "compare/measures.hpp"
#include "compare/other_risks.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::compare {
namespace {

constexpr const char* rank_risk = "rank-linkage";
constexpr const char* distance_risk = "distance-linkage";  // where ties make ranks misleading
constexpr double fine = 0.01, coarse = 0.05;               // tolerances
constexpr std::size_t quick_beyond = 2000;  // records, where exact transport takes minutes over a whole job
constexpr std::size_t sampled_rows = 1000, sample_draws = 2;
constexpr std::size_t usual_draws = 5, first_draws = 3;  // of a method that draws
constexpr std::size_t very_large = 200'000;              // records
constexpr std::size_t larger_sample_rows = 50'000;       // of a very large file
constexpr double accepted_of_very_large = 0.5;           // of the tolerance
constexpr std::size_t draws_of_very_large = 3, first_of_very_large = 2;
constexpr std::size_t searched_records = 5000;  // of a large file, by linkage in each draw

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

bool is_set(const std::vector<std::string>& settings, const std::string& start) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const std::string& typed) { return typed.starts_with(start); });
}

std::string tie_note(const std::vector<std::string>& columns) {
  return std::string(
             "rank-linkage counts broken ties as protection: more than 5 % of the records share a "
             "value of ") +
         quoted_names(columns) + ", and the least noise breaks these ties; compare distance-linkage too";
}

}  // namespace

std::vector<std::string> usual_rankers(const std::string& name, const std::vector<std::string>& settings,
                                       bool categorical, bool numeric) {
  std::vector<std::string> own;
  for (const std::string& typed : settings) {
    if (typed.starts_with(name + ".")) own.push_back(typed);
  }
  const Side equal = side_of(measure_requests({name}, own).front());
  if (categorical) {
    if (equal == Side::utility) return {distance_risk};
    if (numeric) return {"propensity", "contingency"};  // columns of both kinds
    return {"contingency", "entropy-loss"};
  }
  if (equal == Side::utility) return {rank_risk, "interval-disclosure"};
  return {"emd", "propensity"};
}

NamedTarget parse_target(const std::string& typed, const std::string& param) {
  const std::size_t equals = typed.find('=');
  const std::optional<double> value =
      equals == std::string::npos ? std::nullopt : parse_number(std::string_view(typed).substr(equals + 1));
  if (!value || equals == 0) {
    bad_param(param, param_reference(param) + " cannot be '" + typed + "'",
              "write MEASURE=VALUE, for example " + param_reference(param) +
                  (param == "equal" ? " rank-linkage=0.45" : " distance-linkage=5"));
  }
  return {about(param, [&] { return measure(typed.substr(0, equals)).info.name; }), *value};
}

Job::Job(JobRequest request) : request_(std::move(request)) {
  check_contenders(request_.contenders);
  check_limits();
  std::vector<std::string> names;
  for (const NamedTarget& target : request_.targets) add_new(names, measure(target.measure).info.name);
  for (const NamedTarget& limit : request_.at_most) add_new(names, limit.measure);
  if (names.empty() && !request_.categorical) names = {rank_risk};
  if (request_.targets.empty() && request_.at_most.empty()) names.emplace_back(distance_risk);
  std::vector<std::string> rankers = request_.rank_by;
  for (std::size_t i = 0; i < rankers.size(); ++i) {
    if (std::count(rankers.begin(), rankers.end(), rankers[i]) > 1) {
      bad_param("rank-by", "‹rank-by› names '" + rankers[i] + "' twice", "once is enough");
    }
  }
  for (const std::string& name : std::vector<std::string>(names)) {
    const std::vector<std::string> own = rankers_at(name);
    for (const std::string& ranker : own) {
      add_new(rankers, about("rank-by", [&] { return measure(ranker).info.name; }));
    }
  }
  for (const std::string& ranker : rankers) add_new(names, ranker);
  for (const std::string& risk : usual_risks(request_.numeric, request_.categorical)) add_new(names, risk);
  std::vector<std::string> settings = request_.settings;
  const auto used = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (used("rank-linkage") && !is_set(settings, "rank-linkage.zero=")) {
    settings.emplace_back(floored_ranks);
    floored_ = true;
  }
  // Limits are judged by all records, as far as the measures take them by themselves.
  if (request_.rows > searched_records && request_.at_most.empty() && !request_.thorough) {
    for (const char* name : {rank_risk, distance_risk}) {
      const std::string setting = std::string(name) + ".sample=";
      if (used(name) && !is_set(settings, setting))
        settings.push_back(setting + std::to_string(searched_records));
    }
  }
  measures_ = measure_requests(names, settings);
  // A measure that was not asked for takes those columns that it can.
  for (MeasureRequest& one : measures_) one.named = asked_for(one.measure->info.name);
  const auto ranks = [&](const char* name) {
    return std::find(rankers.begin(), rankers.end(), name) != rankers.end();
  };
  if (ranks("propensity") && !is_set(settings, "propensity.model="))
    add_replacement({"propensity.model=cart"});
  if (ranks("emd") && request_.rank_by.empty() && !is_set(settings, "emd.clusters="))
    add_replacement({"emd.clusters=500", "emd.fitted=5000"});
}

bool Job::asked_for(const std::string& name) const {
  const auto is_it = [&](const NamedTarget& target) { return target.measure == name; };
  return std::any_of(request_.targets.begin(), request_.targets.end(), is_it) ||
         std::any_of(request_.at_most.begin(), request_.at_most.end(), is_it) ||
         std::find(request_.rank_by.begin(), request_.rank_by.end(), name) != request_.rank_by.end();
}

// Limits are on risks, each once, and instead of targets.
void Job::check_limits() const {
  if (!request_.at_most.empty() && !request_.targets.empty()) {
    bad_param("at-most", "‹at-most› and ‹equal› cannot be used together",
              "name all risks with ‹at-most›, or one with ‹equal›");
  }
  std::vector<std::string> known;
  for (const NamedTarget& limit : request_.at_most) {
    const MeasureRequest request = measure_requests({limit.measure}, settings_of(limit.measure)).front();
    if (side_of(request) == Side::utility) {
      bad_param("at-most", "‹at-most› takes risks, and '" + limit.measure + "' measures utility",
                "name it with ‹rank-by›");
    }
    if (std::find(known.begin(), known.end(), limit.measure) != known.end()) {
      bad_param("at-most", "‹at-most› names '" + limit.measure + "' twice", "once is enough");
    }
    known.push_back(limit.measure);
  }
}

std::vector<Limit> Job::limits() const {
  std::vector<Limit> result;
  for (const NamedTarget& limit : request_.at_most) {
    const std::size_t at = position(limit.measure);
    result.push_back({at, limit.value, better_of(measures_[at])});
  }
  return result;
}

// Risks that apply, without those that the comparison shows already.
std::vector<std::size_t> Job::other_risks(const ComparisonRequest& request) const {
  std::vector<std::size_t> result;
  for (const std::string& name : usual_risks(request_.numeric, request_.categorical)) {
    const std::size_t at = position(name);
    const auto is_it = [&](std::size_t other) { return other == at; };
    const bool shown = (request.target && is_it(request.target->measure)) ||
                       std::any_of(request.limits.begin(), request.limits.end(),
                                   [&](const Limit& limit) { return is_it(limit.measure); }) ||
                       std::any_of(request.rank_by.begin(), request.rank_by.end(), is_it);
    if (!shown) result.push_back(at);
  }
  return result;
}

std::vector<std::string> Job::settings_of(const std::string& measure) const {
  std::vector<std::string> own;
  for (const std::string& typed : request_.settings) {
    if (typed.starts_with(measure + ".")) own.push_back(typed);
  }
  return own;
}

std::vector<std::string> Job::tables() const {
  std::vector<std::string> paths = table_params(request_.contenders);
  for (const std::string& path : table_paths(measures_)) add_new(paths, path);
  return paths;
}

void Job::add_replacement(std::vector<std::string> settings) {
  const std::string name = settings.front().substr(0, settings.front().find('.'));
  const std::vector<std::string> own = settings_of(name);
  settings.insert(settings.end(), own.begin(), own.end());
  measures_.push_back(measure_requests({name}, settings).front());
}

// Where the user has not named the measures, many records are compared by clusters.
std::string Job::quicken(std::vector<std::size_t>& rank_by, std::size_t rows) const {
  if (!request_.rank_by.empty() || rows <= quick_beyond) return "";
  for (std::size_t& measure : rank_by) {
    if (measures_[measure].measure->info.name != "emd") continue;
    for (std::size_t other = measure + 1; other < measures_.size(); ++other) {
      if (measures_[other].measure != measures_[measure].measure) continue;
      measure = other;
      return "emd is taken between 500 clusters of each file, since there are more than 2000 records; "
             "‹rank-by› emd,propensity asks for the exact one";
    }
  }
  return "";
}

// The measures that search for a sample of the records of a large file.
std::string Job::sampled_measures() const {
  std::vector<std::string> names;
  for (const MeasureRequest& request : measures_) {
    for (const auto& [name, value] : request.parameters) {
      if (name == "sample" && value == Value(static_cast<std::int64_t>(searched_records)) &&
          request_.rows > searched_records) {
        names.push_back(request.measure->info.name);
      }
    }
  }
  return names.empty() ? "" : enumerated(names);
}

std::vector<std::string> Job::rankers_at(const std::string& target) const {
  std::vector<std::string> rankers =
      request_.rank_by.empty()
          ? usual_rankers(target, request_.settings, request_.categorical, request_.numeric)
          : request_.rank_by;
  std::erase(rankers, target);
  if (rankers.empty()) {
    bad_param(
        "rank-by",
        "‹rank-by› names '" + target + "' alone, which is the measure that all methods are calibrated to",
        "name a measure of the other side");
  }
  return rankers;
}

std::vector<std::size_t> Job::positions(const std::vector<std::string>& names) const {
  std::vector<std::size_t> result;
  for (const std::string& name : names) result.push_back(position(name));
  return result;
}

std::size_t Job::position_or_none(const std::string& name) const {
  std::size_t i = 0;
  while (i < measures_.size() && measures_[i].measure->info.name != name) ++i;
  return i;
}

std::size_t Job::position(const std::string& name) const {
  const std::size_t found = position_or_none(name);
  if (found == measures_.size()) bad_input("there is no measure '" + name + "' in this comparison");
  return found;
}

std::size_t Job::replicates() const {
  const bool very = request_.rows >= very_large && !request_.thorough;
  const std::size_t wanted = request_.replicates.value_or(very ? draws_of_very_large : usual_draws);
  return request_.at_most.empty() ? wanted : std::max(usual_draws, wanted);
}

std::optional<SampleTrials> Job::sample_trials(const Subject& subject, const Run& run) const {
  const std::size_t rows = subject.original.rows();
  if (request_.thorough || rows <= quick_beyond) return std::nullopt;
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng = run.rng("sampled rows");
  rng.shuffle(std::span(order));
  const auto trials_of = [&](std::size_t count, const char* name) {
    std::vector<std::size_t> taken(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(taken.begin(), taken.end());
    return Trials({subject.original.taking_rows(taken), subject.columns}, measures_, sample_draws,
                  run.within(name));
  };
  SampleTrials samples{trials_of(sampled_rows, "sample"), std::nullopt};
  if (rows >= very_large) samples.larger = trials_of(larger_sample_rows, "larger sample");
  return samples;
}

std::vector<Comparison> Job::run(const Trials& trials, const SampleTrials* samples,
                                 const std::vector<Contender>& contenders, const Run& run,
                                 Workload* workload) const {
  ComparisonRequest request{std::nullopt, {}, request_.tolerance.value_or(fine)};
  if (samples != nullptr) {
    request.sample = &samples->searched;
    request.larger_sample = samples->larger ? &*samples->larger : nullptr;
    if (samples->larger) request.accepted = accepted_of_very_large;
  }
  request.first_draws = request_.rows >= very_large ? first_of_very_large : first_draws;
  request.drop_losers = chooses_contenders();
  request.workload = workload;
  if (request_.time_limit > 0.0) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(request_.time_limit);
    request.time_limited = true;
    request.out_of_time = [end] { return std::chrono::steady_clock::now() >= end; };
  }
  std::vector<std::optional<Target>> targets;
  for (const NamedTarget& target : request_.targets) {
    targets.push_back(Target{position(target.measure), target.value, false});
  }
  request.limits = limits();
  const bool dials = std::any_of(contenders.begin(), contenders.end(), [](const Contender& contender) {
    return contender.unfit.empty() && (contender.dial || contender.chosen.empty());
  });
  if (targets.empty() && (!dials || !request.limits.empty())) targets.emplace_back();
  std::vector<std::string> ties;  // among categories they are expected
  if (!request_.categorical) ties = tied_columns(trials.subject());
  if (targets.empty()) {
    targets.emplace_back(proposed_target(
        trials, request, contenders,
        request_.categorical || !ties.empty() || trials.subject().columns.columns.size() == 1, run));
    request.tolerance = request_.tolerance.value_or(coarse);
  }
  std::vector<Comparison> result;
  for (const auto& target : targets) {
    request.target = target;
    request.rank_by =
        positions(target                     ? rankers_at(measures_[target->measure].measure->info.name)
                  : request_.rank_by.empty() ? usual_rankers(distance_risk, request_.settings,
                                                             request_.categorical, request_.numeric)
                                             : request_.rank_by);
    const std::string quick = quicken(request.rank_by, trials.subject().original.rows());
    request.other_risks = other_risks(request);
    result.push_back(compare_methods(trials, request, contenders, run));
    if (!quick.empty()) result.back().notes.push_back(quick);
    if (const std::string drawn = sampled_measures(); !drawn.empty()) {
      result.back().notes.push_back(
          drawn +
          ": 5,000 records of each draw are searched for in the whole file, so that "
          "values have standard errors; ‹thorough› searches for all");
    }
    const std::size_t ranks = position_or_none(rank_risk);
    const bool aimed = (target && target->measure == ranks) ||
                       std::any_of(request.limits.begin(), request.limits.end(),
                                   [&](const Limit& limit) { return limit.measure == ranks; });
    if (aimed && !ties.empty()) result.back().notes.push_back(tie_note(ties));
    const auto& rank_by = request.rank_by;
    if (floored_ && (aimed || std::find(rank_by.begin(), rank_by.end(), ranks) != rank_by.end())) {
      result.back().notes.emplace_back(
          "rank-linkage counts a distance of 0 as 0.5 (zero=floor), so that methods with exact matches can "
          "be "
          "compared");
    }
  }
  return result;
}

Target Job::proposed_target(const Trials& trials, const ComparisonRequest& request,
                            const std::vector<Contender>& contenders, bool by_distance,
                            const Run& run) const {
  const std::size_t risk = position(by_distance ? distance_risk : rank_risk);
  const std::optional<double> value = proposed_value(trials, request, contenders, risk, run);
  if (!value) {
    bad_param("equal",
              "no target can be proposed: " + measures_[risk].measure->info.name +
                  " has no value for any method at its default parameters, or that of the data as they are",
              "name one with ‹equal› MEASURE=VALUE");
  }
  return {risk, *parse_number(rounded(*value, 3)), true};
}

}  // namespace sfumato::compare
