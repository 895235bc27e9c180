// Columns are chosen for all steps before the first method runs.
#include "release/prepared_steps.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "io/table_file.hpp"
#include "release/dropped_columns.hpp"
#include "release/key_file.hpp"

namespace sfumato::release {
namespace {

// The geography columns of a step, which it changes.
std::vector<std::string> named_geography(const masking::RecipeStep& step) {
  std::vector<std::string> names;
  for (const auto& [name, value] : step.params) {
    if (name != "geography") continue;
    for (const Value& column : value.as_array()) names.push_back(column.as_text());
  }
  return names;
}

ColumnSet columns_with_role(const Table& table, Role role) {
  ColumnSet columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == role) columns.push_back(id);
  }
  return columns;
}

// The columns that are named; else those with a role to protect, which for a method that replaces
// identifiers are the identifiers, and for a method of weights the weights.
ColumnChoice chosen(const Table& table, const std::vector<std::string>& named,
                    const masking::RecipeStep& step) {
  if (!named.empty()) return choose_columns(table, named);
  const ColumnSet identifiers = columns_with_role(table, Role::identifier);
  if (step.method->info.identifiers && !identifiers.empty()) return {identifiers, false};
  if (step.method->info.made_for == MadeFor::weights) {
    const ColumnSet weights = columns_with_role(table, Role::weight);
    if (!weights.empty()) return {weights, true};
    bad_param("columns", step.method->info.name + " takes sampling weights, and no column has that role",
              "name the column with ‹columns›, or declare it in the sidecar with role = \"weight\"");
  }
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

class Preparation {
 public:
  Preparation(const masking::Recipe& recipe, const Table& table, const std::string& source, bool outline)
      : table_(table), source_(source), dropped_(dropped_columns(recipe)), outline_(outline) {
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
    if (!outline_) refuse_nothing(table_, choice.columns, info.accepts, source_);
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
  bool outline_;
};

Table read_parameter_table(const std::string& path, const Run& run) {
  if (run.reads_files()) return io::read_table(path, {}, run).table;
  bad_input("there is no input '" + path + "', which a parameter names",
            "add it to the inputs of the request");
}

}  // namespace

ColumnSet protected_columns(const std::vector<masking::Step>& steps) {
  ColumnSet columns;
  for (const masking::Step& step : steps) {
    for (const ColumnId id : step.columns) {
      if (std::find(columns.begin(), columns.end(), id) == columns.end()) columns.push_back(id);
    }
  }
  return columns;
}

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

PreparedSteps prepared_steps(const masking::Recipe& recipe, const Table& table,
                             const std::vector<std::string>& columns, const std::string& source,
                             bool outline) {
  Preparation plan(recipe, table, source, outline);
  for (const masking::RecipeStep& step : recipe.steps) plan.add(step, columns);
  return std::move(plan.prepared);
}

}  // namespace sfumato::release
