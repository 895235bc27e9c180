// Plans: any file is accepted or refused, and in an accepted plan every cell has all parameters of its
// method inside their ranges, a label, and a name of its own.
#include "compare/plan.hpp"

#include <set>

#include "compare/plan_curves.hpp"
#include "io/toml.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

constexpr std::size_t looked_at = 200;  // cells of a grid

void check_method(const compare::PlanMethod& method, const std::string& text) {
  const std::size_t cells = method.cells();
  fuzz::require(cells > 0 && cells <= compare::most_cells, "a grid of that size", text);
  std::set<std::string> keys;
  const std::size_t stride = std::max<std::size_t>(1, cells / looked_at);
  for (std::size_t cell = 0; cell < cells; cell += stride) {
    const compare::Candidate candidate = method.candidate(cell);
    fuzz::require(candidate.params.size() == method.method->params.size(), "a parameter is missing", text);
    for (std::size_t i = 0; i < candidate.params.size(); ++i) {
      checked_param(method.method->params[i], candidate.params[i].second);
    }
    fuzz::require(keys.insert(candidate.key()).second, "two cells are the same", candidate.key());
    fuzz::require(method.named_params(cell).size() == method.named.size(), "a named parameter is missing",
                  text);
    fuzz::require(!method.label.empty() || method.label_of(cell).starts_with(method.method->info.name),
                  "a label without its method", text);
  }
}

// Every cell is on one curve at most, and a curve has a name.
void check_figure(const compare::Plan& plan, const compare::PlanFigure& figure, const std::string& text) {
  std::set<std::size_t> drawn;
  for (const compare::PlanCurve& curve : compare::plan_curves(plan, figure)) {
    fuzz::require(!curve.cells.empty(), "a curve without cells", text);
    for (const auto& [x, cell] : curve.cells) {
      fuzz::require(cell < plan.cells() && drawn.insert(cell).second, "a cell on two curves", text);
    }
  }
}

}  // namespace

FUZZ_TARGET(plan) {
  const std::string text = fuzz::text_of(data, size);
  const auto plan =
      fuzz::accepted([&] { return compare::parse_plan(io::parse_toml(text, "fuzz.toml"), "fuzz.toml"); });
  if (!plan) return 0;
  fuzz::require(plan->cells() <= compare::most_cells, "too many cells", text);
  fuzz::require(!plan->methods.empty() || !plan->targets.empty(), "nothing to do", text);
  fuzz::require(!plan->data.empty(), "no data", text);
  for (const compare::PlanMethod& method : plan->methods) check_method(method, text);
  for (const compare::PlanFigure& figure : plan->figures) check_figure(*plan, figure, text);
  for (const compare::MeasureRequest& request : plan->measures) {
    fuzz::require(request.parameters.size() == request.measure->params.size(), "a setting is missing", text);
  }
  return 0;
}
