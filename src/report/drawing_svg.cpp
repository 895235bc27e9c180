// Text with a halo is drawn twice, since not every renderer can paint a stroke under its fill.
#include "report/drawing_svg.hpp"

#include "core/number_text.hpp"
#include "report/chart_look.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

std::string spots(const std::vector<Spot>& list) {
  std::string text;
  for (const Spot& spot : list) text += (text.empty() ? "" : " ") + pixels(spot.x) + "," + pixels(spot.y);
  return text;
}

// "M1 2H3V4L5 6": the shortest command for each step.
std::string path_data(const PathShape& path) {
  std::string text;
  for (const std::vector<Spot>& line : path.lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Spot& spot = line[i];
      if (i == 0) {
        text += "M" + pixels(spot.x) + " " + pixels(spot.y);
      } else if (spot.x == line[i - 1].x) {
        text += "V" + pixels(spot.y);
      } else if (spot.y == line[i - 1].y) {
        text += "H" + pixels(spot.x);
      } else {
        text += "L" + pixels(spot.x) + " " + pixels(spot.y);
      }
    }
  }
  return text;
}

std::string anchor_text(Anchor anchor) {
  return anchor == Anchor::start ? "" : anchor == Anchor::middle ? "middle" : "end";
}

std::string unless(double value, double usual) { return value == usual ? "" : rounded(value, 3); }

// What stands at the beginning of an element, class or nothing, and at its end, nothing or a look.
struct Dress {
  std::string classes;
  std::string attributes;
};

std::string dressed(std::string_view name, const Dress& dress, Attributes attributes,
                    std::string_view content = {}) {
  std::string text = element(name, attributes, content);
  const std::size_t begin = 1 + name.size();
  if (!dress.attributes.empty()) {
    // Values of attributes are numbers and colours, or escaped: none has a '>'.
    const std::size_t close = text.find('>');
    text.insert(text[close - 1] == '/' ? close - 1 : close, dress.attributes);
  }
  if (!dress.classes.empty()) text.insert(begin, " class=\"" + dress.classes + "\"");
  return text;
}

void add_attribute(std::string& text, std::string_view name, const std::string& value) {
  if (!value.empty()) text.append(" ").append(name).append("=\"").append(value).append("\"");
}

std::string paint_attributes(const Look& look) {
  std::string text;
  add_attribute(text, "fill", look.fill.empty() ? "none" : look.fill);
  add_attribute(text, "fill-opacity", unless(look.fill_opacity, 1.0));
  if (!look.stroke.empty()) {
    add_attribute(text, "stroke", look.stroke);
    add_attribute(text, "stroke-width", unless(look.stroke_width, 1.0));
    std::string dashes;
    for (const double dash : look.dashes) dashes += (dashes.empty() ? "" : " ") + pixels(dash);
    add_attribute(text, "stroke-dasharray", dashes);
    add_attribute(text, "stroke-linecap", look.round ? "round" : "");
    add_attribute(text, "stroke-linejoin", "round");
  }
  add_attribute(text, "opacity", unless(look.opacity, 1.0));
  return text;
}

std::string font_attributes(const Look& look) {
  std::string text;
  add_attribute(text, "font-size", unless(look.font_size, 12.0));
  add_attribute(text, "font-weight", look.bold ? "bold" : "");
  return text;
}

class MarkupWriter {
 public:
  explicit MarkupWriter(bool for_file) : for_file_(for_file) {}

  std::string all(const std::vector<Shape>& shapes, const InheritedLook& inherited) const {
    std::string text;
    for (const Shape& shape : shapes) text += one(shape, inherited);
    return text;
  }

 private:
  std::string one(const Shape& shape, const InheritedLook& inherited) const {
    if (for_file_ && !in_files(shape)) return {};
    if (const auto* form = std::get_if<GroupShape>(&shape.form)) return written(*form, shape, inherited);
    if (!for_file_) return written(shape.form, {shape.classes, {}}, true);
    const Look look = look_of(shape, inherited);
    if (!std::holds_alternative<TextShape>(shape.form))
      return written(shape.form, {{}, paint_attributes(look)}, false);
    std::string text;
    if (!look.halo.empty()) {
      Look under = look;
      under.fill = under.stroke = look.halo;
      text += written(shape.form, {{}, font_attributes(look) + paint_attributes(under)}, false);
    }
    return text + written(shape.form, {{}, font_attributes(look) + " fill=\"" + look.fill + "\""}, false);
  }

  // A group without something to say is not needed in a file.
  std::string written(const GroupShape& form, const Shape& shape, const InheritedLook& inherited) const {
    const bool moved = form.offset.x != 0.0 || form.offset.y != 0.0;
    const std::string content =
        all(form.shapes, for_file_ ? inherited_look(inherited, shape.classes) : inherited);
    if (for_file_ && !moved && form.hover.empty()) return content;
    std::string inner = form.hover.empty() ? "\n" : "<title>" + escaped(form.hover) + "</title>\n";
    const std::string place =
        moved ? "translate(" + pixels(form.offset.x) + " " + pixels(form.offset.y) + ")" : "";
    return element("g", {{"class", for_file_ ? "" : shape.classes}, {"transform", place}}, inner + content);
  }

  using Form = decltype(Shape::form);

  std::string written(const Form& form, const Dress& dress, bool with_opacity) const {
    if (const auto* line = std::get_if<LineShape>(&form)) {
      return dressed("line", dress,
                     {{"x1", pixels(line->from.x)},
                      {"y1", pixels(line->from.y)},
                      {"x2", pixels(line->to.x)},
                      {"y2", pixels(line->to.y)}});
    }
    if (const auto* box = std::get_if<RectangleShape>(&form)) {
      return dressed("rect", dress,
                     {{"x", pixels(box->left)},
                      {"y", pixels(box->top)},
                      {"width", pixels(box->width)},
                      {"height", pixels(box->height)},
                      {"rx", box->corner > 0.0 ? pixels(box->corner) : ""},
                      {"fill-opacity", with_opacity && box->opacity ? rounded(*box->opacity, 2) : ""}});
    }
    if (const auto* round = std::get_if<CircleShape>(&form)) {
      return dressed(
          "circle", dress,
          {{"cx", pixels(round->centre.x)}, {"cy", pixels(round->centre.y)}, {"r", pixels(round->radius)}});
    }
    if (const auto* polygon = std::get_if<PolygonShape>(&form))
      return dressed("polygon", dress, {{"points", spots(polygon->corners)}});
    if (const auto* line = std::get_if<PolylineShape>(&form))
      return dressed("polyline", dress, {{"points", spots(line->points)}});
    if (const auto* path = std::get_if<PathShape>(&form))
      return dressed("path", dress, {{"d", path_data(*path)}});
    return written(std::get<TextShape>(form), dress);
  }

  std::string written(const TextShape& text, const Dress& dress) const {
    if (text.angle != 0.0) {
      const std::string place = pixels(text.at.x) + " " + pixels(text.at.y);
      return dressed("text", dress,
                     {{"transform", "translate(" + place + ") rotate(" + pixels(text.angle) + ")"},
                      {"text-anchor", anchor_text(text.anchor)}},
                     escaped(text.text));
    }
    return dressed(
        "text", dress,
        {{"x", pixels(text.at.x)}, {"y", pixels(text.at.y)}, {"text-anchor", anchor_text(text.anchor)}},
        escaped(text.text));
  }

  bool for_file_;
};

}  // namespace

std::string page_markup(const Shapes& shapes) { return MarkupWriter(false).all(shapes.list(), {}); }

std::string file_markup(const Shapes& shapes) {
  return MarkupWriter(true).all(shapes.list(), outermost_look());
}

}  // namespace sfumato::report
