// Markup is written as text; whatever the text holds, the result is well-formed.
#include "report/svg.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr double widest_letter = 0.63;  // of the font size; the digits of DejaVu Sans and Verdana

bool is_control(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return (code < 0x20 && letter != '\t' && letter != '\n' && letter != '\r') || code == 0x7F;
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
    if (skipped > 0 || is_control(text.front())) {
      result += replacement;
    } else {
      result += text.front();
    }
    text.remove_prefix(skipped > 0 ? skipped : 1);
  }
}

}  // namespace

std::string plain_text(std::string_view text) {
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

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : plain_text(text)) {
    if (letter == '&') {
      result += "&amp;";
    } else if (letter == '<') {
      result += "&lt;";
    } else if (letter == '>') {
      result += "&gt;";
    } else if (letter == '"') {
      result += "&quot;";
    } else {
      result += letter;
    }
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

std::string text_element(double x, double y, const std::string& size, const std::string& colour,
                         const std::string& text) {
  return "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" font-size=\"" + size + "\" fill=\"" + colour +
         "\">" + escaped(text) + "</text>\n";
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

}  // namespace sfumato::report
