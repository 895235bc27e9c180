// `sfumato run PLAN.toml`: an experiment from a file, cell by cell. What is found is kept as it comes, so
// that a run that was interrupted goes on where it was.
#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/plan_data.hpp"
#include "cli/plan_output.hpp"
#include "cli/plan_targets.hpp"
#include "cli/run_options.hpp"
#include "compare/finding_store.hpp"
#include "compare/plan_cost.hpp"
#include "compare/plan_run.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "report/html.hpp"
#include "report/plan.hpp"
#include "report/plan_page.hpp"

namespace sfumato::cli {
namespace {

using compare::StoredFindings;

constexpr double timing_budget = 1.5;  // seconds

struct PlanRun {
  std::optional<std::string> plan_path;
  std::optional<std::string> output;
  bool dry_run = false, fresh = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  compare::Plan read_plan() const;
  // Findings of earlier runs; none without a seed, since nothing could be found again.
  std::unique_ptr<StoredFindings> store(const compare::Plan& plan, const PlanInput& input) const;
  report::Report costs(const compare::Plan& plan, const PlanInput& input, const Run& run,
                       const std::vector<std::string>& warnings) const;
  report::Report results(const compare::Plan& plan, const PlanInput& input, const Run& run,
                         std::vector<std::string> warnings) const;
};

// Does some method reach each of the plan's targets?
bool attains_all(const Value& document) {
  const Value* comparisons = document.find("comparisons");
  if (comparisons == nullptr) return true;
  const auto& list = comparisons->as_array();
  return std::none_of(list.begin(), list.end(),
                      [](const Value& comparison) { return comparison.at("winner").is_null(); });
}

compare::Plan PlanRun::read_plan() const {
  compare::Plan plan =
      compare::parse_plan(io::parse_toml(io::read_text_file(*plan_path), *plan_path), *plan_path);
  if (run_options.seed) plan.seed = static_cast<std::uint64_t>(*run_options.seed);
  return plan;
}

std::unique_ptr<StoredFindings> PlanRun::store(const compare::Plan& plan, const PlanInput& input) const {
  if (!plan.seed || !output) return nullptr;
  const Fingerprint content = compare::plan_content(plan, input.subject, input.tables, program_version());
  const auto use = dry_run ? StoredFindings::Use::read
                   : fresh ? StoredFindings::Use::fresh
                           : StoredFindings::Use::append;
  return std::make_unique<StoredFindings>(*output, content, use);
}

report::Report PlanRun::costs(const compare::Plan& plan, const PlanInput& input, const Run& run,
                              const std::vector<std::string>& warnings) const {
  const auto findings = fresh ? nullptr : store(plan, input);
  const compare::Trials trials(input.subject, compare::plan_requests(plan), plan.replicates, run,
                               findings.get());
  const auto one_thread = [&](std::stop_token stop) {
    return input.equipped(Run(Run::Options{.seed = plan.seed, .threads = 1, .stop = std::move(stop)}));
  };
  const std::vector<compare::MethodCost> costs = compare::plan_costs(plan, trials, one_thread, timing_budget);
  run.check_stop();
  report::Report report = report::plan_costs(plan, input.subject, costs, run.threads());
  report.warnings = warnings;
  return report;
}

report::Report PlanRun::results(const compare::Plan& plan, const PlanInput& input, const Run& run,
                                std::vector<std::string> warnings) const {
  const auto findings = store(plan, input);
  if (findings && findings->bad_lines() > 0) {
    warnings.push_back("'" + findings->path() + "' has " + std::to_string(findings->bad_lines()) +
                       " lines that are no findings; they are left out");
  }
  const compare::Trials trials(input.subject, compare::plan_requests(plan), plan.replicates, run,
                               findings.get());
  compare::PlanResult result;
  std::vector<report::ComparisonStory> stories;
  try {
    result = compare::run_plan(plan, trials, run);
    stories = tell_targets(plan, input, run, findings.get());
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::interrupted) throw;
    throw Error(failure.code,
                findings ? "interrupted; what was found so far is kept in '" + *output + "'"
                         : "interrupted; nothing is kept, since the plan has no seed",
                findings ? "the same command goes on from there" : "give the plan a seed");
  }
  report::Report report =
      report::plan_results(plan, input.subject, result, stories, result_files(*output, plan.figures.size()));
  report.warnings = std::move(warnings);
  write_results(*output, plan, result, report, run);
  report::Report page = report::plan_page(plan, input.subject, result, stories);
  page.warnings = report.warnings;
  io::write_text_file(page_file(*output), with_flags(report::html_document(page, {.title = plan.title})));
  return report;
}

int PlanRun::operator()(Console& console) const {
  if (!output && !dry_run) {
    bad_input("sfumato run needs -o DIR", "name a folder for the results; only --dry-run does without");
  }
  const compare::Plan plan = read_plan();
  if (output) {
    std::vector<std::string> inputs = plan_inputs(plan);
    inputs.push_back(*plan_path);
    check_results_folder(*output, plan.figures.size(), inputs);
  }
  RunOptions options = run_options;
  if (plan.seed) options.seed = static_cast<std::int64_t>(*plan.seed);
  Work work(options, console);
  const PlanInput input = read_plan_data(plan, work.run());
  std::vector<std::string> warnings = compare::check_plan(plan, input.subject, *plan_path);
  if (!plan.seed) {
    warnings.emplace_back(
        "the plan has no seed: another run gives other results, and an interrupted one "
        "begins anew");
  }
  const Run run = input.equipped(work.run());
  report::Report report = dry_run ? costs(plan, input, run, warnings) : results(plan, input, run, warnings);
  work.hide_progress();
  if (options.quiet && !options.json && !dry_run) report.blocks.clear();
  console.show(report, options.json);
  return attains_all(report.document) ? 0 : 1;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<PlanRun>();
  OptionGroup what{
      "The results",
      {{"-o,--output", "DIR",
        "Folder for results.csv, .json and .parquet and report.html, and for what makes a run go on where it "
        "was interrupted.",
        Text{&options->output}},
       {"--dry-run", "", "Show the grid and what it will cost; write nothing.", Flag{&options->dry_run}},
       {"--fresh", "", "Forget what earlier runs have found in DIR.", Flag{&options->fresh}},
       options->run_options.seed_option()}};
  what.options.back().doc = "In place of the plan's seed.";
  return {.name = "run",
          .summary = "Runs an experiment from a plan: methods with grids of parameters, measured.",
          .description =
              "docs/plans.md explains plans. The same command again continues an interrupted run. Exit "
              "status 1: there is a "
              "target that no method reaches.",
          .arguments = {{"PLAN", "The plan (TOML).", Text{&options->plan_path}}},
          .groups = {what, options->run_options.group()},
          .examples = {"sfumato run plan.toml --dry-run", "sfumato run plan.toml -o results"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
