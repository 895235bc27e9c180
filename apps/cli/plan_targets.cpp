// A target is a comparison of its own, with the plan's settings, draws and findings.
#include "cli/plan_targets.hpp"

#include <algorithm>

#include "cli/comparison_story.hpp"

namespace sfumato::cli {
namespace {

std::vector<std::string> plan_methods(const compare::Plan& plan) {
  std::vector<std::string> names;
  for (const compare::PlanMethod& method : plan.methods) {
    const std::string& name = method.method->info.name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// MEASURE.PARAM=VALUE of those measures that the target uses.
std::vector<std::string> target_settings(const compare::Plan& plan, const compare::PlanTarget& target) {
  std::vector<std::string> settings;
  for (const auto& [measure, params] : plan.settings) {
    const auto& rankers = target.rank_by;
    const bool used =
        measure == target.measure || std::find(rankers.begin(), rankers.end(), measure) != rankers.end();
    if (!used) continue;
    for (const auto& [name, value] : params) {
      settings.push_back(measure + "." + name + "=" + compare::grid_text(value));
    }
  }
  return settings;
}

}  // namespace

std::vector<report::ComparisonStory> tell_targets(const compare::Plan& plan, const PlanInput& input,
                                                  const Run& run, compare::FindingStore* store) {
  std::vector<report::ComparisonStory> stories;
  for (const compare::PlanTarget& target : plan.targets) {
    compare::JobRequest request;
    request.targets = {{target.measure, target.value}};
    request.rank_by = target.rank_by;
    request.settings = target_settings(plan, target);
    request.contenders.methods = target.methods.empty() ? plan_methods(plan) : target.methods;
    request.tolerance = target.tolerance;
    request.replicates = plan.replicates;
    const compare::Job job(request);
    stories.push_back(tell_comparison(job, input.subject, {.data = plan.data.description}, run, store));

    stories.back().seed = plan.seed;
  }
  return stories;
}

}  // namespace sfumato::cli
