#include "release/acceptance.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/hmac.hpp"

namespace sfumato::release {
namespace {

constexpr std::size_t longest_text = 2000;  // bytes of a name or a reason

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string member_of(const Value& entry, const char* name, const std::string& source) {
  const Value* found = entry.is_object() ? entry.find(name) : nullptr;
  const std::string text = found != nullptr && found->is_text() ? trimmed(found->as_text()) : "";
  if (text.empty() || text.size() > longest_text) {
    bad_param("accepted",
              "an accepted warning in " + source +
                  (text.empty() ? " has no '" : " has too long a text as '") + name + "'",
              "give for each one the warning, who accepts it, and the reason");
  }
  return text;
}

const Acceptance* acceptance_of(const Warning& warning, const std::vector<Acceptance>& accepted) {
  const std::string id = warning_id(warning);
  const auto found = std::find_if(accepted.begin(), accepted.end(),
                                  [&](const Acceptance& one) { return one.warning == id; });
  return found == accepted.end() ? nullptr : &*found;
}

}  // namespace

std::string warning_id(const Warning& warning) {
  std::string words;
  for (const char c : warning.text) {
    if ((c < '0' || c > '9') && c != '.' && c != ',') words += c;
  }
  return std::string(to_text(warning.grade)) + "-" + hexadecimal(sha256(words), 4);
}

std::vector<Acceptance> parse_acceptances(const Value& list, const std::string& source) {
  if (!list.is_array()) bad_param("accepted", "the accepted warnings in " + source + " are not a list");
  std::vector<Acceptance> result;
  for (const Value& entry : list.as_array()) {
    result.push_back({member_of(entry, "warning", source), member_of(entry, "by", source),
                      member_of(entry, "reason", source)});
  }
  return result;
}

Value acceptances_value(const std::vector<Acceptance>& accepted) {
  Value list = Value::array();
  for (const Acceptance& one : accepted) {
    Value entry = Value::object();
    list.push(entry.set("warning", one.warning).set("by", one.by).set("reason", one.reason));
  }
  Value result = Value::object();
  return result.set("accepted", std::move(list));
}

std::vector<AcceptedWarning> accepted_warnings(const Warnings& warnings,
                                               const std::vector<Acceptance>& accepted) {
  std::vector<AcceptedWarning> result;
  for (const Warning& warning : warnings.worst_first()) {
    if (const Acceptance* found = acceptance_of(warning, accepted)) {
      result.push_back({warning, found->by, found->reason});
    }
  }
  return result;
}

bool stops_accepted(const Warnings& warnings, const std::vector<Acceptance>& accepted) {
  return std::all_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
    return warning.grade != WarningGrade::stop || acceptance_of(warning, accepted) != nullptr;
  });
}

}  // namespace sfumato::release
