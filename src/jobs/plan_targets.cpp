// A target is a comparison of its own, with the plan's settings, draws and findings.
#include "jobs/plan_targets.hpp"

#include <algorithm>

#include "jobs/compare.hpp"

namespace sfumato::jobs {
namespace {

std::vector<std::string> plan_methods(const compare::Plan& plan) {
  std::vector<std::string> names;
  for (const compare::PlanMethod& method : plan.methods) {
    const std::string& name = method.method->info.name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string typed(const Value& value) {
  if (!value.is_array()) return compare::grid_text(value);
  std::string text;
  for (const Value& item : value.as_array()) text += (text.empty() ? "" : ",") + compare::grid_text(item);
  return text;
}

// MEASURE.PARAM=VALUE of all measures that the plan sets.
std::vector<std::string> plan_settings(const compare::Plan& plan) {
  std::vector<std::string> settings;
  for (const auto& [measure, params] : plan.settings) {
    for (const auto& [name, value] : params) settings.push_back(measure + "." + name + "=" + typed(value));
  }
  return settings;
}

// Of those measures that the target uses.
std::vector<std::string> target_settings(const std::vector<std::string>& all, const std::string& measure,
                                         const std::vector<std::string>& rankers) {
  std::vector<std::string> settings;
  for (const std::string& one : all) {
    const std::string name = one.substr(0, one.find('.'));
    if (name == measure || std::find(rankers.begin(), rankers.end(), name) != rankers.end()) {
      settings.push_back(one);
    }
  }
  return settings;
}

// What the plan says of a method beside its dials and grids stays as it says: of the first entry with it.
std::vector<std::string> fixed_params(const compare::Plan& plan, const std::vector<std::string>& methods) {
  std::vector<std::string> fixed;
  for (const std::string& name : methods) {
    const auto entry = std::find_if(plan.methods.begin(), plan.methods.end(),
                                    [&](const auto& method) { return method.method->info.name == name; });
    if (entry == plan.methods.end()) continue;
    for (const ParamInfo& info : entry->method->params) {
      const auto& named = entry->named;
      const bool said = std::find(named.begin(), named.end(), info.name) != named.end();
      const bool grid =
          std::any_of(entry->axes.begin(), entry->axes.end(), [&](const compare::GridAxis& axis) {
            return axis.parameter == info.name && axis.values.size() > 1;
          });
      if (!said || grid || info.dial != Dial::none) continue;
      for (const auto& [param, value] : entry->params) {
        if (param == info.name) fixed.push_back(name + "." + param + "=" + typed(value));
      }
    }
  }
  return fixed;
}

}  // namespace

std::vector<CompareResult> compare_targets(const compare::Plan& plan, const PlanInput& input,
                                           const TargetDestination& destination, const Run& run,
                                           compare::FindingStore* store) {
  std::vector<CompareResult> results;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const compare::PlanTarget& target = plan.targets[i];
    compare::JobRequest request;
    request.targets = {{target.measure, target.value}};
    const std::vector<std::string> settings = plan_settings(plan);
    request.rank_by =
        target.rank_by.empty() ? compare::usual_rankers(target.measure, settings) : target.rank_by;
    request.settings = target_settings(settings, target.measure, request.rank_by);
    request.contenders.methods = target.methods.empty() ? plan_methods(plan) : target.methods;
    request.contenders.fixed = fixed_params(plan, request.contenders.methods);
    request.tolerance = target.tolerance;
    request.replicates = plan.replicates;
    const Table& table = input.subject.original;
    const auto& compared = input.subject.columns.columns;
    request.numeric = std::any_of(compared.begin(), compared.end(),
                                  [&](ColumnId id) { return table.info(id).kind == Kind::numeric; });
    const compare::Job job(request);
    WinnerDestinations winners;
    if (target.release && destination) winners.push_back(destination(i, input));
    results.push_back(run_comparison({job,
                                      input.subject,
                                      plan.data.description,
                                      target.keep_draw,
                                      {.shuffle = target.shuffle, .renumber = target.renumber}},
                                     winners, run, store));
    results.back().seed = plan.seed;
  }
  return results;
}

}  // namespace sfumato::jobs
