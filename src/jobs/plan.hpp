// The job `plan`: an experiment from a document. Methods run over grids of parameters and are measured, and
// its targets are comparisons.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/plan_cost.hpp"
#include "compare/plan_run.hpp"
#include "compare/plan_target_rows.hpp"
#include "core/warning.hpp"
#include "jobs/job.hpp"
#include "jobs/plan_targets.hpp"

namespace sfumato::jobs {

struct PlanRequest {
  Value plan = Value::object();
  bool dry_run = false;

  std::string source = "the plan";         // how the plan is called; paths in it are relative to this
  std::optional<std::uint64_t> seed = {};  // in place of the plan's
  PlanReader read = {};                    // of a data file
  TargetDestination destination = {};      // of winners; none: no target is released
  // Where findings outlive the run, for what they depend on; none: nothing is kept. Only asked with a seed.
  std::function<std::unique_ptr<compare::FindingStore>(const Fingerprint& content)> store = {};

  static JobInfo info();
  static void params(ParamList<PlanRequest>& list);

  // The plan with the seed; whatever is wrong with it without the data is an error.
  compare::Plan parsed() const;
};

struct PlanOutcome {
  std::shared_ptr<const compare::Plan> plan;  // results point into it
  std::vector<compare::Subject> subjects;     // data sets with their sets of columns, in the plan's order
  compare::PlanResult result;
  std::vector<CompareResult> targets;      // all of the first subject, then all of the next
  std::vector<compare::MethodCost> costs;  // of a dry run, which has no results
  int threads = 1;
  Warnings warnings;

  // Does some method reach each of the targets?
  bool attained() const;
  // The comparisons at the targets, for the table of results; they point into this.
  std::vector<compare::TargetRanking> rankings() const;
};

// Without a seed in the plan, the run's streams are used.
PlanOutcome run_plan(const PlanRequest& request, const Run& run);

}  // namespace sfumato::jobs
