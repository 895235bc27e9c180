// A scanner for the markup that the renderers write: tags, attributes in double quotes, text.
#include "support/markup.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "core/number_text.hpp"

namespace sfumato::testing {
namespace {

bool known_entity(const std::string& text, std::size_t at) {
  const auto starts = [&](const char* entity) {
    return text.compare(at, std::string(entity).size(), entity) == 0;
  };
  return starts("&amp;") || starts("&lt;") || starts("&gt;") || starts("&quot;");
}

std::string text_fault(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    if (code < 0x20 && text[i] != '\n' && text[i] != '\t' && text[i] != '\r') return "control character";
    if (text[i] == '&' && !known_entity(text, i)) return "bare & in: " + text.substr(i, 20);
  }
  return {};
}

std::string attributes_fault(const std::string& tag) {
  std::set<std::string> seen;
  std::size_t at = tag.find(' ');
  while (at != std::string::npos && at < tag.size()) {
    while (at < tag.size() && (tag[at] == ' ' || tag[at] == '/')) ++at;
    if (at == tag.size()) break;
    const std::size_t equals = tag.find("=\"", at);
    if (equals == std::string::npos) return "attribute without value in <" + tag + ">";
    const std::size_t end = tag.find('"', equals + 2);
    if (end == std::string::npos) return "open quote in <" + tag + ">";
    if (!seen.insert(tag.substr(at, equals - at)).second) return "attribute twice in <" + tag + ">";
    const std::string fault = text_fault(tag.substr(equals + 2, end - equals - 2));
    if (!fault.empty()) return fault;
    at = end + 1;
  }
  return {};
}

}  // namespace

std::string markup_fault(const std::string& text) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t tag_at = std::min(text.find('<', at), text.size());
    const std::string fault = text_fault(text.substr(at, tag_at - at));
    if (!fault.empty()) return fault;
    if (tag_at == text.size()) break;
    const std::size_t end = text.find('>', tag_at);
    if (end == std::string::npos) return "open tag";
    const std::string tag = text.substr(tag_at + 1, end - tag_at - 1);
    at = end + 1;
    if (tag.starts_with("!DOCTYPE")) continue;
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return "unexpected <" + tag + ">";
      open.pop_back();
      continue;
    }
    const std::string inside = attributes_fault(tag);
    if (!inside.empty()) return inside;
    if (!tag.ends_with("/")) open.push_back(tag.substr(0, tag.find(' ')));
  }
  return open.empty() ? "" : "never closed: " + open.back();
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::vector<std::string> attribute_values(const std::string& text, const std::string& name) {
  std::vector<std::string> values;
  const std::string start = " " + name + "=\"";
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const std::size_t begin = at + start.size();
    values.push_back(text.substr(begin, text.find('"', begin) - begin));
  }
  return values;
}

std::string text_outside_tags(const std::string& text) {
  std::string result;
  bool inside = false;
  for (const char letter : text) {
    if (letter == '<') inside = true;
    if (!inside) result += letter;
    if (letter == '>') inside = false;
  }
  return result;
}

std::vector<double> coordinates(const std::string& text) {
  std::vector<double> numbers;
  const auto add = [&](const std::string& word) {
    const auto number = parse_number(word);
    numbers.push_back(number ? *number : std::numeric_limits<double>::quiet_NaN());
  };
  for (const char* name : {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"}) {
    for (const std::string& value : attribute_values(text, name)) add(value);
  }
  for (std::string value : attribute_values(text, "points")) {
    std::replace(value.begin(), value.end(), ',', ' ');
    std::size_t at = 0;
    while (at < value.size()) {
      const std::size_t end = std::min(value.find(' ', at), value.size());
      add(value.substr(at, end - at));
      at = end + 1;
    }
  }
  return numbers;
}

}  // namespace sfumato::testing
