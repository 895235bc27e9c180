// Kinds of values, unknown keys, and paths.
#include "compare/plan_section.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "io/database_address.hpp"
#include "io/database_password.hpp"
#include "io/known_keys.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

bool name_letter(char letter) {
  return letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= 'a' && letter <= 'z');
}

}  // namespace

PlanSection::PlanSection(const Value& table, std::string where) : table_(table), where_(std::move(where)) {
  if (!table_.is_object()) bad_input(where_ + " must be a table", "write the header in brackets, keys below");
}

void PlanSection::allow(const std::vector<std::string>& keys) const {
  io::require_known_keys(table_, where_, keys);
}

void PlanSection::wrong(const std::string& key, const std::string& what, std::string hint) const {
  bad_input(where_ + ": " + io::shown(key) + " " + what, std::move(hint));
}

std::optional<std::string> PlanSection::text(const std::string& key) const {
  const Value* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_text()) wrong(key, "must be a text", "put it in quotes");
  return value->as_text();
}

std::optional<bool> PlanSection::flag(const std::string& key) const {
  const Value* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_bool()) wrong(key, "must be true or false", "write it without quotes");
  return value->as_bool();
}

std::optional<double> PlanSection::number(const std::string& key) const {
  const Value* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !std::isfinite(value->as_number())) {
    wrong(key, "must be a number", "write it without quotes");
  }
  return value->as_number();
}

std::optional<std::int64_t> PlanSection::whole(const std::string& key, std::int64_t lower,
                                               std::int64_t upper) const {
  const Value* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_integer() || value->as_integer() < lower || value->as_integer() > upper) {
    wrong(key, "must be a whole number", std::to_string(lower) + " to " + std::to_string(upper));
  }
  return value->as_integer();
}

std::vector<std::string> PlanSection::texts(const std::string& key) const {
  std::vector<std::string> result;
  const Value* value = find(key);
  if (value == nullptr) return result;
  const auto refuse = [&] { wrong(key, "must be a list of texts", "such as " + key + " = [\"a\", \"b\"]"); };
  if (!value->is_array() || value->as_array().empty()) refuse();
  for (const Value& item : value->as_array()) {
    if (!item.is_text()) refuse();
    if (std::find(result.begin(), result.end(), item.as_text()) != result.end()) {
      wrong(key, "names '" + io::shown(item.as_text()) + "' twice", "once is enough");
    }
    result.push_back(item.as_text());
  }
  return result;
}

std::string PlanSection::required_text(const std::string& key, const std::string& example) const {
  const std::optional<std::string> found = text(key);
  if (!found || found->empty()) {
    bad_input(where_ + " has no " + key, "write " + key + " = \"" + example + "\", for example");
  }
  return *found;
}

std::vector<PlanSection> PlanSection::sections(const std::string& key) const {
  std::vector<PlanSection> result;
  const Value* value = find(key);
  if (value == nullptr) return result;
  if (!value->is_array()) wrong(key, "must be a list of tables", "write [[" + key + "]]");
  for (const Value& table : value->as_array()) {
    const std::string place = where_ + ", [[" + key + "]] " + std::to_string(result.size() + 1);
    result.emplace_back(table, place);
  }
  return result;
}

std::string plan_path(const PlanSection& section, const std::string& key, const std::string& written,
                      const std::string& source) {
  if (written.empty()) section.wrong(key, "is empty", "name a file");
  std::string path;
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t open = written.find("${", at);
    path += written.substr(at, open - at);
    if (open == std::string::npos) break;
    std::size_t end = open + 2;
    while (end < written.size() && name_letter(written[end])) ++end;
    if (end == open + 2 || end == written.size() || written[end] != '}') {
      section.wrong(key, "has a ${ without a name and a }", "write ${NAME}");
    }
    const std::string name = written.substr(open + 2, end - open - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') {
      section.wrong(key, "needs the environment variable " + name + ", which is not set",
                    "set it, such as 'export " + name + "=…'");
    }
    path += value;
    at = end + 1;
  }
  return io::path_from(std::filesystem::path(source).parent_path().string(), io::keeping_password(path));
}

}  // namespace sfumato::compare
