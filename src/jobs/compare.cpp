// The winner is drawn again: the person who chose the seed may have seen the draws that were measured.
#include "jobs/compare.hpp"

#include <algorithm>
#include <cmath>

#include "compare/measures.hpp"
#include "compare/setting.hpp"
#include "compare/tolerance.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/calendar.hpp"
#include "masking/registry.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "release/used_hierarchies.hpp"

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

constexpr std::size_t map_draws = 2;    // of a method that draws
constexpr double compared_share = 0.9;  // of the time; the rest is the map and the release

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

// Every contender around the parameter that was found, measured on both sides.
void add_map(const Trials& trials, ComparisonPart& part) {
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
    const auto found = trials.estimates(candidates, {*part.map_risk, *part.map_utility}, map_draws);
    for (std::size_t i = 0; i < found.size(); ++i) {
      curve.points.push_back({parameters[i], found[i][0], found[i][1]});
    }
    part.map.push_back(std::move(curve));
  }
}

// The winner of one part, drawn and measured; it is written when all is known.
struct Winner {
  release::MaskingResult result;
  WinnerRelease outcome;
  Run draw;  // of the release
};

std::optional<Value> epsilon_of(const Attempt& attempt) {
  for (const auto& [name, value] : attempt.params) {
    if (name == "epsilon" && attempt.contender->method->info.differential) return value;
  }
  return std::nullopt;
}

// Did several ε compete?
bool epsilon_was_picked(const Comparison& comparison, const Attempt& winner) {
  return std::any_of(comparison.attempts.begin(), comparison.attempts.end(), [&](const Attempt& attempt) {
    const std::optional<Value> other = epsilon_of(attempt);
    return other && *other != *epsilon_of(winner);
  });
}

release::Choice choice_of(const Comparison& comparison, const Attempt& attempt) {
  if (!epsilon_of(attempt)) return release::Choice::by_measuring;
  const auto& dial = attempt.contender->dial;
  if (dial && dial->parameter == "epsilon" && attempt.calibration.best) {
    return release::Choice::epsilon_by_calibration;
  }
  return epsilon_was_picked(comparison, attempt) ? release::Choice::epsilon_among_several
                                                 : release::Choice::by_measuring;
}

Winner draw_once(const Trials& trials, const Comparison& comparison, const Attempt& attempt, bool keep_draw,
                 std::size_t redrawn, const Run& run) {
  const compare::Subject& subject = trials.subject();
  const compare::Candidate candidate = attempt.contender->with(attempt.params);
  const Run draw = keep_draw ? run.within("replicate", redrawn) : run.unseeded();
  const std::vector<masking::Step> steps = compare::steps_of(candidate, subject);
  release::PreparedSteps prepared{.steps = release::dropping_unnamed(subject.original, steps)};
  if (const auto unnamed = release::unnamed_columns(subject.original, steps); !unnamed.empty()) {
    prepared.warnings.add("left empty, since the comparison did not name them: " + quoted_names(unnamed),
                          WarningGrade::note);
  }
  Winner winner{
      release::run_steps(subject.original, std::move(prepared), choice_of(comparison, attempt), draw),
      {},
      draw};
  const Masked& masked = winner.result.masked;
  WinnerRelease& outcome = winner.outcome;
  // Cryptographic draws without a seed cannot be had again.
  outcome.fresh = !keep_draw || (candidate.method->info.differential && !draw.seeded());
  outcome.details = masked.details;
  outcome.scores = compare::scores_of(masked, subject, trials.measures(), run.within("release"));
  outcome.before_after =
      profile::before_after(subject.original, masked.tables.front(), subject.columns.columns, run);
  outcome.redrawn = redrawn;
  return winner;
}

constexpr std::size_t most_redraws = 10;

// Draws again until the release itself keeps all limits, ten times at most. A differentially private release
// is drawn once: to choose among its draws by the data would break its guarantee.
std::optional<Winner> draw_winner(const Trials& trials, const Comparison& comparison, const Attempt& attempt,
                                  bool keep_draw, const Run& run) {
  const compare::Candidate candidate = attempt.contender->with(attempt.params);
  const std::size_t redraws = candidate.random() && !candidate.method->info.differential ? most_redraws : 0;
  for (std::size_t redrawn = 0; redrawn <= redraws; ++redrawn) {
    Winner winner = draw_once(trials, comparison, attempt, keep_draw, redrawn, run);
    const bool safe =
        std::all_of(comparison.limits.begin(), comparison.limits.end(), [&](const compare::Limit& limit) {
          return compare::is_safe(winner.outcome.scores[limit.measure].value, limit);
        });
    if (safe) return winner;
  }
  return std::nullopt;
}

// The best ranked method with a draw that keeps all limits; it becomes the winner of the part.
std::optional<Winner> draw_best(const Trials& trials, ComparisonPart& part, bool keep_draw, const Run& run,
                                Warnings& warnings) {
  Comparison& comparison = part.comparison;
  for (std::optional<std::size_t>& at = comparison.winner; at; ++*at) {
    if (*at >= comparison.attempts.size() || !comparison.attempts[*at].overall) {
      at.reset();
      break;
    }
    const Attempt& attempt = comparison.attempts[*at];
    if (auto winner = draw_winner(trials, comparison, attempt, keep_draw, run)) return winner;
    warnings.push_back("no draw of " + attempt.contender->name() +
                       " kept all limits itself, so that it is not released");
  }
  return std::nullopt;
}

void hand_over(Winner& winner, const release::Destination& destination, const release::DeliveryTerms& terms) {
  const release::Delivery delivery = destination.deliver(winner.result, terms, winner.draw);
  winner.outcome.release = release::reported_release(delivery.sidecar.at("release"));
  winner.outcome.unchanged = delivery.unchanged;
  winner.outcome.warnings = release::all_warnings(winner.result, delivery);
  winner.outcome.files = delivery.paths;
  winner.outcome.tables = delivery.tables;
  winner.outcome.sidecar = delivery.sidecar;
  if (!delivery.findings.empty()) winner.outcome.promises = release::promises_value(delivery.findings);
  for (const verify::PromiseFinding& finding : delivery.findings) {
    winner.outcome.checked.push_back(verify::words(finding));
    for (auto& line : verify::model_words(finding)) winner.outcome.verified.push_back(std::move(line));
  }
  if (!delivery.exposure) return;
  winner.outcome.checked.push_back(release::words(*delivery.exposure));
  winner.outcome.quasi_identifiers = release::to_value(*delivery.exposure);
}

// Every method with the parameters that are fixed for it: what it names as hierarchies is loaded for all.
masking::Recipe contenders_as_steps(const compare::ContenderRequest& contenders,
                                    const std::vector<std::string>& columns) {
  masking::Recipe recipe;
  for (const Method& method : masking::methods()) {
    const auto names_it = [&](const std::string& name) {
      const std::vector<std::string> parts = compare::method_names(name);
      return std::find(parts.begin(), parts.end(), method.info.name) != parts.end();
    };
    const auto& named = contenders.methods;
    if (!named.empty() && std::none_of(named.begin(), named.end(), names_it)) continue;
    ParamValues given;
    for (const std::string& typed : contenders.fixed) {
      const compare::Setting setting = compare::parse_setting(typed, "fix", "METHOD.PARAM=VALUE");
      if (setting.owner == method.info.name)
        given.push_back(compare::parsed(setting, method.params, "method"));
    }
    recipe.steps.push_back(
        {&method, resolve_params(method.params, given, method.info.name), columns, {}, false});
  }
  return recipe;
}

// What was asked, as it was typed or understood.
std::vector<std::pair<std::string, std::string>> asked(const CompareRequest& request,
                                                       const std::vector<std::string>& columns) {
  std::vector<std::pair<std::string, std::string>> result{{"data", request.original.name}};
  const auto add = [&](const std::string& name, const std::vector<std::string>& values) {
    if (!values.empty()) result.emplace_back(name, enumerated(values));
  };
  add("columns", columns);
  add("equal", request.equal);
  add("at most", request.at_most);
  add("rank by", request.rank_by);
  add("methods", request.methods);
  add("fixed", request.fixed);
  add("swept", request.swept);
  add("settings", request.settings);
  if (request.time_limit > 0) result.emplace_back("time limit", std::to_string(request.time_limit) + " s");
  if (request.thorough) result.emplace_back("thorough", "yes");
  if (!request.tolerance.empty()) result.emplace_back("tolerance", request.tolerance);
  return result;
}

}  // namespace

JobInfo CompareRequest::info() {
  return {.name = "compare",
          .title = "Compare",
          .summary = "Brings methods to the same risk, ranks them by utility, and releases the best.",
          .inputs = {{"original", "The data to protect."}}};
}

void CompareRequest::params(ParamList<CompareRequest>& list) {
  list.texts("equal", &CompareRequest::equal)
      .value_name("MEASURE=VALUE")
      .doc("What all methods are brought to; may be repeated. Without it a risk that suits the data.");
  list.texts("at-most", &CompareRequest::at_most)
      .value_name("MEASURE=VALUE")
      .doc(
          "Instead of ‹equal›: a risk that no method may exceed; may be repeated. Every method takes the "
          "least "
          "protection at which all these risks are safe. Of a measure where larger is safer, it is the least "
          "value.");
  list.columns("rank-by", &CompareRequest::rank_by)
      .doc(
          "Measures that rank the methods [emd,propensity at equal risk; for categories "
          "contingency,entropy-loss].");
  list.columns("methods", &CompareRequest::methods)
      .doc(
          "Methods that take part, also recipes such as recoding+rank-swapping; without it all that fit the "
          "columns.");
  list.texts("set", &CompareRequest::settings)
      .value_name("MEASURE.PARAM=VALUE")
      .doc("A parameter of a measure; may be repeated.");
  list.texts("fix", &CompareRequest::fixed)
      .value_name("METHOD.PARAM=VALUE")
      .doc("A parameter of a method that is not to be turned; may be repeated.");
  list.texts("sweep", &CompareRequest::swept)
      .value_name("METHOD.PARAM[=A,B]")
      .doc("A parameter whose values compete with each other; may be repeated.");
  list.text("tolerance", &CompareRequest::tolerance)
      .value_name("X")
      .doc("How far from the target is still at the target [default 1%; 5% without ‹equal›].");
  list.integer("replicates", &CompareRequest::replicates)
      .range(1, 10000)
      .doc("Draws of a method that draws.");
  list.integer("time-limit", &CompareRequest::time_limit)
      .range(0, 1000000)
      .unit("seconds")
      .doc(
          "After this time no further setting is tried, and the ranking so far is given with its "
          "uncertainty; "
          "0 is no limit. A draw that has begun is finished.");
  list.flag("thorough", &CompareRequest::thorough)
      .doc(
          "Search the dials of a file of more than 2,000 records on all its records with all draws, and not "
          "on a "
          "sample of 1,000 first.");
  list.flag("keep-draw", &CompareRequest::keep_draw)
      .doc("Release a draw that was compared, not a fresh one.");
  list.flag("shuffle", &CompareRequest::shuffle).doc("Release the records in random order.");
  list.flag("renumber", &CompareRequest::renumber).doc("Give households random new numbers in the release.");
  list.flag("public", &CompareRequest::for_public)
      .doc(
          "What may be published: a report without seeds, thresholds, record-level or original values, and a "
          "release with ‹shuffle›, and with ‹renumber› where there are households.");
  list.columns("columns", &CompareRequest::columns)
      .doc(
          "Columns to protect and compare; without it the numeric ones among the quasi-identifiers and "
          "confidential columns, and with no roles every numeric column.");
}

compare::JobRequest CompareRequest::question() const {
  compare::JobRequest result;
  for (const std::string& typed : equal) result.targets.push_back(compare::parse_target(typed));
  for (const std::string& typed : at_most) result.at_most.push_back(compare::parse_target(typed, "at-most"));
  result.rank_by = rank_by;
  result.settings = settings;
  result.contenders = {methods, fixed, swept};
  if (!tolerance.empty()) {
    result.tolerance = compare::parse_tolerance(tolerance);
    if (!result.tolerance) {
      bad_param("tolerance", "‹tolerance› cannot be '" + tolerance + "'", compare::tolerance_hint);
    }
  }
  result.replicates = static_cast<std::size_t>(replicates);
  result.time_limit = static_cast<double>(time_limit);
  result.thorough = thorough;
  return result;
}

CompareResult compare_methods(const CompareRequest& request, const WinnerDestinations& winners,
                              const Run& plain_run) {
  compare::JobRequest wanted = request.question();
  io::TableFile file = request.original.file;
  if (request.renumber) release::require_households(file.table);
  Warnings warnings;
  const ColumnChoice columns = compare::comparison_columns(file.table, request.columns, warnings);
  wanted.categorical = std::any_of(columns.columns.begin(), columns.columns.end(),
                                   [&](ColumnId id) { return file.table.info(id).kind != Kind::numeric; });
  wanted.numeric = std::any_of(columns.columns.begin(), columns.columns.end(),
                               [&](ColumnId id) { return file.table.info(id).kind == Kind::numeric; });
  const compare::Job job(wanted);
  const masking::Recipe recipe = contenders_as_steps(wanted.contenders, file.table.names(columns.columns));
  release::load_step_hierarchies(file, recipe, {}, plain_run);
  Run run = plain_run;
  for (const std::string& path : job.tables()) {
    run = run.with_table(path, release::read_named_table(path, {}, run));
  }
  const compare::Subject subject{file.table, columns};
  CompareResult result =
      run_comparison({job, subject, request.original.name, request.keep_draw, request.terms()}, winners, run);
  result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
  result.asked = asked(request, result.columns);
  result.made_on = io::today();
  return result;
}

CompareResult run_comparison(const PreparedComparison& prepared, const WinnerDestinations& destinations,
                             const Run& run, compare::FindingStore* store) {
  const compare::Subject& subject = prepared.subject;
  compare::Workload workload([&](double share, const std::string& what) {
    run.tell(compared_share * share);
    run.say(what);
  });
  Trials trials(subject, prepared.job.measures(), prepared.job.replicates(), run, store);
  trials.watch([&](const std::string& name, double seconds) { workload.spend(name, seconds); });
  CompareResult result;
  result.data = prepared.data;
  result.rows = subject.original.rows();
  result.columns = subject.original.names(subject.columns.columns);
  result.measures = prepared.job.measures();
  result.replicates = prepared.job.replicates();
  result.contenders = prepared.job.contenders(subject);
  if (prepared.job.chooses_contenders()) result.left_out = compare::left_out_contenders(subject);
  result.profile = profile::profile_table(subject.original, run);
  for (Comparison& comparison : prepared.job.run(trials, result.contenders, run, &workload)) {
    result.warnings.add_new(comparison.warnings);
    result.parts.emplace_back().comparison = std::move(comparison);
  }
  if (destinations.empty()) return result;
  std::vector<std::optional<Winner>> winners(result.parts.size());
  for (std::size_t i = 0; i < winners.size(); ++i) {
    ComparisonPart& part = result.parts[i];
    add_map(trials, part);
    winners[i] = draw_best(trials, part, prepared.keep_draw, run, result.warnings);
  }
  for (std::size_t i = 0; i < winners.size(); ++i) {
    if (!winners[i]) continue;
    hand_over(*winners[i], *destinations[i], prepared.terms);
    result.warnings.add_new(winners[i]->outcome.warnings);
    result.parts[i].release = std::move(winners[i]->outcome);
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(compare_job, sfumato::jobs::CompareRequest)
