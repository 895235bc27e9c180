// Made-up data depend on their own seed alone, so that a plan's data stay when its seed changes.
#include "jobs/plan_data.hpp"

#include "core/error.hpp"
#include "io/declared_kind.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "sample/blocks.hpp"
#include "sample/normal_columns.hpp"
#include "sample/registry.hpp"

namespace sfumato::jobs {
namespace {

Table made_up(const compare::PlanData& data, const Run& run) {
  const Run own(Run::Options{.seed = data.seed, .threads = run.threads()});
  if (!data.normal) return sample::draw_table(sample::sample(data.sample), data.rows, own);
  return sample::normal_columns(data.normal->rows, data.normal->columns, data.normal->correlation, own);
}

// The methods of a plan as steps, whose hierarchies are read as `mask` reads them.
masking::Recipe as_recipe(const compare::Plan& plan) {
  masking::Recipe recipe;
  for (const compare::PlanMethod& method : plan.methods) {
    recipe.steps.push_back({method.method, method.located, method.columns, {}, false});
  }
  return recipe;
}

}  // namespace

Run PlanInput::equipped(Run run) const {
  for (const auto& [path, table] : tables) run = run.with_table(path, table);
  return run;
}

PlanInput read_plan_data(const compare::Plan& plan, const PlanReader& read_file, const Run& run) {
  const compare::PlanData& data = plan.data;
  io::TableFile file;
  if (data.path.empty()) {
    file.table = io::as_declared(made_up(data, run), data.read.declared, {}, data.description);
  } else {
    file = read_file(data, run);
  }
  PlanInput input;
  input.subject.columns = choose_columns(file.table, data.columns);
  release::load_hierarchies(file, input.subject.columns, run);
  release::load_step_hierarchies(file, as_recipe(plan), data.columns, run);
  input.missing_token = file.missing_token;
  input.sidecar = file.sidecar.path;
  input.subject.original = std::move(file.table);
  const auto read = [&](const std::vector<std::pair<std::string, std::string>>& tables) {
    for (const auto& [written, path] : tables) {
      if (!input.tables.contains(written)) input.tables[written] = release::read_named_table(path, {}, run);
    }
  };
  read(plan.tables);
  for (const compare::PlanMethod& method : plan.methods) read(method.tables);
  return input;
}

std::vector<std::string> plan_inputs(const compare::Plan& plan) {
  std::vector<std::string> paths;
  for (const std::string& path : {plan.data.path, plan.data.read.roles}) {
    if (!path.empty()) paths.push_back(path);
  }
  for (const auto& [written, path] : plan.tables) paths.push_back(path);
  for (const compare::PlanMethod& method : plan.methods) {
    for (const auto& [written, path] : method.tables) paths.push_back(path);
  }
  for (const std::string& path : release::hierarchy_inputs(as_recipe(plan))) paths.push_back(path);
  return paths;
}

}  // namespace sfumato::jobs
