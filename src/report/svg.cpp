// Markup is written as text. Shapes are drawn with the current colour, which a class on the group
// around them sets, so that the style sheet alone knows colours.
#include "report/svg.hpp"

#include <array>
#include <cmath>

#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t colours = 7, shapes = 8;
constexpr double widest_letter = 0.63;  // of the font size; the digits of DejaVu Sans and Verdana

void append_escaped(std::string& result, char letter) {
  const auto code = static_cast<unsigned char>(letter);
  if (letter == '&') {
    result += "&amp;";
  } else if (letter == '<') {
    result += "&lt;";
  } else if (letter == '>') {
    result += "&gt;";
  } else if (letter == '"') {
    result += "&quot;";
  } else if ((code < 0x20 && letter != '\t' && letter != '\n' && letter != '\r') || code == 0x7F) {
    result += replacement;
  } else {
    result += letter;
  }
}

// Bytes of a character that is UTF-8 but no text: U+0080 to U+009F, U+FFFE, U+FFFF; 0 for all others.
std::size_t forbidden_length(std::string_view text) {
  if (text.size() >= 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0) return 2;
  const bool noncharacter = text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
  return noncharacter ? 3 : 0;
}

void append_valid(std::string& result, std::string_view text) {
  while (!text.empty()) {
    const std::size_t skipped = forbidden_length(text);
    if (skipped > 0) {
      result += replacement;
    } else {
      append_escaped(result, text.front());
    }
    text.remove_prefix(skipped > 0 ? skipped : 1);
  }
}

// Corners of a marker on the unit circle or square, to be scaled; empty for what is not a polygon.
std::string polygon(std::initializer_list<std::pair<double, double>> corners, double x, double y,
                    double size) {
  std::string points;
  for (const auto& [across, down] : corners) {
    points += (points.empty() ? "" : " ") + pixels(x + across * size) + "," + pixels(y + down * size);
  }
  return element("polygon", {{"points", points}});
}

std::string strokes(double x, double y, double size, bool slanted) {
  const double arm = slanted ? 0.8 * size : 1.1 * size;
  const std::string path = slanted ? "M" + pixels(x - arm) + " " + pixels(y - arm) + "L" + pixels(x + arm) +
                                         " " + pixels(y + arm) + "M" + pixels(x - arm) + " " +
                                         pixels(y + arm) + "L" + pixels(x + arm) + " " + pixels(y - arm)
                                   : "M" + pixels(x - arm) + " " + pixels(y) + "H" + pixels(x + arm) + "M" +
                                         pixels(x) + " " + pixels(y - arm) + "V" + pixels(y + arm);
  return element("path", {{"class", "arms"}, {"d", path}});
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bad = io::first_invalid_utf8(text);
    append_valid(result, text.substr(0, bad));
    if (bad == std::string_view::npos) break;
    result += replacement;
    text.remove_prefix(bad + 1);
  }
  return result;
}

std::string pixels(double value) { return shortest(std::round(10.0 * value) / 10.0 + 0.0); }

std::string element(std::string_view name, Attributes attributes, std::string_view content) {
  std::string text = "<" + std::string(name);
  for (const auto& [key, value] : attributes) {
    if (!value.empty()) text.append(" ").append(key).append("=\"").append(value).append("\"");
  }
  if (content.empty()) return text + "/>\n";
  return text.append(">").append(content).append("</").append(name).append(">\n");
}

std::string group(std::string_view classes, std::string_view content, std::string_view hover) {
  std::string inner = hover.empty() ? "\n" : "<title>" + escaped(hover) + "</title>\n";
  return element("g", {{"class", std::string(classes)}}, inner.append(content));
}

std::string text_element(double x, double y, const std::string& size, const std::string& colour,
                         const std::string& text) {
  return "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" font-size=\"" + size + "\" fill=\"" + colour +
         "\">" + escaped(text) + "</text>\n";
}

std::string label(double x, double y, std::string_view text, std::string_view classes, Anchor anchor) {
  const std::string side = anchor == Anchor::start ? "" : anchor == Anchor::middle ? "middle" : "end";
  return element("text",
                 {{"class", std::string(classes)}, {"x", pixels(x)}, {"y", pixels(y)}, {"text-anchor", side}},
                 escaped(text));
}

std::string rule(double x1, double y1, double x2, double y2, std::string_view classes) {
  return element("line", {{"class", std::string(classes)},
                          {"x1", pixels(x1)},
                          {"y1", pixels(y1)},
                          {"x2", pixels(x2)},
                          {"y2", pixels(y2)}});
}

double text_width(std::string_view text, double size) {
  return widest_letter * size * static_cast<double>(display_width(text));
}

std::string fitted(const std::string& text, double room) {
  std::size_t cells = display_width(text);
  std::string result = text;
  while (cells > 1 && text_width(result) > room) result = shortened(text, --cells);
  return result;
}

std::string colour_class(std::size_t series) { return "s" + std::to_string(series % colours + 1); }

std::string dash_class(std::size_t series) {
  constexpr std::array<const char*, 4> dashes{"", " d1", " d2", " d3"};
  return dashes[(series / colours) % dashes.size()];
}

std::string marker(std::size_t series, double x, double y, double radius) {
  const double r = radius;
  switch (series % shapes) {
    case 0:
      return element("circle", {{"cx", pixels(x)}, {"cy", pixels(y)}, {"r", pixels(r)}});
    case 1:
      return polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}, x, y, r);
    case 2:
      return polygon({{0, -1.25}, {1.15, 0.85}, {-1.15, 0.85}}, x, y, r);
    case 3:
      return polygon({{0, -1.35}, {1.35, 0}, {0, 1.35}, {-1.35, 0}}, x, y, r);
    case 4:
      return polygon({{0, 1.25}, {1.15, -0.85}, {-1.15, -0.85}}, x, y, r);
    case 5:
      return strokes(x, y, r, false);
    case 6:
      return strokes(x, y, r, true);
    default:
      return element("circle",
                     {{"class", "ring"}, {"cx", pixels(x)}, {"cy", pixels(y)}, {"r", pixels(0.9 * r)}});
  }
}

}  // namespace sfumato::report
