// Plans are read strictly: a misspelt key would otherwise waste hours on another experiment.
#include "compare/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>

#include "compare/measures.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

constexpr std::int64_t most_rows = 10'000'000;
constexpr std::int64_t largest_seed = std::numeric_limits<std::int64_t>::max();

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Measure& measure_at(const PlanSection& section, const std::string& key, const std::string& name) {
  return placed(section.where() + ": " + key, [&]() -> const Measure& { return measure(name); });
}

std::vector<std::string> measure_names(const Plan& plan) {
  std::vector<std::string> names;
  for (const MeasureRequest& request : plan.measures) names.push_back(request.measure->info.name);
  return names;
}

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
  data.seed = static_cast<std::uint64_t>(section.whole("sample-seed", 0, largest_seed).value_or(1));
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
  data.path = plan_path(section, "path", data.description, source);
  data.read.format = section.text("format").value_or("");
  data.read.missing = section.texts("missing");
  if (const auto roles = section.text("roles")) data.read.roles = plan_path(section, "roles", *roles, source);
}

PlanData parse_data(const PlanSection& top, const std::string& source) {
  const Value* table = top.find("data");
  if (table == nullptr)
    bad_input(source + " has no [data]", "write [data] and path = \"people.csv\" below it");
  const PlanSection section(*table, source + ", [data]");
  section.allow({"path", "columns", "missing", "format", "roles", "sample", "rows", "sample-seed", "normal"});
  PlanData data;
  std::vector<std::string> sources;
  for (const char* key : {"path", "sample", "normal"}) {
    if (section.find(key) != nullptr) sources.emplace_back(key);
  }
  if (sources.size() != 1) {
    bad_input(section.where() + (sources.empty() ? " names no data" : " names data twice"),
              "give one of path, sample and normal");
  }
  sources.front() == "path" ? read_file(section, source, data) : read_sample(section, data);
  data.columns = section.texts("columns");
  if (const Value* columns = top.find("columns")) {
    data.read.declared = io::column_declarations(*columns, source);
    for (auto& [name, declared] : data.read.declared) {
      if (declared.hierarchy.empty()) continue;
      const PlanSection place(*columns, source + ", [columns." + io::shown(name) + "]");
      // Absolute, since others are relative to a sidecar.
      declared.hierarchy =
          std::filesystem::absolute(plan_path(place, "hierarchy", declared.hierarchy, source)).string();
    }
  }
  return data;
}

void parse_measures(const PlanSection& top, const std::string& source, Plan& plan) {
  for (const std::string& name : top.texts("measures")) {
    plan.measures.push_back({&measure_at(top, "measures", name), {}, true});
  }
  if (const Value* table = top.find("settings")) {
    const PlanSection section(*table, top.where() + ", [settings]");
    for (const auto& [name, values] : table->as_object()) {
      const Measure& owner = placed(section.where(), [&]() -> const Measure& { return measure(name); });
      if (!values.is_object()) section.wrong(name, "must be a table", "such as { zero = \"floor\" }");
      const ParamValues given(values.as_object());
      plan.settings[name] =
          placed(section.where(), [&] { return resolve_params(owner.params, given, name); });
      for (const std::string& written : table_paths({{&owner, plan.settings[name], true}})) {
        plan.tables.emplace_back(written, plan_path(section, name, written, source));
      }
    }
  }
  for (MeasureRequest& request : plan.measures) request = plan_request(plan, request.measure->info.name);
}

void parse_methods(const PlanSection& top, const std::string& source, Plan& plan) {
  for (const PlanSection& section : top.sections("methods")) {
    plan.methods.push_back(parse_plan_method(section, source));
    if (plan.cells() > most_cells) {
      bad_input(section.where() + " gives the plan more than " + std::to_string(most_cells) + " cells",
                "make a grid coarser");
    }
  }
  if (plan.methods.empty() && top.find("targets") == nullptr) {
    bad_input(source + " has no methods", "write [[methods]] and method = \"mdav\" below it");
  }
  if (!plan.methods.empty() && plan.measures.empty()) {
    bad_input(source + " has no measures", "write measures = [\"rank-linkage\", \"emd\"], for example");
  }
}

// A score is a column of the results, so its name must not be that of another one.
void check_score_name(const PlanSection& section, const std::string& name, const Plan& plan) {
  std::vector<std::string> taken = {"label", "method", "note"};
  for (const std::string& measure : measure_names(plan)) {
    taken.push_back(measure);
    taken.push_back(measure + "_se");
  }
  for (const PlanMethod& method : plan.methods) {
    taken.insert(taken.end(), method.named.begin(), method.named.end());
  }
  for (const PlanScore& score : plan.scores) taken.push_back(score.name);
  if (has(taken, name)) section.wrong("name", "= \"" + io::shown(name) + "\" is taken", "choose another one");
}

void parse_scores(const PlanSection& top, Plan& plan) {
  for (const PlanSection& section : top.sections("scores")) {
    section.allow({"name", "expression"});
    const std::string name = section.required_text("name", "trade-off");
    check_score_name(section, name, plan);
    const std::string text = section.required_text("expression", "0.5*sse + 0.5*distance-linkage");
    Expression expression =
        placed(section.where(), [&] { return Expression::parse(text, measure_names(plan)); });
    plan.scores.push_back({name, std::move(expression)});
  }
}

void parse_targets(const PlanSection& top, Plan& plan) {
  for (const PlanSection& section : top.sections("targets")) {
    plan.targets.push_back(parse_plan_target(section));
    for (const NamedTarget& limit : plan.targets.back().at_most) {
      if (side_of(plan_request(plan, limit.measure)) != Side::utility) continue;
      section.wrong("at-most", "takes risks, and " + limit.measure + " measures utility",
                    "name it in rank-by");
    }
  }
}

// The named measure, which must be one of the plan's and of that side; unnamed, the first that is.
std::string axis(const PlanSection* section, const std::string& key, Side side, const Plan& plan) {
  const std::optional<std::string> named = section == nullptr ? std::nullopt : section->text(key);
  const std::vector<std::string> names = measure_names(plan);
  if (named && !has(names, *named)) {
    const std::string close = suggestion(*named, names);
    section->wrong(key, "= \"" + io::shown(*named) + "\" is not among the measures",
                   close.empty() ? "add it to measures" : close);
  }
  for (const MeasureRequest& request : plan.measures) {
    const MeasureInfo& info = request.measure->info;
    const bool fits = info.side == side || (named && info.side == Side::both);
    if (named && info.name == *named && !fits) {
      section->wrong(key, "= \"" + *named + "\" is a measure of the other side",
                     "choose a measure of " + key);
    }
    if (fits && (!named || info.name == *named)) return info.name;
  }
  return {};
}

void parse_map(const PlanSection& top, Plan& plan) {
  std::optional<PlanSection> section;
  if (const Value* table = top.find("map")) {
    section.emplace(*table, top.where() + ", [map]");
    section->allow({"risk", "utility"});
  }
  plan.map.risk = axis(section ? &*section : nullptr, "risk", Side::risk, plan);
  plan.map.utility = axis(section ? &*section : nullptr, "utility", Side::utility, plan);
}

bool is_number(const Method& method, const std::string& name) {
  return std::any_of(method.params.begin(), method.params.end(), [&](const ParamInfo& info) {
    return info.name == name && (info.kind == ParamKind::integer || info.kind == ParamKind::number);
  });
}

void parse_figures(const PlanSection& top, Plan& plan) {
  std::vector<std::string> numbers, values = measure_names(plan);
  for (const PlanMethod& method : plan.methods) {
    std::copy_if(method.named.begin(), method.named.end(), std::back_inserter(numbers),
                 [&](const std::string& name) { return is_number(*method.method, name); });
  }
  for (const PlanScore& score : plan.scores) values.push_back(score.name);
  for (const PlanSection& section : top.sections("figures")) {
    plan.figures.push_back(parse_plan_figure(section, numbers, values));
  }
}

}  // namespace

std::size_t Plan::cells() const {
  std::size_t count = 0;
  for (const PlanMethod& method : methods) count += method.cells();
  return count;
}

MeasureRequest plan_request(const Plan& plan, const std::string& name) {
  const Measure& found = measure(name);
  const auto settings = plan.settings.find(name);
  return {&found, settings != plan.settings.end() ? settings->second : resolve_params(found.params, {}, name),
          true};
}

Plan parse_plan(const Value& document, const std::string& source) {
  const PlanSection top(document, source);
  top.allow({"title", "seed", "replicates", "measures", "settings", "data", "columns", "methods", "scores",
             "targets", "map", "figures"});
  Plan plan;
  plan.title = top.text("title").value_or("");
  if (const auto seed = top.whole("seed", 0, largest_seed)) plan.seed = static_cast<std::uint64_t>(*seed);
  plan.replicates = static_cast<std::size_t>(top.whole("replicates", 1, 100'000).value_or(1));
  plan.data = parse_data(top, source);
  parse_measures(top, source, plan);
  parse_methods(top, source, plan);
  parse_scores(top, plan);
  parse_targets(top, plan);
  parse_map(top, plan);
  parse_figures(top, plan);
  for (const auto& [name, values] : plan.settings) {
    const bool used = has(measure_names(plan), name) ||
                      std::any_of(plan.targets.begin(), plan.targets.end(),
                                  [&](const PlanTarget& target) { return has(target.measures(), name); });
    if (!used) bad_input(source + ", [settings]: " + name + " is not measured", "add it to measures");
  }
  return plan;
}

}  // namespace sfumato::compare
