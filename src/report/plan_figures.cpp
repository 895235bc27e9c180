// Which cells make a curve follows from the plan alone; here they get their values.
#include "report/plan_figures.hpp"

#include <algorithm>
#include <cmath>

#include "compare/plan_curves.hpp"
#include "compare/plan_label.hpp"
#include "compare/plan_table.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/plan_map.hpp"

namespace sfumato::report {
namespace {

using compare::CellResult;
using compare::Plan;
using compare::PlanCurve;
using compare::PlanFigure;

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

ChartSeries series_of(const Plan& plan, const compare::PlanResult& result, const PlanCurve& curve,
                      const std::string& measure) {
  ChartSeries series{curve.name, {}};
  for (const auto& [x, position] : curve.cells) {
    const CellResult& cell = result.cells[position];
    const Reading found = reading(plan, cell, measure);
    series.points.push_back({x, found.value, no_number, found.half_width,
                             cell.label + ": " + measure + " " + rounded(found.value)});
  }
  return series;
}

// The label of the figure may name the measure; else several measures are told apart by their names.
std::string series_title(const PlanFigure& figure, const std::string& name, const std::string& measure,
                         std::size_t curves) {
  if (compare::label_names(figure.label, "measure")) {
    const std::string placeholder = "{measure}";  // other braces are part of names
    std::string text = name;
    for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += measure.size()) {
      text.replace(at, placeholder.size(), measure);
    }
    return text;
  }
  if (figure.y.size() == 1) return name;
  return curves > 1 || !figure.label.empty() ? name + ", " + measure : measure;
}

// "k (records)" for one parameter, the names of several.
std::string x_label(const PlanFigure& figure, const compare::PlanResult& result,
                    const std::vector<PlanCurve>& curves) {
  std::string text = enumerated(figure.x);
  if (figure.x.size() != 1 || curves.empty()) return text;
  const CellResult& cell = result.cells[curves.front().cells.front().second];
  for (const ParamInfo& info : cell.method->method->params) {
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
    const std::vector<PlanCurve> curves = compare::plan_curves(plan, figure);
    LineChart chart{{x_label(figure, result, curves), figure.x_logarithmic},
                    {enumerated(figure.y), figure.y_logarithmic},
                    {}};
    for (const PlanCurve& curve : curves) {
      for (const std::string& measure : figure.y) {
        ChartSeries series = series_of(plan, result, curve, measure);
        series.name = series_title(figure, curve.name, measure, curves.size());
        chart.series.push_back(std::move(series));
      }
    }
    figures.push_back({figure.title, figure.title, in_words(chart), std::move(chart)});
  }
  return figures;
}

std::vector<std::string> picture_names(const Plan& plan) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= plan.figures.size(); ++i) names.push_back("figure-" + std::to_string(i));
  if (!has_maps(plan)) return names;
  for (std::size_t i = 1; i <= plan.data.size(); ++i) {
    names.push_back(plan.data.size() == 1 ? "map" : "map-" + std::to_string(i));
  }
  return names;
}

std::vector<PlanPicture> plan_pictures(const Plan& plan, const compare::PlanResult& result) {
  const std::vector<std::string> names = picture_names(plan);
  std::vector<PlanPicture> pictures;
  for (Figure& figure : plan_figures(plan, result)) {
    pictures.push_back({names[pictures.size()], std::move(figure)});
  }
  if (!has_maps(plan)) return pictures;
  for (std::size_t subject = 0; subject < plan.data.size(); ++subject) {
    std::optional<Figure> map = plan_map(plan, result, subject);
    if (map) pictures.push_back({names[plan.figures.size() + subject], std::move(*map)});
  }
  return pictures;
}

}  // namespace sfumato::report
