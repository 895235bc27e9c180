// Names of data sets and of sets of columns must differ, since results are told apart by them.
#include "compare/plan_data.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/database_password.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {
namespace {

constexpr std::int64_t most_rows = 10'000'000;
constexpr const char* columns_hint =
    "such as columns = [\"a\", \"b\"], or [[\"a\", \"b\"], [\"a\", \"c\"]] for several sets";

NormalData normal_data(const PlanSection& section) {
  section.allow({"rows", "columns", "correlation"});
  NormalData result;
  result.rows = static_cast<std::size_t>(section.whole("rows", 1, most_rows).value_or(1000));
  result.columns = static_cast<std::size_t>(section.whole("columns", 1, 1000).value_or(2));
  result.correlation = section.number("correlation").value_or(0.0);
  if (result.correlation < 0.0 || result.correlation > 1.0) {
    section.wrong("correlation", "must be 0 to 1", "it is the same for all pairs of columns");
  }
  return result;
}

void read_sample(const PlanSection& section, PlanData& data) {
  for (const char* key : {"format", "missing", "roles"}) {
    if (section.find(key) != nullptr)
      section.wrong(key, "is for files, not for made-up data", "leave it out");
  }
  const std::int64_t last_seed = std::numeric_limits<std::int64_t>::max();
  data.seed = static_cast<std::uint64_t>(section.whole("sample-seed", 0, last_seed).value_or(1));
  if (const Value* normal = section.find("normal")) {
    if (section.find("rows") != nullptr)
      section.wrong("rows", "is for samples", "write normal = { rows = 1000, columns = 4 }");
    data.normal = normal_data(PlanSection(*normal, section.where() + ": normal"));
    data.description = std::to_string(data.normal->columns) + " normal columns with correlation " +
                       shortest(data.normal->correlation) + ", " + std::to_string(data.normal->rows) +
                       " rows";
    return;
  }
  data.sample = section.required_text("sample", "people");
  data.rows = static_cast<std::size_t>(section.whole("rows", 1, most_rows).value_or(1000));
  data.description = "sample " + data.sample + ", " + std::to_string(data.rows) + " rows";
}

void read_file(const PlanSection& section, const std::string& source, PlanData& data) {
  for (const char* key : {"rows", "sample-seed"}) {
    if (section.find(key) != nullptr)
      section.wrong(key, "is for made-up data, not for a file", "leave it out");
  }
  data.description = section.required_text("path", "people.csv");
  // Of ${NAME} the name is shown, never what it stands for.
  if (io::has_password(data.description) && data.description.find("${") == std::string::npos) {
    section.wrong("path", "has a password, which must not be kept in a plan",
                  "keep it in ~/.pgpass or PGPASSWORD, and write the address without it");
  }
  data.path = plan_path(section, "path", data.description, source);
  data.read.format = section.text("format").value_or("");
  data.read.missing = section.texts("missing");
  if (const auto roles = section.text("roles")) data.read.roles = plan_path(section, "roles", *roles, source);
}

// [columns.NAME], which holds for all data sets.
Declarations declared_columns(const PlanSection& top, const std::string& source) {
  const Value* columns = top.find("columns");
  if (columns == nullptr) return {};
  Declarations declared = io::column_declarations(*columns, source);
  for (auto& [name, column] : declared) {
    if (column.hierarchy.empty()) continue;
    const PlanSection place(*columns, source + ", [columns." + io::shown(name) + "]");
    // Absolute, since others are relative to a sidecar.
    column.hierarchy =
        std::filesystem::absolute(plan_path(place, "hierarchy", column.hierarchy, source)).string();
  }
  return declared;
}

struct ColumnList {
  std::string name;
  std::vector<std::string> columns;
};

std::vector<std::string> column_list(const PlanSection& section, const Value& value) {
  if (!value.is_array() || value.as_array().empty()) {
    section.wrong("columns", "must be a list of texts, or of such lists", columns_hint);
  }
  std::vector<std::string> result;
  for (const Value& item : value.as_array()) {
    if (!item.is_text()) section.wrong("columns", "must be a list of texts, or of such lists", columns_hint);
    if (std::find(result.begin(), result.end(), item.as_text()) != result.end()) {
      section.wrong("columns", "names '" + io::shown(item.as_text()) + "' twice", "once is enough");
    }
    result.push_back(item.as_text());
  }
  return result;
}

// A list of names is one set, a list of lists are several, and a table gives each a name.
std::vector<ColumnList> column_lists(const PlanSection& section) {
  const Value* value = section.find("columns");
  if (value == nullptr) return {{}};
  std::vector<ColumnList> lists;
  const auto add = [&](const std::string& name, const Value& item) {
    ColumnList list{name, column_list(section, item)};
    if (name.empty()) list.name = joined(list.columns);
    for (const ColumnList& other : lists) {
      if (other.columns == list.columns || other.name == list.name) {
        section.wrong("columns", "lists " + io::shown(list.name) + " twice", "once is enough");
      }
    }
    lists.push_back(std::move(list));
  };
  const bool several =
      value->is_array() && !value->as_array().empty() && value->as_array().front().is_array();
  if (value->is_object()) {
    for (const auto& [name, item] : value->as_object()) {
      if (name.empty()) section.wrong("columns", "has a set with an empty name", "name each set");
      add(name, item);
    }
    if (lists.empty()) section.wrong("columns", "is an empty table", columns_hint);
  } else if (several) {
    for (const Value& item : value->as_array()) add("", item);
  } else {
    add("", *value);
  }
  return lists;
}

PlanData data_set(const PlanSection& section, const std::string& source) {
  section.allow(
      {"name", "path", "columns", "missing", "format", "roles", "sample", "rows", "sample-seed", "normal"});
  std::vector<std::string> sources;
  for (const char* key : {"path", "sample", "normal"}) {
    if (section.find(key) != nullptr) sources.emplace_back(key);
  }
  if (sources.size() != 1) {
    bad_input(section.where() + (sources.empty() ? " names no data" : " names data twice"),
              "give one of path, sample and normal");
  }
  PlanData data;
  sources.front() == "path" ? read_file(section, source, data) : read_sample(section, data);
  data.name = section.text("name").value_or(data.description);
  if (data.name.empty()) section.wrong("name", "is empty", "leave it out, or write a name");
  return data;
}

}  // namespace

std::vector<PlanData> parse_plan_data(const PlanSection& top, const std::string& source) {
  const Value* given = top.find("data");
  if (given == nullptr || (given->is_array() && given->as_array().empty())) {
    bad_input(source + " has no [data]", "write [data] and path = \"people.csv\" below it");
  }
  const std::vector<PlanSection> sections =
      given->is_array() ? top.sections("data") : std::vector{PlanSection(*given, source + ", [data]")};
  const Declarations declared = declared_columns(top, source);
  std::vector<PlanData> result;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    PlanData data = data_set(sections[i], source);
    data.read.declared = declared;
    data.data_set = i;
    for (const PlanData& other : result) {
      if (other.name != data.name) continue;
      bad_input(sections[i].where() + " has the name of another data set, \"" + io::shown(data.name) + "\"",
                "write name = \"…\" in each, such that they differ");
    }
    for (const ColumnList& list : column_lists(sections[i])) {
      data.columns = list.columns;
      data.columns_name = list.name;
      result.push_back(data);
    }
    if (result.size() > most_subjects) {
      bad_input(sections[i].where() + " gives the plan more than " + std::to_string(most_subjects) +
                    " data sets with columns",
                "make several plans");
    }
  }
  return result;
}

}  // namespace sfumato::compare
