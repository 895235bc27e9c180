// Plans are read strictly: a misspelt key would otherwise waste hours on another experiment.
#include "compare/plan.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "compare/measures.hpp"
#include "compare/plan_curves.hpp"
#include "compare/plan_label.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

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
    if (label_names(plan.methods.back().label, "columns") &&
        std::any_of(plan.data.begin(), plan.data.end(),
                    [](const PlanData& data) { return data.columns_name.empty(); })) {
      section.wrong("label", "has {columns}, but [data] names none", "name the columns there");
    }
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
  std::vector<std::string> taken = {"label",   "method", "note",    "data",
                                    "columns", "target", "reached", "overall_rank"};
  for (const std::string& measure : measure_names(plan)) {
    for (const char* ending : {"", "_se", "_rank"}) taken.push_back(measure + ending);
  }
  for (const PlanMethod& method : plan.methods) {
    taken.insert(taken.end(), method.named.begin(), method.named.end());
  }
  for (const PlanScore& score : plan.scores) {
    for (const char* ending : {"", "_rank"}) taken.push_back(score.name + ending);
  }
  if (has(taken, name) || has(taken, name + "_rank"))
    section.wrong("name", "= \"" + io::shown(name) + "\" is taken", "choose another one");
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

// Measures and scores, in the plan's order.
std::vector<std::string> value_names(const Plan& plan) {
  std::vector<std::string> names = measure_names(plan);
  for (const PlanScore& score : plan.scores) names.push_back(score.name);
  return names;
}

// Parameters that the plan's methods name, each once; `numbers`: those that are numbers.
std::vector<std::string> parameter_names(const Plan& plan, bool numbers) {
  std::vector<std::string> names;
  for (const PlanMethod& method : plan.methods) {
    for (const std::string& name : method.named) {
      if (!has(names, name) && (!numbers || is_number(*method.method, name))) names.push_back(name);
    }
  }
  return names;
}

// ranks = true for all measures and scores, or a list of them.
void parse_ranks(const PlanSection& top, Plan& plan) {
  const Value* given = top.find("ranks");
  if (given == nullptr) return;
  const std::vector<std::string> known = value_names(plan);
  if (given->is_bool()) {
    if (given->as_bool()) plan.ranks = known;
    return;
  }
  plan.ranks = top.texts("ranks");
  for (const std::string& name : plan.ranks) {
    if (has(known, name)) continue;
    const std::string close = suggestion(name, known);
    top.wrong("ranks", "names '" + io::shown(name) + "', which is not a measure or a score of the plan",
              close.empty() ? "allowed: true, or a list of " + enumerated(known, "or") : close);
  }
}

void parse_figures(const PlanSection& top, Plan& plan) {
  const FigureNames known{parameter_names(plan, true), parameter_names(plan, false), value_names(plan)};
  for (const PlanSection& section : top.sections("figures")) {
    plan.figures.push_back(parse_plan_figure(section, known));
    check_curves(section, plan, plan.figures.back());
  }
}

void parse_correlations(const PlanSection& top, Plan& plan) {
  std::vector<std::string> known = value_names(plan);
  for (const std::string& name : parameter_names(plan, true)) known.push_back(name);
  for (const PlanSection& section : top.sections("correlations")) {
    plan.correlations.push_back(parse_plan_correlation(section, known));
    const std::vector<std::string>& without = plan.correlations.back().without;
    if (without.empty()) continue;
    std::set<std::string> labels;
    for (const PlanCell& cell : plan.all_cells()) labels.insert(plan.label_of(cell));
    for (const std::string& label : without) {
      if (labels.contains(label)) continue;
      section.wrong("without", "names '" + io::shown(label) + "', which is not the label of a cell",
                    "write labels as they stand in results.csv");
    }
  }
}

}  // namespace

std::size_t Plan::cells() const {
  std::size_t count = 0;
  for (const PlanMethod& method : methods) count += method.cells();
  return count * data.size();
}

std::vector<PlanCell> Plan::all_cells() const {
  std::vector<PlanCell> result;
  for (std::size_t subject = 0; subject < data.size(); ++subject) {
    for (const PlanMethod& method : methods) {
      const std::size_t count = method.cells();
      for (std::size_t cell = 0; cell < count; ++cell) result.push_back({&method, cell, subject});
    }
  }
  return result;
}

std::string Plan::subject_name(std::size_t subject) const {
  std::vector<std::string> parts;
  if (several_data_sets()) parts.push_back(data[subject].name);
  if (several_column_sets() && !data[subject].columns_name.empty()) {
    parts.push_back(data[subject].columns_name);
  }
  return joined(parts, "; ");
}

std::string Plan::label_of(const PlanCell& cell) const {
  const PlanData& own = data[cell.subject];
  const std::string label = cell.method->label_of(cell.cell, {own.name, own.columns_name});
  std::vector<std::string> parts;
  if (several_data_sets() && !label_names(cell.method->label, "data")) parts.push_back(own.name);
  if (several_column_sets() && !own.columns_name.empty() && !label_names(cell.method->label, "columns")) {
    parts.push_back(own.columns_name);
  }
  return parts.empty() ? label : label + " (" + joined(parts, "; ") + ")";
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
             "targets", "map", "figures", "ranks", "correlations"});
  Plan plan;
  plan.title = top.text("title").value_or("");
  if (const auto seed = top.whole("seed", 0, largest_seed)) plan.seed = static_cast<std::uint64_t>(*seed);
  plan.replicates = static_cast<std::size_t>(top.whole("replicates", 1, 100'000).value_or(1));
  plan.data = parse_plan_data(top, source);
  parse_measures(top, source, plan);
  parse_methods(top, source, plan);
  parse_scores(top, plan);
  parse_ranks(top, plan);
  parse_targets(top, plan);
  parse_map(top, plan);
  parse_figures(top, plan);
  parse_correlations(top, plan);
  for (const auto& [name, values] : plan.settings) {
    const bool used = has(measure_names(plan), name) ||
                      std::any_of(plan.targets.begin(), plan.targets.end(),
                                  [&](const PlanTarget& target) { return has(target.measures(), name); });
    if (!used) bad_input(source + ", [settings]: " + name + " is not measured", "add it to measures");
  }
  return plan;
}

}  // namespace sfumato::compare
