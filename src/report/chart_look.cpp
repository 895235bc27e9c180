// One rule per class, in the order of the style sheet; later ones win.
#include "report/chart_look.hpp"

#include <algorithm>

#include "report/html_style.hpp"

namespace sfumato::report {
namespace {

constexpr double halo_width = 3.0;

bool has_class(std::string_view classes, std::string_view wanted) {
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find(' '), classes.size());
    if (classes.substr(0, end) == wanted) return true;
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return false;
}

Look text_look(std::string_view classes) {
  Look look{.fill = light_colour("ink")};
  if (has_class(classes, "tick") || has_class(classes, "axis")) look.fill = light_colour("ink-soft");
  look.bold = has_class(classes, "axis") || has_class(classes, "strong") || has_class(classes, "title");
  if (has_class(classes, "small")) look.font_size = 11.0;
  if (has_class(classes, "title")) look.font_size = title_size;
  if (has_class(classes, "turned")) look.fill = light_colour("heat-turned");
  if (has_class(classes, "half-turned")) look.fill = light_colour("heat-half-turned");
  if (has_class(classes, "direct")) {
    look.halo = light_colour("surface");
    look.stroke_width = halo_width;
  }
  return look;
}

Look stroke_look(const std::string& colour, double width) {
  return {.stroke = colour, .stroke_width = width};
}

// Lines of axes and charts that have their own colour.
bool fixed_stroke(std::string_view classes, Look& look) {
  if (has_class(classes, "grid")) {
    look = stroke_look(light_colour("grid"), 1.0);
  } else if (has_class(classes, "zero")) {
    look = stroke_look(light_colour("ink-soft"), 1.0);
  } else if (has_class(classes, "reference")) {
    look = stroke_look(light_colour("ink"), 1.5);
    look.dashes = {6.0, 4.0};
  } else if (has_class(classes, "after")) {
    look = stroke_look(light_colour("series-2"), 2.0);
  } else if (has_class(classes, "none")) {
    look = stroke_look(light_colour("rule"), 1.0);
    look.dashes = {2.0, 2.0};
  } else {
    return false;
  }
  return true;
}

bool fixed_fill(std::string_view classes, Look& look) {
  constexpr std::pair<const char*, const char*> fills[] = {
      {"band", "series-3"},   {"before", "before"}, {"high", "heat-high"}, {"low", "heat-low"},
      {"chosen", "series-1"}, {"other", "bar"},     {"ground", "surface"}};
  for (const auto& [name, colour] : fills) {
    if (!has_class(classes, name)) continue;
    look.fill = light_colour(colour);
    if (std::string_view(name) == "band") look.fill_opacity = 0.16;
    return true;
  }
  return false;
}

// Lines and marks of a series have the colour of their group.
Look series_look(std::string_view classes, const InheritedLook& inherited) {
  Look look = stroke_look(inherited.colour, 1.0);
  if (has_class(classes, "line")) {
    look.stroke_width = inherited.line_width;
    look.dashes = inherited.dashes;
    look.round = inherited.round;
  } else if (has_class(classes, "arms")) {
    look.stroke_width = 2.0;
  } else if (has_class(classes, "ring")) {
    look.fill = light_colour("surface");
    look.stroke_width = 1.8;
  } else if (has_class(classes, "whisker")) {
    look.stroke_width = 1.2;
    look.opacity = 0.65;
  } else {
    look = {.fill = inherited.fills ? inherited.colour : light_colour("ink")};
  }
  return look;
}

}  // namespace

std::string light_colour(std::string_view name) {
  const std::string_view style = chart_style();
  const std::string wanted = "--" + std::string(name) + ": ";
  const std::size_t found = style.find(wanted);
  return found == std::string_view::npos ? "#000000" : std::string(style.substr(found + wanted.size(), 7));
}

InheritedLook outermost_look() { return {.colour = light_colour("ink")}; }

InheritedLook inherited_look(const InheritedLook& outer, std::string_view classes) {
  InheritedLook look = outer;
  for (char series = '1'; series <= '7'; ++series) {
    if (has_class(classes, std::string("s") + series))
      look.colour = light_colour(std::string("series-") + series);
  }
  if (has_class(classes, "bar")) look.colour = light_colour("ink");
  if (has_class(classes, "series")) look.fills = true;
  if (has_class(classes, "d1")) look.dashes = {8.0, 3.0};
  if (has_class(classes, "d2")) look.dashes = {2.0, 3.0};
  if (has_class(classes, "d3")) look.dashes = {9.0, 3.0, 2.0, 3.0};
  if (has_class(classes, "winner")) look.line_width = 3.6;
  if (has_class(classes, "backdrop")) {
    look.colour = light_colour("frontier");
    look.line_width = 9.0;
    look.round = true;
  }
  return look;
}

Look look_of(const Shape& shape, const InheritedLook& inherited) {
  if (std::holds_alternative<TextShape>(shape.form)) return text_look(shape.classes);
  Look look;
  if (fixed_stroke(shape.classes, look)) return look;
  if (!fixed_fill(shape.classes, look)) look = series_look(shape.classes, inherited);
  if (const auto* form = std::get_if<RectangleShape>(&shape.form))
    look.fill_opacity *= form->opacity.value_or(1.0);
  return look;
}

bool in_files(const Shape& shape) { return !has_class(shape.classes, "hit"); }

}  // namespace sfumato::report
