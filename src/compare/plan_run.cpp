// Draws are divided into tasks before the first one runs, without known ones, so that the share of finished
// tasks gives the remaining time.
#include "compare/plan_run.hpp"

#include <algorithm>
#include <numeric>

#include "compare/plan_statistics.hpp"
#include "core/column_choice.hpp"

namespace sfumato::compare {
namespace {

std::vector<std::size_t> positions(std::size_t count) {
  std::vector<std::size_t> result(count);
  std::iota(result.begin(), result.end(), std::size_t{0});
  return result;
}

struct Task {
  const PlanCell* cell = nullptr;
  std::size_t draw = 0;
};

CellResult cell_result(const Plan& plan, const Trials& trials, const PlanCell& cell) {
  CellResult result{cell.method, cell.cell, plan.label_of(cell), {}, {}, 0, 0.0, cell.subject};
  const Candidate candidate = cell.method->candidate(cell.cell);
  result.measures = trials.estimate(candidate, positions(plan.measures.size()));
  result.draws = trials.draws(candidate);
  for (const Estimate& estimate : result.measures) result.seconds += estimate.seconds;
  for (const PlanScore& score : plan.scores) {
    result.scores.push_back(
        score.expression.evaluate([&](const std::string& name) { return result.value_of(plan, name); }));
  }
  return result;
}

void add_left_out(Warnings& warnings, WarningGrade grade, const std::string& owner, Kinds accepted,
                  const Table& table, const ColumnSet& left_out) {
  if (left_out.empty()) return;
  warnings.add_new({left_out_warning({owner}, accepted, table.names(left_out)), grade});
}

}  // namespace

Warnings check_plan(const Plan& plan, const Subject& subject, const std::string& source) {
  if (subject.columns.columns.empty()) {
    bad_input(source + ": the data have no column to compare",
              "name some in [data], columns; without roles, numeric columns are compared");
  }
  Warnings warnings;
  for (const PlanMethod& method : plan.methods) {
    const MethodInfo& info = method.method->info;
    if (!method.columns.empty()) {
      placed(source + ", columns of " + info.name,
             [&] { return choose_columns(subject.original, method.columns); });
    } else if (!subject.columns.named) {
      const auto [columns, left_out] =
          accepted_columns(subject.original, subject.columns, info.accepts, info.name, true);
      add_left_out(warnings, WarningGrade::mind, info.name, info.accepts, subject.original, left_out);
    }
  }
  for (const MeasureRequest& request : plan.measures) {
    const MeasureInfo& info = request.measure->info;
    const auto [columns, left_out] = placed(source + ", measures", [&] {
      return accepted_columns(subject.original, subject.columns, info.accepts, info.name, false);
    });
    add_left_out(warnings, WarningGrade::note, info.name, info.accepts, subject.original, left_out);
  }
  return warnings;
}

std::vector<MeasureRequest> plan_requests(const Plan& plan) {
  std::vector<MeasureRequest> requests = plan.measures;
  const auto add = [&](const std::string& name) {
    const bool there = std::any_of(requests.begin(), requests.end(), [&](const MeasureRequest& request) {
      return request.measure->info.name == name;
    });
    if (!there) requests.push_back(plan_request(plan, name));
  };
  for (const PlanTarget& target : plan.targets) {
    for (const std::string& name : target.measures()) add(name);
  }
  return requests;
}

Fingerprint plan_content(const Plan& plan, const Subject& subject, const std::map<std::string, Table>& tables,
                         std::string_view version) {
  Fingerprint print;
  print.add(version).add(plan.seed.value_or(0)).add(subject.original);
  print.add(subject.columns.columns.size()).add(std::uint64_t{subject.columns.named});
  for (const ColumnId id : subject.columns.columns) print.add(id);
  print.add(tables.size());
  for (const auto& [path, table] : tables) print.add(path).add(table);
  return print;
}

std::optional<double> CellResult::value_of(const Plan& plan, const std::string& name) const {
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (plan.measures[m].measure->info.name == name) return measures[m].value;
  }
  for (std::size_t s = 0; s < scores.size(); ++s) {
    if (plan.scores[s].name == name) return scores[s];
  }
  return std::nullopt;
}

PlanResult run_plan(const Plan& plan, std::span<const Trials> trials, const Run& run) {
  const std::vector<std::size_t> which = positions(plan.measures.size());
  PlanResult result;
  const std::vector<PlanCell> cells = plan.all_cells();
  std::vector<Task> tasks;
  for (const PlanCell& cell : cells) {
    const Trials& own = trials[cell.subject];
    const Candidate candidate = cell.method->candidate(cell.cell);
    for (std::size_t draw = 0; draw < own.draws(candidate); ++draw) {
      ++result.draws;
      own.knows(candidate, draw, which) ? void(++result.kept) : tasks.push_back({&cell, draw});
    }
  }
  run.expect(tasks.size());
  run.parallel(tasks.size(), [&](std::size_t i) {
    const PlanCell& cell = *tasks[i].cell;
    trials[cell.subject].draw(cell.method->candidate(cell.cell), tasks[i].draw, which);
    run.advance();
  });
  for (const PlanCell& cell : cells) {
    result.cells.push_back(cell_result(plan, trials[cell.subject], cell));
  }
  add_ranks(plan, result);
  add_correlations(plan, result);
  return result;
}

PlanResult run_plan(const Plan& plan, const Trials& trials, const Run& run) {
  return run_plan(plan, std::span(&trials, 1), run);
}

}  // namespace sfumato::compare
