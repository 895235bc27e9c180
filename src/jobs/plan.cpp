#include "jobs/plan.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/version.hpp"

namespace sfumato::jobs {
namespace {

constexpr double timing_budget = 1.5;  // seconds, of a dry run

std::vector<compare::MethodCost> costs(const compare::Plan& plan, const PlanInput& input,
                                       compare::FindingStore* findings, const Run& run) {
  const compare::Trials trials(input.subject, compare::plan_requests(plan), plan.replicates, run, findings);
  const auto one_thread = [&](std::stop_token stop) {
    return input.equipped(
        Run(Run::Options{.seed = plan.seed, .threads = 1, .stop = std::move(stop), .memory = run.memory()}));
  };
  std::vector<compare::MethodCost> found = compare::plan_costs(plan, trials, one_thread, timing_budget);
  run.check_stop();
  return found;
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

PlanOutcome run_plan(const PlanRequest& request, const Run& plain_run) {
  PlanOutcome outcome;
  outcome.plan = std::make_shared<const compare::Plan>(request.parsed());
  const compare::Plan& plan = *outcome.plan;
  const Run seeded = plan.seed ? plain_run.reseeded(*plan.seed) : plain_run;
  const PlanInput input = read_plan_data(plan, request.read, seeded);
  outcome.subject = input.subject;
  outcome.warnings = compare::check_plan(plan, input.subject, request.source);
  check_targets(plan, input, request.source);
  if (!plan.seed) {
    outcome.warnings.add(
        "the plan has no seed: another run gives other results, and an interrupted one starts again",
        WarningGrade::note);
  }
  const Run run = input.equipped(seeded);
  outcome.threads = run.threads();
  std::unique_ptr<compare::FindingStore> findings;
  if (request.store && plan.seed) {
    findings = request.store(compare::plan_content(plan, input.subject, input.tables, program_version()));
  }
  if (request.dry_run) {
    outcome.costs = costs(plan, input, findings.get(), run);
    return outcome;
  }
  const compare::Trials trials(input.subject, compare::plan_requests(plan), plan.replicates, run,
                               findings.get());
  outcome.result = compare::run_plan(plan, trials, run);
  outcome.targets = compare_targets(plan, input, request.destination, run, findings.get());
  for (const CompareResult& target : outcome.targets) outcome.warnings.add_new(target.warnings);
  return outcome;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(plan_job, sfumato::jobs::PlanRequest)
