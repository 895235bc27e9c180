// Grids are drawn as a comparison's map is: a curve for a method with one axis, dots for one with several.
#include "report/plan_map.hpp"

#include "jobs/compare_result.hpp"
#include "report/comparison_map.hpp"

namespace sfumato::report {
namespace {

using compare::CellResult;
using compare::Plan;

std::optional<std::size_t> measure_position(const Plan& plan, const std::string& name) {
  for (std::size_t i = 0; i < plan.measures.size(); ++i) {
    if (plan.measures[i].measure->info.name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

bool has_maps(const Plan& plan) {
  return !plan.methods.empty() && !plan.map.risk.empty() && !plan.map.utility.empty();
}

std::optional<Figure> plan_map(const Plan& plan, const compare::PlanResult& result, std::size_t subject) {
  jobs::CompareResult outcome;
  outcome.measures = plan.measures;
  jobs::ComparisonPart part;
  part.map_risk = measure_position(plan, plan.map.risk);
  part.map_utility = measure_position(plan, plan.map.utility);
  if (!part.map_risk || !part.map_utility) return std::nullopt;
  for (const CellResult& cell : result.cells) {
    if (cell.subject != subject) continue;
    const compare::PlanMethod& method = *cell.method;
    const bool curve = method.axes.size() == 1 && method.axes.front().values.front().is_number();
    if (part.map.empty() || cell.cell == 0) {
      jobs::MapCurve& next = part.map.emplace_back();
      next.name =
          curve || method.cells() == 1 ? method.method->info.name : method.method->info.name + " (grid)";
      if (curve) next.parameter = method.axes.front().parameter;
    }
    const double at = curve ? method.axes.front().values[cell.cell].as_number() : 0.0;
    part.map.back().points.push_back({at, cell.measures[*part.map_risk], cell.measures[*part.map_utility]});
  }
  std::optional<Figure> figure = map_figure(outcome, part);
  const std::string name = plan.subject_name(subject);
  if (figure && !name.empty()) figure->title += " (" + name + ")";
  return figure;
}

}  // namespace sfumato::report
