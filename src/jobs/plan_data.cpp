// Made-up data depend on their own seed alone, so that a plan's data stay when its seed changes.
#include "jobs/plan_data.hpp"

#include <algorithm>

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

io::TableFile read_data(const compare::PlanData& data, const PlanReader& read_file, const Run& run) {
  if (!data.path.empty()) return read_file(data, run);
  io::TableFile file;
  file.table = io::as_declared(made_up(data, run), data.read.declared, {}, data.description);
  return file;
}

// By path, as the plan writes it.
std::map<std::string, Table> named_tables(const compare::Plan& plan, const Run& run) {
  std::map<std::string, Table> result;
  const auto read = [&](const std::vector<std::pair<std::string, std::string>>& tables) {
    for (const auto& [written, path] : tables) {
      if (!result.contains(written)) result[written] = release::read_named_table(path, {}, run);
    }
  };
  read(plan.tables);
  for (const compare::PlanMethod& method : plan.methods) read(method.tables);
  return result;
}

}  // namespace

Run PlanInput::equipped(Run run) const {
  for (const auto& [path, table] : tables) run = run.with_table(path, table);
  return run;
}

std::vector<PlanInput> read_plan_data(const compare::Plan& plan, const PlanReader& read_file,
                                      const Run& run) {
  const std::map<std::string, Table> tables = named_tables(plan, run);
  std::vector<PlanInput> inputs;
  io::TableFile whole;
  for (std::size_t i = 0; i < plan.data.size(); ++i) {
    const compare::PlanData& data = plan.data[i];
    if (i == 0 || plan.data[i - 1].data_set != data.data_set) whole = read_data(data, read_file, run);
    io::TableFile file = whole;  // columns are shared
    PlanInput& input = inputs.emplace_back();
    input.position = i;
    input.tables = tables;
    const std::string name = plan.subject_name(i);
    input.subject.columns =
        name.empty() ? choose_columns(file.table, data.columns)
                     : compare::placed(name, [&] { return choose_columns(file.table, data.columns); });
    release::load_hierarchies(file, input.subject.columns, run);
    release::load_step_hierarchies(file, as_recipe(plan), data.columns, run);
    input.missing_token = file.missing_token;
    input.sidecar = file.sidecar.path;
    input.subject.original = std::move(file.table);
  }
  return inputs;
}

std::vector<std::string> plan_inputs(const compare::Plan& plan) {
  std::vector<std::string> paths;
  for (const compare::PlanData& data : plan.data) {
    for (const std::string& path : {data.path, data.read.roles}) {
      if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    }
  }
  for (const auto& [written, path] : plan.tables) paths.push_back(path);
  for (const compare::PlanMethod& method : plan.methods) {
    for (const auto& [written, path] : method.tables) paths.push_back(path);
  }
  for (const std::string& path : release::hierarchy_inputs(as_recipe(plan))) paths.push_back(path);
  return paths;
}

}  // namespace sfumato::jobs
