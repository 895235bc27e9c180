// There is no escape for a brace: labels that need one are rare.
#include "compare/plan_label.hpp"

#include <algorithm>

#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

// Calls text(literal) and name(placeholder) for the parts of a label; false where braces do not match.
template <class Text, class Name>
bool parse_label(const std::string& label, const Text& text, const Name& name) {
  for (std::size_t at = 0; at < label.size();) {
    const std::size_t open = label.find_first_of("{}", at);
    text(label.substr(at, open - at));
    if (open == std::string::npos) return true;
    const std::size_t close = label.find_first_of("{}", open + 1);
    if (label[open] == '}' || close == std::string::npos || label[close] == '{') return false;
    name(label.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return true;
}

}  // namespace

std::string filled_label(const std::string& label,
                         const std::function<std::string(const std::string&)>& value) {
  std::string result;
  parse_label(
      label, [&](const std::string& literal) { result += literal; },
      [&](const std::string& name) { result += value(name); });
  return result;
}

bool label_names(const std::string& label, const std::string& name) {
  return label.find("{" + name + "}") != std::string::npos;
}

void check_label(const PlanSection& section, const std::string& label, const std::vector<std::string>& known,
                 const std::string& what) {
  const bool good = parse_label(
      label, [](const std::string&) {},
      [&](const std::string& name) {
        if (std::find(known.begin(), known.end(), name) != known.end()) return;
        const std::string close = suggestion(name, known);
        section.wrong("label", "has {" + io::shown(name) + "}, which is not " + what,
                      close.empty() ? "allowed: " + enumerated(known) : close);
      });
  if (!good) section.wrong("label", "has a brace without its partner", "write {NAME} for a value");
}

}  // namespace sfumato::compare
