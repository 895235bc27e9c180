// Curves are named by what they do not share: the method with its other parameters, the measure, or both.
#include "report/plan_figures.hpp"

#include <algorithm>
#include <cmath>

#include "compare/plan_table.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

using compare::CellResult;
using compare::Plan;
using compare::PlanFigure;

// Cells of one method that have all but one parameter in common.
struct Curve {
  std::string name;
  std::string parameter;  // of the x axis
  std::vector<std::pair<double, const CellResult*>> cells;
};

struct Reading {
  double value = no_number;
  double half_width = no_number;
};

Reading reading(const Plan& plan, const CellResult& cell, const std::string& name) {
  for (std::size_t m = 0; m < plan.measures.size(); ++m) {
    if (plan.measures[m].measure->info.name != name) continue;
    const compare::Estimate& estimate = cell.measures[m];
    return {estimate.value.value_or(no_number), compare::standard_error(cell, estimate).value_or(no_number)};
  }
  for (std::size_t s = 0; s < plan.scores.size(); ++s) {
    if (plan.scores[s].name == name) return {cell.scores[s].value_or(no_number), no_number};
  }
  return {};
}

// Nothing where the cell has none of the parameters.
std::optional<Curve> curve_of(const PlanFigure& figure, const CellResult& cell) {
  const ParamValues params = cell.method->named_params(cell.cell);
  for (const std::string& wanted : figure.x) {
    const auto found =
        std::find_if(params.begin(), params.end(), [&](const auto& entry) { return entry.first == wanted; });
    if (found == params.end() || !found->second.is_number()) continue;
    Curve curve{cell.method->method->info.name, wanted, {{found->second.as_number(), &cell}}};
    for (const auto& [name, value] : params) {
      if (name != wanted) curve.name += " " + name + "=" + compare::grid_text(value);
    }
    if (!cell.method->columns.empty()) curve.name += " on " + enumerated(cell.method->columns);
    return curve;
  }
  return std::nullopt;
}

std::vector<Curve> curves_of(const PlanFigure& figure, const compare::PlanResult& result) {
  std::vector<Curve> curves;
  for (const CellResult& cell : result.cells) {
    std::optional<Curve> one = curve_of(figure, cell);
    if (!one) continue;
    const auto same = std::find_if(curves.begin(), curves.end(), [&](const Curve& curve) {
      return curve.name == one->name && curve.parameter == one->parameter;
    });
    same == curves.end() ? curves.push_back(std::move(*one)) : same->cells.push_back(one->cells.front());
  }
  for (Curve& curve : curves) {
    std::stable_sort(curve.cells.begin(), curve.cells.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return curves;
}

ChartSeries series_of(const Plan& plan, const Curve& curve, const std::string& measure) {
  ChartSeries series{curve.name, {}};
  for (const auto& [x, cell] : curve.cells) {
    const Reading found = reading(plan, *cell, measure);
    series.points.push_back({x, found.value, no_number, found.half_width,
                             cell->label + ": " + measure + " " + rounded(found.value)});
  }
  return series;
}

// "k (records)" for one parameter, the names of several.
std::string x_label(const PlanFigure& figure, const std::vector<Curve>& curves) {
  std::string text = enumerated(figure.x);
  if (figure.x.size() != 1 || curves.empty()) return text;
  for (const ParamInfo& info : curves.front().cells.front().second->method->method->params) {
    if (info.name == figure.x.front() && !info.unit.empty()) text += " (" + info.unit + ")";
  }
  return text;
}

// The ends of every curve, in words.
std::string in_words(const LineChart& chart) {
  std::string text = chart.y.label + " by " + chart.x.label + ".";
  for (const ChartSeries& series : chart.series) {
    const ChartPoint &first = series.points.front(), &last = series.points.back();
    text += " " + series.name + ": " + rounded(first.y) + " at " + rounded(first.x);
    if (series.points.size() > 1) text += ", " + rounded(last.y) + " at " + rounded(last.x);
    text += ".";
  }
  return text;
}

}  // namespace

std::vector<Figure> plan_figures(const Plan& plan, const compare::PlanResult& result) {
  std::vector<Figure> figures;
  for (const PlanFigure& figure : plan.figures) {
    const std::vector<Curve> curves = curves_of(figure, result);
    LineChart chart{
        {x_label(figure, curves), figure.x_logarithmic}, {enumerated(figure.y), figure.y_logarithmic}, {}};
    for (const Curve& curve : curves) {
      for (const std::string& measure : figure.y) {
        ChartSeries series = series_of(plan, curve, measure);
        if (figure.y.size() > 1) series.name = curves.size() > 1 ? series.name + ", " + measure : measure;
        chart.series.push_back(std::move(series));
      }
    }
    figures.push_back({figure.title, figure.title, in_words(chart), std::move(chart)});
  }
  return figures;
}

}  // namespace sfumato::report
