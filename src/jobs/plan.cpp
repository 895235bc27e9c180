#include "jobs/plan.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "core/error.hpp"
#include "core/version.hpp"

namespace sfumato::jobs {
namespace {

constexpr double timing_budget = 1.5;  // seconds, of a dry run

std::vector<compare::MethodCost> costs(const compare::Plan& plan, const PlanInput& input,
                                       std::span<const compare::Trials> trials, const Run& run) {
  const auto one_thread = [&](std::stop_token stop) {
    return input.equipped(
        Run(Run::Options{.seed = plan.seed, .threads = 1, .stop = std::move(stop), .memory = run.memory()}));
  };
  std::vector<compare::MethodCost> found = compare::plan_costs(plan, trials, one_thread, timing_budget);
  run.check_stop();
  return found;
}

// How errors name a subject.
std::string plan_place(const compare::Plan& plan, std::size_t subject, const std::string& source) {
  const std::string name = plan.subject_name(subject);
  return name.empty() ? source : source + " (" + name + ")";
}

}  // namespace

JobInfo PlanRequest::info() {
  return {.name = "plan",
          .title = "Plan",
          .summary = "Runs an experiment: methods with grids of parameters, measured, and targets.",
          .inputs = {{"data", "The data, under the name that the plan gives as its file.", InputKind::records,
                      false}}};
}

void PlanRequest::params(ParamList<PlanRequest>& list) {
  list.tree("plan", &PlanRequest::plan).required().doc("The plan, as in a plan file.");
  list.flag("dry-run", &PlanRequest::dry_run).doc("Show the grid and what it will cost; write nothing.");
}

compare::Plan PlanRequest::parsed() const {
  compare::Plan result = compare::parse_plan(plan, source);
  if (seed) result.seed = *seed;
  return result;
}

bool PlanOutcome::attained() const {
  return std::all_of(targets.begin(), targets.end(),
                     [](const CompareResult& target) { return target.attained(); });
}

std::vector<compare::TargetRanking> PlanOutcome::rankings() const {
  std::vector<compare::TargetRanking> list;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const ComparisonPart& part : targets[i].parts) {
      list.push_back({&plan->targets[i % plan->targets.size()], i / plan->targets.size(),
                      &targets[i].measures, &part.comparison});
    }
  }
  return list;
}

PlanOutcome run_plan(const PlanRequest& request, const Run& plain_run) {
  PlanOutcome outcome;
  outcome.plan = std::make_shared<const compare::Plan>(request.parsed());
  const compare::Plan& plan = *outcome.plan;
  const Run seeded = plan.seed ? plain_run.reseeded(*plan.seed) : plain_run;
  const std::vector<PlanInput> inputs = read_plan_data(plan, request.read, seeded);
  for (const PlanInput& input : inputs) {
    const std::string place = plan_place(plan, input.position, request.source);
    outcome.subjects.push_back(input.subject);
    outcome.warnings.add_new(compare::check_plan(plan, input.subject, place));
    check_targets(plan, input, place);
  }
  if (!plan.seed) {
    outcome.warnings.add(
        "the plan has no seed: another run gives other results, and an interrupted one starts again",
        WarningGrade::note);
  }
  const Run run = inputs.front().equipped(seeded);  // the tables are the same for all
  outcome.threads = run.threads();
  std::vector<std::unique_ptr<compare::FindingStore>> findings(inputs.size());
  std::vector<compare::Trials> trials;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (request.store && plan.seed) {
      findings[i] =
          request.store(compare::plan_content(plan, inputs[i].subject, inputs[i].tables, program_version()));
    }
    trials.emplace_back(inputs[i].subject, compare::plan_requests(plan), plan.replicates, run,
                        findings[i].get());
  }
  if (request.dry_run) {
    outcome.costs = costs(plan, inputs.front(), trials, run);
    return outcome;
  }
  outcome.result = compare::run_plan(plan, trials, run);
  for (const PlanInput& input : inputs) {
    std::vector<CompareResult> targets =
        compare_targets(plan, input, request.destination, run, findings[input.position].get());
    std::move(targets.begin(), targets.end(), std::back_inserter(outcome.targets));
  }
  for (const CompareResult& target : outcome.targets) outcome.warnings.add_new(target.warnings);
  return outcome;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(plan_job, sfumato::jobs::PlanRequest)
