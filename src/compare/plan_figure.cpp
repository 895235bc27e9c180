// A name that the plan does not have would give an empty figure after hours, so it is refused first.
#include "compare/plan_figure.hpp"

#include <algorithm>

#include "compare/plan_label.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

// One text, or a list of them.
std::vector<std::string> drawn_names(const PlanSection& section, const std::string& key,
                                     const std::vector<std::string>& known, const std::string& what) {
  const Value* given = section.find(key);
  if (given == nullptr) bad_input(section.where() + " has no " + key, "name " + what);
  const std::vector<std::string> result =
      given->is_text() ? std::vector{given->as_text()} : section.texts(key);
  for (const std::string& name : result) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string close = suggestion(name, known);
    section.wrong(key, "= \"" + io::shown(name) + "\" is not a name that can be drawn",
                  close.empty() ? "name " + what : close);
  }
  return result;
}

bool logarithmic(const PlanSection& section, const std::string& key) {
  const std::string scale = section.text(key).value_or("linear");
  if (scale != "linear" && scale != "log") section.wrong(key, "must be linear or log", "in quotes");
  return scale == "log";
}

// What may distinguish curves: everything but the x axis.
std::vector<std::string> curve_names(const FigureNames& known, const std::vector<std::string>& x) {
  std::vector<std::string> names{"method", "data", "columns"};
  for (const std::string& name : known.parameters) {
    if (std::find(x.begin(), x.end(), name) == x.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

PlanFigure parse_plan_figure(const PlanSection& section, const FigureNames& known) {
  section.allow({"title", "x", "y", "x-scale", "y-scale", "series", "label"});
  PlanFigure figure;
  figure.x = drawn_names(section, "x", known.numbers,
                         "a parameter that is a number and that a method of the plan has");
  figure.y = drawn_names(section, "y", known.values, "a measure or a score of the plan");
  figure.title = section.text("title").value_or(enumerated(figure.y) + " by " + enumerated(figure.x));
  figure.x_logarithmic = logarithmic(section, "x-scale");
  figure.y_logarithmic = logarithmic(section, "y-scale");
  std::vector<std::string> names = curve_names(known, figure.x);
  if (section.find("series") != nullptr) {
    figure.series = drawn_names(section, "series", names, enumerated(names, "or"));
    names = figure.series;
  }
  figure.label = section.text("label").value_or("");
  names.emplace_back("measure");
  check_label(section, figure.label, names, "what makes the curves");
  return figure;
}

}  // namespace sfumato::compare
