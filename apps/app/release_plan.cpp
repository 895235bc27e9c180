#include "app/release_plan.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::app {
namespace {

std::string text_of(const Value& value, const std::string& name) {
  if (!value.is_text()) bad_param(name, "\"" + name + "\" must be a text");
  return value.as_text();
}

std::vector<std::string> texts_of(const Value& value, const std::string& name) {
  if (!value.is_array()) bad_param(name, "\"" + name + "\" must be a list of texts");
  std::vector<std::string> texts;
  for (const Value& one : value.as_array()) texts.push_back(text_of(one, name));
  return texts;
}

bool truth_of(const Value& value, const std::string& name) {
  if (!value.is_bool()) bad_param(name, "\"" + name + "\" must be true or false");
  return value.as_bool();
}

Value object_of(const Value& value, const std::string& name) {
  if (!value.is_object()) bad_param(name, "\"" + name + "\" must be an object");
  return value;
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789-_./,:=%+@") == std::string::npos;
  if (plain) return word;
  std::string result = "'";
  for (const char letter : word) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

}  // namespace

ReleasePlan release_plan(const AppRequest& request) {
  ReleasePlan plan;
  plan.schema = request.common.schema;
  for (const auto& [name, value] : request.members().as_object()) {
    if (name == "data") {
      plan.data = text_of(value, name);
    } else if (name == "name") {
      plan.name = text_of(value, name);
    } else if (name == "format") {
      plan.format = text_of(value, name);
    } else if (name == "reading") {
      plan.reading = object_of(value, name);
    } else if (name == "writing") {
      plan.writing = object_of(value, name);
    } else if (name == "recipe") {
      plan.recipe = object_of(value, name);
    } else if (name == "accept") {
      plan.accept = release::parse_acceptances(value, "the request");
    } else if (name == "measures") {
      plan.measures = texts_of(value, name);
    } else if (name == "keys") {
      plan.keys = texts_of(value, name);
    } else if (name == "public") {
      plan.for_public = truth_of(value, name);
    } else if (name == "map") {
      plan.map = truth_of(value, name);
    } else if (name == "replace") {
      plan.replace = truth_of(value, name);
    } else if (name == "check") {
      plan.check = truth_of(value, name);
    } else {
      bad_input("the member '" + io::shown(name) + "' of a release is not known, or has the wrong type");
    }
  }
  if (plan.data.empty())
    bad_param("data", "the request names no data file", R"(such as "data": "survey.csv")");
  static_cast<void>(plan.output_text());
  return plan;
}

io::TextForm ReleasePlan::output_text() const {
  io::TextForm text;
  for (const auto& [member, value] : writing.as_object()) {
    const std::string parameter = "output-" + member;
    if (member == "delimiter") {
      text.delimiter = io::parse_delimiter(text_of(value, parameter), parameter);
    } else if (member == "decimal") {
      text.decimal_point = io::parse_decimal_point(text_of(value, parameter), parameter);
    } else if (member == "encoding") {
      text.encoding = io::parse_encoding(text_of(value, parameter), parameter);
    } else {
      bad_param("writing", "the option '" + io::shown(member) + "' of \"writing\" is not known",
                "delimiter, decimal, encoding");
    }
  }
  static_cast<void>(io::output_text_form(output(), "", {}, text));
  return text;
}

std::string command_line(const ReleasePlan& plan, const AppRequest& request, bool with_seed) {
  std::vector<std::string> words{"mask",    "--recipe",   plan.file(".recipe.toml"),
                                 plan.data, "--roles",    plan.file(".roles.toml"),
                                 "-o",      plan.output()};
  for (const auto& [name, value] : plan.reading.as_object()) {
    if (value.is_null() || name == "sidecar") continue;
    std::string text = value.is_array() ? "" : value.as_text();
    for (const Value& one : value.is_array() ? value.as_array() : Value::Array{}) {
      const bool comma = one.as_text().find(',') != std::string::npos;
      text += (text.empty() ? "" : ",") + (comma ? "\"" + one.as_text() + "\"" : one.as_text());
    }
    // A value that begins like an option stands behind an equals sign.
    if (text.starts_with('-')) {
      words.push_back("--" + name + "=" + text);
    } else {
      words.insert(words.end(), {"--" + name, text});
    }
  }
  for (const auto& [name, value] : plan.writing.as_object()) {
    const std::string& text = value.as_text();
    words.insert(words.end(), {"--output-" + name, text == "\t" ? "tab" : text});
  }
  if (plan.for_public) words.emplace_back("--public");
  if (plan.map) words.insert(words.end(), {"--map", plan.file(".map.csv")});
  if (request.wants_page()) words.insert(words.end(), {"--report", plan.file(".html")});
  if (!plan.accept.empty()) words.insert(words.end(), {"--accepted", plan.file(".accepted.toml")});
  if (request.common.seed) {
    words.insert(words.end(), {"--seed", with_seed ? std::to_string(*request.common.seed) : "SEED"});
  }
  std::string text = "sfumato";
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

std::vector<std::string> planned_files(const ReleasePlan& plan, bool report) {
  std::vector<std::string> names{plan.output(), io::sidecar_path(plan.output()), plan.file(".recipe.toml"),
                                 plan.file(".roles.toml")};
  if (plan.map) names.push_back(plan.file(".map.csv"));
  if (report) names.push_back(plan.file(".html"));
  if (!plan.accept.empty()) names.push_back(plan.file(".accepted.toml"));
  return names;
}

Value file_values(const ReleasePlan& plan, const std::vector<std::string>& data, bool report,
                  bool hierarchies) {
  Value list = Value::array();
  const auto add = [&](const std::string& name, const char* what, bool may_leave) {
    Value entry = Value::object();
    list.push(entry.set("name", name).set("what", what).set("public", may_leave));
  };
  for (const std::string& path : data) {
    const std::string name = std::filesystem::path(path).filename().string();
    add(name, "the released data", true);
    add(io::sidecar_path(name), "what its columns mean and how it was made", true);
  }
  if (report) add(plan.file(".html"), "the report to sign", false);
  if (plan.map) add(plan.file(".map.csv"), "the map of records: keep it secret", false);
  add(plan.file(".recipe.toml"), "the recipe", false);
  add(plan.file(".roles.toml"), "the roles of the original's columns", false);
  if (!plan.accept.empty()) add(plan.file(".accepted.toml"), "who accepted which warning, and why", false);
  if (hierarchies) {
    Value entry = Value::object();
    list.push(entry.set("name", plan.file(".hierarchies"))
                  .set("what", "a folder with the hierarchies of the original's columns")
                  .set("public", false)
                  .set("folder", true));
  }
  return list;
}

}  // namespace sfumato::app
