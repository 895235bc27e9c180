#include "jobs/plan.hpp"

#include <algorithm>
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

// What can be refused is refused here, before any work.
void check_inputs(const PlanRequest& request, const std::vector<PlanInput>& inputs, PlanOutcome& outcome) {
  const compare::Plan& plan = *outcome.plan;
  for (const PlanInput& input : inputs) {
    const std::string place = plan_place(plan, input.position, request.source);
    outcome.subjects.push_back(input.subject);
    outcome.warnings.add_new(compare::check_plan(plan, input.subject, place));
    check_targets(plan, input, place);
  }
  if (plan.seed) return;
  outcome.warnings.add(
      "the plan has no seed: another run gives other results, and an interrupted one starts again",
      WarningGrade::note);
}

// `subject` is empty where the plan has one.
void add_targets(const std::string& subject, std::vector<CompareResult> targets, PlanOutcome& outcome) {
  for (CompareResult& target : targets) {
    for (Warning warning : target.warnings) {
      if (!subject.empty()) warning.text = subject + ": " + warning.text;
      outcome.warnings.add_new(warning);
    }
    outcome.targets.push_back(std::move(target));
  }
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
  check_inputs(request, inputs, outcome);
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
    add_targets(plan.subject_name(input.position),
                compare_targets(plan, input, request.destination, run, findings[input.position].get()),
                outcome);
  }
  return outcome;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(plan_job, sfumato::jobs::PlanRequest)
