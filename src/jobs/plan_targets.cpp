// A target is a comparison of its own, with the plan's settings, draws and findings.
#include "jobs/plan_targets.hpp"

#include <algorithm>

#include "compare/other_risks.hpp"
#include "core/error.hpp"
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

// Of those measures that the comparison uses: goals, rankers and other risks.
std::vector<std::string> target_settings(const std::vector<std::string>& all,
                                         const compare::JobRequest& request) {
  std::vector<std::string> used = request.rank_by;
  std::vector<std::string> goals;
  for (const compare::NamedTarget& target : request.targets) goals.push_back(target.measure);
  for (const compare::NamedTarget& limit : request.at_most) goals.push_back(limit.measure);
  for (const std::string& goal : goals) {
    if (!request.rank_by.empty()) break;
    const auto rankers = compare::usual_rankers(goal, all, request.categorical, request.numeric);
    used.insert(used.end(), rankers.begin(), rankers.end());
  }
  used.insert(used.end(), goals.begin(), goals.end());
  const auto risks = compare::usual_risks(request.numeric, request.categorical);
  used.insert(used.end(), risks.begin(), risks.end());
  std::vector<std::string> settings;
  for (const std::string& one : all) {
    if (std::find(used.begin(), used.end(), one.substr(0, one.find('.'))) != used.end()) {
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

bool has_column(const compare::Subject& subject, bool numeric) {
  const auto& compared = subject.columns.columns;
  return std::any_of(compared.begin(), compared.end(), [&](ColumnId id) {
    return (subject.original.info(id).kind == Kind::numeric) == numeric;
  });
}

// The question that the command `compare` would be asked. With limits the measures that rank are left to it,
// so that it answers as the command does.
compare::JobRequest request_of(const compare::Plan& plan, const compare::PlanTarget& target,
                               const compare::Subject& subject) {
  compare::JobRequest request;
  request.rows = subject.original.rows();
  request.numeric = has_column(subject, true);
  request.categorical = has_column(subject, false);
  if (target.equal) request.targets = {*target.equal};
  request.at_most = target.at_most;
  const std::vector<std::string> settings = plan_settings(plan);
  request.rank_by = target.rank_by;
  if (target.equal && target.rank_by.empty()) {
    request.rank_by =
        compare::usual_rankers(target.equal->measure, settings, request.categorical, request.numeric);
  }
  request.settings = target_settings(settings, request);
  request.contenders.methods = target.methods.empty() ? plan_methods(plan) : target.methods;
  request.contenders.fixed = fixed_params(plan, request.contenders.methods);
  request.tolerance = target.tolerance;
  request.replicates = plan.replicates;
  return request;
}

}  // namespace

void check_targets(const compare::Plan& plan, const PlanInput& input, const std::string& source) {
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    try {
      const compare::Job job(request_of(plan, plan.targets[i], input.subject));
    } catch (const Error& failure) {
      // Parameters are keys of the plan here.
      throw Error(failure.code,
                  source + ", [[targets]] " + std::to_string(i + 1) + ": " +
                      spelled(failure.message, ParameterSpelling::plain),
                  spelled(failure.hint, ParameterSpelling::plain));
    }
  }
}

std::vector<CompareResult> compare_targets(const compare::Plan& plan, const PlanInput& input,
                                           const TargetDestination& destination, const Run& run,
                                           compare::FindingStore* store) {
  std::vector<CompareResult> results;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const compare::PlanTarget& target = plan.targets[i];
    const compare::Job job(request_of(plan, target, input.subject));
    WinnerDestinations winners;
    if (target.release && destination) winners.push_back(destination(i, input));
    results.push_back(run_comparison({job,
                                      input.subject,
                                      plan.data[input.position].name,
                                      target.keep_draw,
                                      {.shuffle = target.shuffle, .renumber = target.renumber}},
                                     winners, run, store));
    results.back().seed = plan.seed;
  }
  return results;
}

}  // namespace sfumato::jobs
