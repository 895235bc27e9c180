// A name that the plan does not have would give an empty figure after hours, so it is refused first.
#include "compare/plan_figure.hpp"

#include <algorithm>

#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

// One text, or a list of them.
std::vector<std::string> names(const PlanSection& section, const std::string& key,
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

}  // namespace

PlanFigure parse_plan_figure(const PlanSection& section, const std::vector<std::string>& numbers,
                             const std::vector<std::string>& values) {
  section.allow({"title", "x", "y", "x-scale", "y-scale"});
  PlanFigure figure;
  figure.x = names(section, "x", numbers, "a parameter that is a number and that a method of the plan has");
  figure.y = names(section, "y", values, "a measure or a score of the plan");
  figure.title = section.text("title").value_or(enumerated(figure.y) + " by " + enumerated(figure.x));
  figure.x_logarithmic = logarithmic(section, "x-scale");
  figure.y_logarithmic = logarithmic(section, "y-scale");
  return figure;
}

}  // namespace sfumato::compare
