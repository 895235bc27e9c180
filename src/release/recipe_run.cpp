// Only this file decides what withdraws a guarantee and which warnings a release has.
#include "release/recipe_run.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/table_file.hpp"
#include "masking/edit_rules.hpp"
#include "masking/step.hpp"
#include "release/dropped_columns.hpp"
#include "release/key_file.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::release {
namespace {

constexpr const char* seed_warning =
    "the release was made with ‹seed›: anyone who guesses the seed can undo the protection; leave ‹seed› out "
    "for data that you publish";

// The geography columns of a step, which it changes.
std::vector<std::string> named_geography(const masking::RecipeStep& step) {
  std::vector<std::string> names;
  for (const auto& [name, value] : step.params) {
    if (name != "geography") continue;
    for (const Value& column : value.as_array()) names.push_back(column.as_text());
  }
  return names;
}

// The columns that are named; else those with a role to protect, which for a method that replaces
// identifiers are the identifiers.
ColumnChoice chosen(const Table& table, const std::vector<std::string>& named,
                    const masking::RecipeStep& step) {
  if (!named.empty()) return choose_columns(table, named);
  ColumnChoice identifiers;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::identifier) identifiers.columns.push_back(id);
  }
  if (step.method->info.identifiers && !identifiers.columns.empty()) return identifiers;
  return choose_columns(table, named_geography(step));
}

// A masked identifier would not be in the release, so asking for one is a mistake.
void refuse_identifiers(const Table& table, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    if (table.info(id).role != Role::identifier) continue;
    bad_param("columns", "column '" + table.info(id).name + "' is an identifier, which no release contains",
              "leave it out of the columns, declare another role, or replace it with the method pseudonyms");
  }
}

// Dropped columns are identifiers here, which the method pseudonyms would take.
void leave_out_dropped(const Table& table, ColumnChoice& choice, const std::vector<std::string>& dropped) {
  const auto gone = [&](ColumnId id) {
    return std::find(dropped.begin(), dropped.end(), table.info(id).name) != dropped.end();
  };
  if (!choice.named) {
    std::erase_if(choice.columns, gone);
    return;
  }
  for (const ColumnId id : choice.columns) {
    if (!gone(id)) continue;
    bad_param("drop", "column '" + table.info(id).name + "' is protected and dropped", "name it once");
  }
}

// Without records no kind can be found, and a method would report its columns as wrong instead.
void refuse_nothing(const Table& table, const ColumnSet& columns, Kinds accepted, const std::string& source) {
  const auto fits = [&](ColumnId id) { return accepted.has(table.info(id).kind); };
  if (table.rows() > 0 || std::any_of(columns.begin(), columns.end(), fits)) return;
  bad_input(source + " has column names but no records to protect",
            "give it some, or declare the kinds of its columns in a sidecar");
}

// Columns that a step uses and leaves as they are: strata, and those that parameters name.
ColumnSet used_columns(const Table& table, const masking::RecipeStep& step) {
  ColumnSet used = masking::columns_in_params(table, *step.method, step.params);
  if (!step.within.empty()) used.push_back(table.require(step.within));
  return used;
}

// The columns of all steps, each once.
ColumnSet protected_columns(const std::vector<masking::Step>& steps) {
  ColumnSet columns;
  for (const masking::Step& step : steps) {
    for (const ColumnId id : step.columns) {
      if (std::find(columns.begin(), columns.end(), id) == columns.end()) columns.push_back(id);
    }
  }
  return columns;
}

class Preparation {
 public:
  Preparation(const masking::Recipe& recipe, const Table& table, const std::string& source)
      : table_(table), source_(source), dropped_(dropped_columns(recipe)) {
    prepared.rules.keep_bounds = recipe.keep_bounds;
    prepared.rules.keep_integers = recipe.keep_integers;
    for (const std::string& typed : recipe.derive) {
      prepared.rules.derive.push_back(masking::parse_derivation(typed, table_));
    }
  }

  void add(const masking::RecipeStep& wanted, const std::vector<std::string>& named) {
    masking::Step step{wanted.method, wanted.params, {}, std::nullopt, wanted.fill};
    if (!wanted.within.empty()) step.within = table_.require(wanted.within);
    const MethodInfo& info = wanted.method->info;
    ColumnChoice choice = chosen(table_, wanted.columns.empty() ? named : wanted.columns, wanted);
    leave_out_dropped(table_, choice, dropped_);
    if (!info.identifiers) refuse_identifiers(table_, choice.columns);
    if (!choice.named) {
      const ColumnSet used = used_columns(table_, wanted);
      std::erase_if(choice.columns,
                    [&](ColumnId id) { return std::find(used.begin(), used.end(), id) != used.end(); });
    }
    choice.columns = masking::without_derived(choice.columns, prepared.rules.derive, table_);
    refuse_nothing(table_, choice.columns, info.accepts, source_);
    const auto [accepted, left_out] = accepted_columns(table_, choice, info.accepts, info.name, false);
    if (!left_out.empty()) {
      prepared.warnings.push_back(left_out_warning({info.name}, info.accepts, table_.names(left_out)));
    }
    step.columns = accepted;
    require_usable(table_, step.columns, info.accepts, info.name, info.differential);
    prepared.steps.push_back(std::move(step));
  }

  PreparedSteps prepared;

 private:
  const Table& table_;
  const std::string& source_;
  std::vector<std::string> dropped_;
};

Table read_parameter_table(const std::string& path, const Run& run) {
  if (run.reads_files()) return io::read_table(path, {}, run).table;
  bad_input("there is no input '" + path + "', which a parameter names",
            "add it to the inputs of the request");
}

Run with_tables(const masking::Recipe& recipe, const Run& run) {
  Run richer = run;
  const std::vector<std::string> keys = key_files(recipe);
  for (const std::string& path : recipe_inputs(recipe)) {
    if (run.has_table(path)) continue;
    const bool key = run.reads_files() && std::find(keys.begin(), keys.end(), path) != keys.end();
    richer = richer.with_table(path, key ? read_key(path) : read_parameter_table(path, run));
  }
  return richer;
}

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

void add_thin_means_warning(MaskingResult& result) {
  const Value* thin = result.masked.details.find("thin_means");
  if (thin == nullptr) return;
  result.warnings.push_back(to_text(*thin) +
                            " group means rest on fewer than k values, since others are missing, and protect "
                            "less: leave out columns with many missing values, or choose a larger k");
}

// Groups of k records, for example, hold for each of the two sets of columns by itself.
void add_household_warning(MaskingResult& result) {
  const Value* level = result.masked.details.find("household_level");
  if (level == nullptr || !level->at("apart").as_bool()) return;
  std::vector<std::string> names;
  for (const Value& name : level->at("columns").as_array()) names.push_back(name.as_text());
  result.warnings.add(
      "columns equal within households were masked once per household, apart from the others: " +
          quoted_names(names),
      WarningGrade::note);
}

// Leaves of trees hold values of the original.
void add_lone_numbers_warning(MaskingResult& result) {
  const Value* lone = result.masked.details.find("lone_numbers");
  if (lone == nullptr || lone->as_integer() == 0) return;
  result.warnings.push_back(to_text(*lone) +
                            " released numbers are values that one record of the original alone has: "
                            "‹smooth› moves nearly all of them, a larger ‹leaf› protects more, and "
                            "exact-copies says how many whole records are copies");
}

// A method of households that found none.
void add_no_household_warning(MaskingResult& result) {
  const Value* role = result.masked.details.find("household_role");
  if (role == nullptr || role->as_bool()) return;
  result.warnings.push_back(
      "no column has the role household, and every record was drawn as a household of one: declare the "
      "column "
      "of household numbers with role = \"household\"");
}

// Records that were drawn again and again, and still break a rule.
void add_broken_rules_warning(MaskingResult& result) {
  const Value* rules = result.masked.details.find("record_rules");
  if (rules == nullptr || rules->at("broken").as_integer() == 0) return;
  result.warnings.push_back(
      to_text(rules->at("broken")) +
      " records break a ‹rule› after all ‹tries›: correct the rule, or allow more tries");
}

// Columns that should be generalized and have no hierarchy.
void add_hierarchy_warning(MaskingResult& result) {
  const Value* bare = result.masked.details.find("without_hierarchy");
  if (bare == nullptr) return;
  result.warnings.push_back("left as they are, since they have no hierarchy: " + to_text(*bare));
}

// Every cell of the step's columns is at the highest level or suppressed.
void add_no_information_warning(MaskingResult& result) {
  if (result.masked.details.find("no_information") == nullptr) return;
  result.warnings.push_back(
      "the release keeps no information in its protected columns: every value is suppressed or as coarse as "
      "it "
      "can be; allow more with ‹suppress›, protect fewer columns, or choose weaker models");
}

// A window that reaches no other record.
void add_unchanged_warning(MaskingResult& result) {
  const Value* unchanged = result.masked.details.find("unchanged_columns");
  if (unchanged == nullptr) return;
  result.warnings.add("released as they were, since ‹window› is less than one record: " +
                          to_text(*unchanged) + "; choose a window of at least 100/records %",
                      WarningGrade::stop);
}

// A step after the one that promised.
void add_undone_warning(MaskingResult& result) {
  const Value* undone = result.masked.details.find("undone_promises");
  if (undone == nullptr) return;
  for (const Value& promise : undone->as_array()) {
    result.warnings.add(to_text(promise.at("models")) + " of " + to_text(promise.at("keys")) +
                            " is undone by " + promise.at("by").as_text() +
                            ", which changes them afterwards, and is not promised any more",
                        WarningGrade::stop);
  }
}

// A method that draws nothing can be undone by no seed, but the seed also orders and renumbers records.
WarningGrade seed_grade(const std::vector<masking::Step>& steps) {
  const bool random = std::any_of(steps.begin(), steps.end(),
                                  [](const masking::Step& step) { return step.method->info.random; });
  return random ? WarningGrade::stop : WarningGrade::mind;
}

// Columns that a promise leaves out.
void add_uncovered_warning(MaskingResult& result) {
  const Guarantee& guarantee = result.masked.guarantee;
  if (!guarantee.holds() || guarantee.uncovered.empty()) return;
  result.warnings.push_back("ε does not cover columns that are released as they are: " +
                            quoted_names(guarantee.uncovered));
}

}  // namespace

std::vector<std::string> recipe_inputs(const masking::Recipe& recipe) {
  std::vector<std::string> paths;
  for (const masking::RecipeStep& step : recipe.steps) {
    for (const ParamInfo& info : step.method->params) {
      if (info.kind != ParamKind::table) continue;
      for (const auto& [name, value] : step.params) {
        if (name == info.name && !value.as_text().empty()) paths.push_back(value.as_text());
      }
    }
  }
  return paths;
}

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
    if (kept) break;
    const masking::RuleResult rule_result = masking::apply_edit_rules(original, table, columns, rules);
    if (!rule_result.details.as_object().empty()) rule_details.push(rule_result.details);
    result.warnings.add_new(rule_result.warnings);
  }
  if (rule_details.as_array().size() == 1) {
    result.masked.details.set("rules", rule_details.as_array().front());
  } else if (!rule_details.as_array().empty()) {
    result.masked.details.set("rules", rule_details);
  }
  result.masked.guarantee = chosen_by(ruled(std::move(result.masked.guarantee), rules), choice);
  add_household_warning(result);
  add_uncovered_warning(result);
  add_thin_means_warning(result);
  add_lone_numbers_warning(result);
  add_no_household_warning(result);
  add_broken_rules_warning(result);
  add_hierarchy_warning(result);
  add_no_information_warning(result);
  add_unchanged_warning(result);
  add_undone_warning(result);
  if (run.seeded()) result.warnings.add(seed_warning, seed_grade(prepared.steps));
  result.release = recipe_release(original, prepared, result.masked, run.seeded());
  // A method that draws households gives them new numbers.
  if (const Value* renumbered = result.masked.details.find("renumbered")) {
    result.release.set("renumbered", *renumbered);
  }
  if (Value used = used_hierarchies(original, result.masked.tables.front()); !used.is_null()) {
    result.release.set("hierarchies", std::move(used));
  }
  return result;
}

MaskingResult run_recipe(const masking::Recipe& recipe, const Table& original,
                         const std::vector<std::string>& columns, const std::string& source, const Run& run) {
  const Table table = leaving_out(original, recipe);
  Preparation plan(recipe, table, source);
  for (const masking::RecipeStep& step : recipe.steps) plan.add(step, columns);
  MaskingResult result =
      run_steps(table, std::move(plan.prepared), Choice::beforehand, with_tables(recipe, run));
  if (!recipe.drop.empty()) result.release.set("drop", Value::array_of(recipe.drop));
  return result;
}

}  // namespace sfumato::release
