// A curve is found by a key, the texts of everything that makes it, and named separately.
#include "compare/plan_curves.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "compare/plan_label.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

const Value* param_of(const ParamValues& params, const std::string& name) {
  for (const auto& [key, value] : params) {
    if (key == name) return &value;
  }
  return nullptr;
}

// What a cell has of a name that can make curves; empty where its method has none.
std::string curve_value(const Plan& plan, const PlanCell& cell, const ParamValues& params,
                        const std::string& name) {
  if (const Value* value = param_of(params, name)) return grid_text(*value);
  if (name == "method") return cell.method->method->info.name;
  if (name == "data") return plan.data[cell.subject].name;
  if (name == "columns") return plan.data[cell.subject].columns_name;
  return "";
}

// "mdav seeds=farthest on a and b (census.csv)": the method and all but the parameter of the x axis.
std::string whole_name(const Plan& plan, const PlanCell& cell, const ParamValues& params,
                       const std::string& x) {
  std::string text = cell.method->method->info.name;
  for (const auto& [name, value] : params) {
    if (name != x) text += " " + name + "=" + grid_text(value);
  }
  if (!cell.method->columns.empty()) text += " on " + enumerated(cell.method->columns);
  const std::string subject = plan.subject_name(cell.subject);
  return subject.empty() ? text : text + " (" + subject + ")";
}

// "mdav, k=3": what the series names; parameters with their names.
std::string series_name(const Plan& plan, const PlanCell& cell, const ParamValues& params,
                        const std::vector<std::string>& series) {
  std::vector<std::string> parts;
  for (const std::string& name : series) {
    const std::string value = curve_value(plan, cell, params, name);
    if (value.empty()) continue;
    parts.push_back(param_of(params, name) != nullptr ? name + "=" + value : value);
  }
  return joined(parts);
}

std::vector<std::string> curve_key(const Plan& plan, const PlanFigure& figure, const PlanCell& cell,
                                   const ParamValues& params, const std::string& x) {
  std::vector<std::string> key{x};
  if (figure.series.empty()) {
    key.push_back(whole_name(plan, cell, params, x));
    return key;
  }
  for (const std::string& name : figure.series) key.push_back(curve_value(plan, cell, params, name));
  return key;
}

std::string curve_name(const Plan& plan, const PlanFigure& figure, const PlanCell& cell,
                       const ParamValues& params, const std::string& x) {
  if (!figure.label.empty()) {
    return filled_label(figure.label, [&](const std::string& name) {
      return name == "measure" ? "{measure}" : curve_value(plan, cell, params, name);
    });
  }
  return figure.series.empty() ? whole_name(plan, cell, params, x)
                               : series_name(plan, cell, params, figure.series);
}

}  // namespace

std::vector<PlanCurve> plan_curves(const Plan& plan, const PlanFigure& figure) {
  std::vector<PlanCurve> curves;
  std::map<std::vector<std::string>, std::size_t> known;
  const std::vector<PlanCell> cells = plan.all_cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ParamValues params = cells[i].method->named_params(cells[i].cell);
    const auto x = std::find_if(figure.x.begin(), figure.x.end(), [&](const std::string& name) {
      const Value* value = param_of(params, name);
      return value != nullptr && value->is_number();
    });
    if (x == figure.x.end()) continue;
    const auto [place, added] =
        known.try_emplace(curve_key(plan, figure, cells[i], params, *x), curves.size());
    if (added) curves.push_back({curve_name(plan, figure, cells[i], params, *x), *x, {}});
    curves[place->second].cells.emplace_back(param_of(params, *x)->as_number(), i);
  }
  for (PlanCurve& curve : curves) {
    std::stable_sort(curve.cells.begin(), curve.cells.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return curves;
}

void check_curves(const PlanSection& section, const Plan& plan, const PlanFigure& figure) {
  if (figure.series.empty() && figure.label.empty()) return;
  const std::vector<PlanCell> cells = plan.all_cells();
  std::set<std::string> names;
  for (const PlanCurve& curve : plan_curves(plan, figure)) {
    if (!names.insert(curve.name).second) {
      section.wrong("label", "gives two curves the name '" + io::shown(curve.name) + "'",
                    "add what distinguishes them");
    }
    if (figure.series.empty()) continue;
    for (std::size_t i = 1; i < curve.cells.size(); ++i) {
      if (curve.cells[i].first != curve.cells[i - 1].first) continue;
      section.wrong("series",
                    "puts '" + io::shown(plan.label_of(cells[curve.cells[i - 1].second])) + "' and '" +
                        io::shown(plan.label_of(cells[curve.cells[i].second])) +
                        "' at the same place of one curve",
                    "add what distinguishes them");
    }
  }
}

}  // namespace sfumato::compare
