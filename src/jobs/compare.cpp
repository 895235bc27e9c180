// From the request to contenders, trials, and what is asked of both.
#include "jobs/compare.hpp"

#include <algorithm>

#include "compare/comparison_columns.hpp"
#include "compare/finished_release.hpp"
#include "compare/measures.hpp"
#include "compare/setting.hpp"
#include "compare/tolerance.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/calendar.hpp"
#include "jobs/compare_holdout.hpp"
#include "jobs/compare_map.hpp"
#include "jobs/compare_winner.hpp"
#include "jobs/measured_pairs.hpp"
#include "masking/registry.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

using compare::Comparison;
using compare::Trials;

constexpr double compared_share = 0.9;  // of the time; the rest is the map and the release

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
  add("candidates", request.candidates);
  if (request.holdout_share > 0.0) result.emplace_back("holdout share", shortest(request.holdout_share));
  if (request.time_limit > 0) result.emplace_back("time limit", std::to_string(request.time_limit) + " s");
  if (request.thorough) result.emplace_back("thorough", "yes");
  if (!request.tolerance.empty()) result.emplace_back("tolerance", request.tolerance);
  return result;
}

// A table of the run, or a file.
DataReader candidate_reader(const std::string& name, const Run& run) {
  if (run.has_table(name)) return reader_of(run.table(name), name);
  if (!run.reads_files()) {
    bad_param("candidates", "there is no input '" + name + "', which ‹candidates› names",
              "add it to the inputs of the request");
  }
  return {name, [name](const Declarations& declared, const Run& reading) {
            io::ReadOptions options;
            options.declared = declared;
            return io::read_table(name, options, reading);
          }};
}

std::shared_ptr<const std::vector<Method>> finished_releases(const CompareRequest& request,
                                                             const compare::Subject& subject,
                                                             const Run& run) {
  if (request.candidates.empty()) return nullptr;
  auto result = std::make_shared<std::vector<Method>>();
  for (const std::string& name : request.candidates) {
    const auto known = [&](const Method& other) { return other.info.name == name; };
    const auto& methods = masking::methods();
    if (std::any_of(result->begin(), result->end(), known) ||
        std::any_of(methods.begin(), methods.end(), known)) {
      bad_param("candidates", "‹candidates› cannot have '" + name + "' twice, or as the name of a method",
                "name each file once");
    }
    const io::TableFile file =
        read_release(candidate_reader(name, run), subject.original, subject.columns.columns, run);
    result->push_back(
        compare::finished_release(name, file.table, release_mapping(file, subject.original, run)));
  }
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
      .doc("Draws of a method that draws [default 5; 3 for files of 200,000 records or more].");
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
  list.columns("candidates", &CompareRequest::candidates)
      .value_name("FILE,…")
      .doc(
          "Finished releases, of any tool, that take part beside the methods. They are ranked as they are, "
          "and "
          "never written again.");
  list.number("holdout-share", &CompareRequest::holdout_share)
      .range(0.0, 0.9)
      .doc(
          "Share of the records that is split off before masking, as the holdout of measures of synthetic "
          "files; the methods see the others.");
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
  if (replicates) result.replicates = static_cast<std::size_t>(*replicates);
  result.time_limit = static_cast<double>(time_limit);
  result.thorough = thorough;
  return result;
}

CompareResult compare_methods(const CompareRequest& request, const WinnerDestinations& winners,
                              const Run& plain_run) {
  compare::JobRequest wanted = request.question();
  io::TableFile file = request.original.file;
  Warnings warnings;
  Run run = with_split_holdout(request, wanted, file.table, plain_run, warnings);
  if (request.renumber) release::require_households(file.table);
  const ColumnChoice columns = compare::comparison_columns(file.table, request.columns, warnings);
  wanted.categorical = std::any_of(columns.columns.begin(), columns.columns.end(),
                                   [&](ColumnId id) { return file.table.info(id).kind != Kind::numeric; });
  wanted.numeric = std::any_of(columns.columns.begin(), columns.columns.end(),
                               [&](ColumnId id) { return file.table.info(id).kind == Kind::numeric; });
  wanted.rows = file.table.rows();
  const compare::Job job(wanted);
  const masking::Recipe recipe = contenders_as_steps(wanted.contenders, file.table.names(columns.columns));
  release::load_step_hierarchies(file, recipe, {}, run);
  for (const std::string& path : job.tables()) {
    run = run.with_table(path, release::read_named_table(path, {}, run));
  }
  const compare::Subject subject{file.table, columns};
  CompareResult result =
      run_comparison({job, subject, request.original.name, request.keep_draw, request.terms(), request.found,
                      finished_releases(request, subject, run)},
                     winners, run);
  result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
  result.asked = asked(request, result.columns);
  result.made_on = io::today();
  return result;
}

namespace {

std::optional<compare::SampleTrials> samples_of(const compare::Job& job, const compare::Subject& subject,
                                                compare::Workload& workload, const Run& run) {
  std::optional<compare::SampleTrials> samples = job.sample_trials(subject, run);
  if (!samples) return samples;
  const auto spent_on = [&workload](compare::Work work) {
    return
        [&workload, work](const std::string& name, double seconds) { workload.spend(name, seconds, work); };
  };
  samples->searched.watch(spent_on(compare::Work::sample));
  if (samples->larger) samples->larger->watch(spent_on(compare::Work::larger_sample));
  return samples;
}

Value optional_number(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

// What is known of a method before all are ranked.
Value attempt_value(const compare::Attempt& attempt, const std::vector<std::size_t>& rank_by,
                    const std::vector<compare::MeasureRequest>& measures) {
  const auto& best = attempt.calibration.best;
  Value curve = Value::array(), found = Value::object(), value = Value::object();
  for (const compare::CurvePoint& point : attempt.calibration.curve) {
    curve.push(Value::Array{point.parameter, optional_number(point.estimate.value)});
  }
  for (std::size_t i = 0; i < rank_by.size() && i < attempt.measures.size(); ++i) {
    found.set(measures[rank_by[i]].measure->info.name, optional_number(attempt.measures[i].value));
  }
  const bool dial = attempt.contender->dial.has_value();
  return value.set("kind", "attempt")
      .set("method", attempt.contender->name())
      .set("dial", dial ? Value(attempt.contender->dial->parameter) : Value())
      .set("value", dial && best ? Value(best->parameter) : Value())
      .set("attained", best ? optional_number(best->estimate.value) : Value())
      .set("reached", attempt.reached)
      .set("reason", attempt.reason.empty() ? Value() : Value(attempt.reason))
      .set("curve", std::move(curve))
      .set("measures", std::move(found));
}

}  // namespace

CompareResult run_comparison(const PreparedComparison& prepared, const WinnerDestinations& destinations,
                             const Run& run, compare::FindingStore* store) {
  const compare::Subject& subject = prepared.subject;
  compare::Workload workload([&](double share, const std::string& what) {
    run.tell(compared_share * share);
    run.say(what);
  });
  if (prepared.found) {
    workload.watch([&](const compare::Attempt& attempt, const std::vector<std::size_t>& rank_by) {
      prepared.found(attempt_value(attempt, rank_by, prepared.job.measures()));
    });
  }
  Trials trials(subject, prepared.job.measures(), prepared.job.replicates(), run, store);
  trials.watch([&](const std::string& name, double seconds) { workload.spend(name, seconds); });
  CompareResult result;
  result.data = prepared.data;
  result.rows = subject.original.rows();
  result.columns = subject.original.names(subject.columns.columns);
  result.measures = prepared.job.measures();
  result.replicates = prepared.job.replicates();
  result.contenders = prepared.job.contenders(subject);
  result.finished = prepared.finished;
  if (result.finished) {
    for (const Method& release : *result.finished)
      result.contenders.push_back({.method = &release, .params = {}, .dial = std::nullopt, .finished = true});
  }
  if (prepared.job.chooses_contenders()) result.left_out = compare::left_out_contenders(subject);
  result.profile = profile::profile_table(subject.original, run);
  const std::optional<compare::SampleTrials> samples = samples_of(prepared.job, subject, workload, run);
  for (Comparison& comparison :
       prepared.job.run(trials, samples ? &*samples : nullptr, result.contenders, run, &workload)) {
    result.warnings.add_new(comparison.warnings);
    result.parts.emplace_back().comparison = std::move(comparison);
  }
  if (destinations.empty()) return result;
  std::vector<std::optional<Winner>> winners(result.parts.size());
  for (std::size_t i = 0; i < winners.size(); ++i) {
    ComparisonPart& part = result.parts[i];
    add_map(trials, samples ? &samples->searched : nullptr, part);
    if (samples && !part.map.empty()) {
      part.comparison.notes.emplace_back(
          "the curves of the map are those of a sample, moved to what was measured on the whole file");
    }
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
