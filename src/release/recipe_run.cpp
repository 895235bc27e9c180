// Only this file decides what withdraws a guarantee.
#include "release/recipe_run.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "masking/declared_decimals.hpp"
#include "masking/edit_rules.hpp"
#include "masking/step.hpp"
#include "release/dropped_columns.hpp"
#include "release/recipe_parts.hpp"
#include "release/recipe_warnings.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::release {
namespace {

// The path of a secret key is not published.
ParamValues told_params(const masking::Step& step) {
  ParamValues told = step.params;
  if (step.method->info.secret_key)
    std::erase_if(told, [](const auto& param) { return param.first == "key"; });
  return told;
}

Value step_value(const Table& table, const masking::Step& step) {
  Value value = Value::object();
  value.set("method", step.method->info.name)
      .set("parameters", params_value(told_params(step)))
      .set("columns", Value::array_of(table.names(step.columns)));
  if (step.within) value.set("within", table.info(*step.within).name);
  if (step.fill) value.set("fill", true);
  return value;
}

// Rules that use the original after the noise withdraw the guarantee; bounds are those of the declared
// domain.
Guarantee ruled(Guarantee guarantee, const masking::EditRules& rules) {
  if (!guarantee.epsilon) return guarantee;
  if (rules.keep_integers) guarantee.withdraw("whole numbers were found by looking at the data");
  if (!rules.derive.empty()) guarantee.withdraw("totals were derived, which the noise did not cover");
  return guarantee;
}

// An ε that was chosen by measuring the data gives no guarantee; other choices are not covered by it.
Guarantee chosen_by(Guarantee guarantee, Choice choice) {
  if (!guarantee.epsilon) return guarantee;
  switch (choice) {
    case Choice::beforehand:
      break;
    case Choice::by_measuring:
      guarantee.premises.emplace_back(
          "method and parameters were chosen by measuring the data, which it does not cover");
      break;
    case Choice::epsilon_among_several:
      guarantee.withdraw("ε was picked among several by measuring the data");
      break;
    case Choice::epsilon_by_calibration:
      guarantee.withdraw("ε was picked by calibration on the data");
      break;
  }
  return guarantee;
}

// Adds what the release promises to its description. A run with a seed guarantees nothing, and a release that
// would have had a guarantee is marked as not for release.
void add_guarantee(Value& release, Guarantee guarantee, bool seeded) {
  if (seeded) guarantee.reasons.insert(guarantee.reasons.begin(), "seeded");
  release.set("guarantee", guarantee_value(guarantee));
  if (seeded && guarantee.epsilon) release.set("note", "not for release: drawn from a seed");
}

Value recipe_release(const Table& table, const PreparedSteps& plan, const Masked& masked, bool seeded) {
  Value release = Value::object();
  if (plan.steps.size() == 1) {
    release = step_value(table, plan.steps.front());
  } else {
    Value steps = Value::array();
    for (const masking::Step& step : plan.steps) steps.push(step_value(table, step));
    release.set("method", "recipe")
        .set("parameters", Value::object())
        .set("columns", Value::array_of(table.names(protected_columns(plan.steps))))
        .set("steps", steps);
  }
  if (plan.rules.keep_bounds) release.set("keep-bounds", true);
  if (plan.rules.keep_integers) release.set("keep-integers", true);
  if (!plan.rules.derive.empty()) {
    Value derive = Value::array();
    for (const masking::Derivation& rule : plan.rules.derive) derive.push(rule.text);
    release.set("derive", derive);
  }
  release.set("mapping", to_text(masked.mapping));
  add_guarantee(release, masked.guarantee, seeded);
  return release;
}

}  // namespace

std::vector<std::string> unnamed_columns(const Table& table, const std::vector<masking::Step>& steps) {
  ColumnSet named = protected_columns(steps);
  bool chooses = false;
  for (const masking::Step& step : steps) {
    if (!drops_columns(*step.method)) continue;
    chooses = true;
    for (const ColumnId id : masking::columns_in_params(table, *step.method, step.params))
      named.push_back(id);
  }
  std::vector<std::string> result;
  for (ColumnId id = 0; chooses && id < table.column_count(); ++id) {
    const bool known = std::find(named.begin(), named.end(), id) != named.end();
    if (!known && table.info(id).role != Role::identifier) result.push_back(table.info(id).name);
  }
  return result;
}

std::vector<masking::Step> dropping_unnamed(const Table& table, std::vector<masking::Step> steps) {
  const std::vector<std::string> unnamed = unnamed_columns(table, steps);
  for (masking::Step& step : steps) {
    if (unnamed.empty() || !drops_columns(*step.method)) continue;
    Value dropped = Value::array_of(unnamed);
    for (const auto& [name, value] : step.params) {
      if (name != "drop") continue;
      for (const Value& one : value.as_array()) dropped.push(one);
    }
    std::erase_if(step.params, [](const auto& param) { return param.first == "drop"; });
    step.params.emplace_back("drop", dropped);
    break;
  }
  return steps;
}

void finish_result(MaskingResult& result, const PreparedSteps& prepared, Choice choice, const Run& run) {
  result.masked.guarantee = chosen_by(ruled(std::move(result.masked.guarantee), prepared.rules), choice);
  add_recipe_warnings(result, prepared.steps, run);
  result.release = recipe_release(result.original, prepared, result.masked, run.seeded());
  // A method that draws households gives them new numbers.
  if (const Value* renumbered = result.masked.details.find("renumbered")) {
    result.release.set("renumbered", *renumbered);
  }
  if (Value used = used_hierarchies(result.original, result.masked.tables.front()); !used.is_null()) {
    result.release.set("hierarchies", std::move(used));
  }
}

MaskingResult run_steps(const Table& original, PreparedSteps prepared, Choice choice, const Run& run) {
  if (const std::vector<std::string> unnamed = unnamed_columns(original, prepared.steps); !unnamed.empty()) {
    throw Error(
        ErrorCode::bad_input,
        "columns that ε does not cover would be released as they are, beside made-up records: " +
            quoted_names(unnamed),
        "leave them out with ‹drop›, protect them with ‹columns›, or name them with ‹keep› to release them",
        "drop");
  }
  MaskingResult result;
  result.original = original;
  result.masked = masking::apply_steps(original, prepared.steps, run);
  result.warnings = std::move(prepared.warnings);
  const masking::EditRules& rules = prepared.rules;
  const ColumnSet columns = protected_columns(prepared.steps);
  Value rule_details = Value::array();
  // Differentially private methods keep values inside the declared domain themselves, and no counts of the
  // original may be added.
  const bool kept = result.masked.guarantee.epsilon && !rules.keep_integers && rules.derive.empty();
  for (Table& table : result.masked.tables) {
    if (kept) {
      masking::round_to_declared(table, columns);
      continue;
    }
    const masking::RuleResult rule_result = masking::apply_edit_rules(original, table, columns, rules);
    if (!rule_result.details.as_object().empty()) rule_details.push(rule_result.details);
    result.warnings.add_new(rule_result.warnings);
  }
  if (rule_details.as_array().size() == 1) {
    result.masked.details.set("rules", rule_details.as_array().front());
  } else if (!rule_details.as_array().empty()) {
    result.masked.details.set("rules", rule_details);
  }
  finish_result(result, prepared, choice, run);
  return result;
}

namespace {

void set_role(Table& table, const std::string& name, Role role) {
  const std::optional<ColumnId> id = table.find(name);
  if (!id) return;
  ColumnInfo info = table.info(*id);
  info.role = role;
  table.set_info(*id, std::move(info));
}

// Units that the recipe leaves out.
std::vector<std::string> dropped_units(const Table& original, const masking::Recipe& recipe) {
  std::vector<std::string> names = dropped_columns(recipe);
  std::erase_if(names, [&](const std::string& name) {
    const std::optional<ColumnId> id = original.find(name);
    return !id || original.info(*id).role != Role::unit;
  });
  return names;
}

}  // namespace

// Records of one person do not protect each other, whether the release tells whose they are or not: a dropped
// column of units counts while the steps run and in what is said of the release.
MaskingResult run_recipe(const masking::Recipe& recipe, const Table& original,
                         const std::vector<std::string>& columns, const std::string& source, const Run& run) {
  Table table = leaving_out(original, recipe);
  const std::vector<std::string> units = dropped_units(original, recipe);
  for (const std::string& name : units) set_role(table, name, Role::unit);
  MaskingResult result = run_steps(table, prepared_steps(recipe, table, columns, source), Choice::beforehand,
                                   with_tables(recipe, run));
  for (const std::string& name : units) {
    for (Table& masked : result.masked.tables) set_role(masked, name, Role::identifier);
  }
  if (!recipe.drop.empty()) result.release.set("drop", Value::array_of(recipe.drop));
  return result;
}

}  // namespace sfumato::release
