#include "queries/workload.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/value.hpp"
#include "io/database_address.hpp"
#include "io/known_keys.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_questions = 10'000;

const std::vector<std::string> keys = {"data",   "catalogue", "recipe",   "epsilon",
                                       "budget", "least",     "questions"};

const std::string& text_of(const Value& value, const std::string& where) {
  if (!value.is_text() || value.as_text().empty()) bad_input(where + " must be a text", "put it in quotes");
  return value.as_text();
}

std::string number_of(const Value& value, const std::string& where) {
  if (!value.is_number()) bad_input(where + " must be a number", "such as " + where + " = 0.5");
  return value.is_integer() ? std::to_string(value.as_integer()) : shortest(value.as_number());
}

void read_key(const std::string& key, const Value& value, const std::string& where, Workload& workload) {
  if (key == "data" && value.is_object()) {
    for (const auto& [table, file] : value.as_object()) {
      workload.tables.emplace_back(table, text_of(file, where + "." + io::shown(table)));
    }
  } else if (key == "data") {
    workload.data = text_of(value, where);
  } else if (key == "catalogue") {
    workload.catalogue = text_of(value, where);
  } else if (key == "recipe") {
    workload.recipe = text_of(value, where);
  } else if (key == "epsilon") {
    workload.epsilon = number_of(value, where);
  } else if (key == "budget") {
    workload.budget = number_of(value, where);
  } else if (key == "least") {
    if (!value.is_integer()) bad_input(where + " must be an integer", "such as least = 5");
    workload.least = value.as_integer();
  } else {
    if (!value.is_array())
      bad_input(where + " must be a list of texts", "such as questions = [\"SELECT …\"]");
    for (const Value& one : value.as_array()) workload.questions.push_back(text_of(one, where));
  }
}

Workload from_toml(std::string_view text, const std::string& source) {
  const Value document = io::parse_toml(text, source);
  Workload workload;
  io::require_known_keys(document, source, keys);
  for (const auto& [key, value] : document.as_object()) read_key(key, value, source + ": " + key, workload);
  return workload;
}

Workload from_lines(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  Workload workload;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    const std::size_t first = line.find_first_not_of(blank);
    if (first == std::string_view::npos || line[first] == '#') continue;
    line = line.substr(first, line.find_last_not_of(blank) + 1 - first);
    if (line.ends_with(';')) line.remove_suffix(1);
    if (!line.empty()) workload.questions.emplace_back(line);
  }
  return workload;
}

void name_from(const std::filesystem::path& folder, std::string& file) {
  if (!file.empty()) file = io::path_from(folder.string(), file);
}

}  // namespace

Workload parse_workload(std::string_view text, const std::string& source, bool toml) {
  Workload workload = toml ? from_toml(text, source) : from_lines(text);
  if (workload.questions.empty()) {
    bad_input(source + " has no questions",
              toml ? "write questions = [\"SELECT …\"]" : "write one on each line");
  }
  if (workload.questions.size() > max_questions) {
    bad_input(source + " has more than " + std::to_string(max_questions) + " questions",
              "use fewer questions");
  }
  return workload;
}

Workload read_workload(const std::string& path) {
  Workload workload = parse_workload(io::read_text_file(path), path, path.ends_with(".toml"));
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (std::string* file : {&workload.data, &workload.catalogue, &workload.recipe}) name_from(folder, *file);
  for (auto& [table, file] : workload.tables) name_from(folder, file);
  return workload;
}

}  // namespace sfumato::queries
