// Each step is applied to find its levels or limits, then once more with them, since the next step starts
// from there.
#include "release/fitting.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/text_list.hpp"
#include "io/sidecar.hpp"
#include "masking/hierarchy_builder.hpp"
#include "release/dropped_columns.hpp"
#include "release/kept_values.hpp"
#include "release/key_file.hpp"
#include "release/prepared_steps.hpp"
#include "release/step_fitting.hpp"

namespace sfumato::release {
namespace {

constexpr std::size_t most_known = 1000;  // categories of a column

// Declarations of the columns, without files and without what a release changes.
Value kept_columns(const Table& table) {
  Value result = Value::object();
  const Value sidecar = io::sidecar_value(table, Value());
  for (const auto& [name, declared] : sidecar.at("columns").as_object()) {
    Value kept = Value::object();
    for (const auto& [key, value] : declared.as_object()) {
      if (key != "hierarchy") kept.set(key, value);
    }
    result.set(name, kept);
  }
  return result;
}

class FileFitting {
 public:
  FileFitting(const masking::Recipe& recipe, const Table& table, const Warnings& warnings)
      : table_(table), kept_(table) {
    result_.warnings = warnings;
    result_.fitted.recipe = recipe;
    result_.fitted.columns = kept_columns(table);
  }

  void add_step(std::size_t s, const masking::Step& step, const FittedStep& fitted, const Table& current,
                const Run& run) {
    masking::RecipeStep& target = result_.fitted.recipe.steps[s];
    target.columns = table_.names(step.columns);
    target.params = fitted.params;
    if (!fitted.anew.empty()) {
      result_.fitted.anew.push_back({s + 1, fitted.anew});
      return;
    }
    for (const std::string& path : key_files(*step.method, fitted.params)) {
      result_.fitted.keys.push_back({s + 1, key_fingerprint(run.table(path))});
    }
    if (const Value* limits = step_param(fitted.params, "limit")) {
      for (const auto& [name, limit] : limits->as_object()) {
        const bool upper = step.method->info.name == "top-coding";
        result_.fitted.beyond[name] =
            count_beyond(current.column(current.require(name)), limit.as_text(), upper).percent();
      }
    }
  }

  // Those that recoding or generalization, or a model of it, uses.
  void add_hierarchies(const masking::Recipe& recipe) {
    std::set<std::string> maps;
    bool used = false;
    for (const masking::RecipeStep& step : recipe.steps) {
      used = used || step.method->info.made_for == MadeFor::hierarchies;
      const Value* map = step_param(step.params, "recode");
      if (map == nullptr || !map->is_object()) continue;
      for (const auto& [name, path] : map->as_object()) maps.insert(name);
    }
    for (ColumnId id = 0; used && id < table_.column_count(); ++id) {
      const ColumnInfo& info = table_.info(id);
      if (info.tree) result_.fitted.hierarchies[info.name] = kept_hierarchy(id, maps.contains(info.name));
    }
  }

  // Of columns that are released with their own categories.
  void add_known() {
    std::set<std::string> renamed;
    for (const masking::RecipeStep& step : result_.fitted.recipe.steps) {
      if (step.method->info.secret_key) renamed.insert(step.columns.begin(), step.columns.end());
    }
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      const ColumnInfo& info = table_.info(id);
      const std::set<Role> units{Role::identifier, Role::unit, Role::household, Role::weight};
      const bool found = table_.column(id).is_text() && info.order.empty() && info.categories.empty();
      if (!found || (info.role && units.contains(*info.role)) || renamed.contains(info.name)) continue;
      std::vector<std::string> frequent = kept_.frequent(table_.column(id));
      if (!frequent.empty() && frequent.size() <= most_known)
        result_.fitted.known[info.name] = std::move(frequent);
    }
  }

  Fitting finished() {
    const Fitted& fitted = result_.fitted;
    if (fitted.anew.size() == fitted.recipe.steps.size()) {
      bad_param("fit",
                fitted.recipe.steps.front().method->info.name +
                    " has nothing to keep for the next file: " + fitted.anew.front().reason,
                "leave out ‹fit›, and mask the next file in the same way");
    }
    for (const DrawnAnew& one : fitted.anew) {
      result_.warnings.add("of step " + std::to_string(one.step) + ", " +
                               fitted.recipe.steps[one.step - 1].method->info.name +
                               ", only the parameters are kept: " + one.reason,
                           WarningGrade::note);
    }
    return std::move(result_);
  }

 private:
  KeptHierarchy kept_hierarchy(ColumnId id, bool map) {
    const ColumnInfo& info = table_.info(id);
    KeptHierarchy result;
    if (const Value& specification = info.tree->specification(); !specification.is_null()) {
      const Value* kind = specification.find("kind");
      if (kind != nullptr && *kind == Value("order") && specification.find("values") == nullptr) {
        bad_param("fit", "the hierarchy of '" + info.name + "' joins the values of this file in their order",
                  "list the values that the column can have under values");
      }
      result.specification = specification;
      return result;
    }
    if (map) {
      for (const auto& row : info.tree->rows()) {
        if (row.front() != row.back()) result.map.push_back(row);
      }
      if (result.map.empty()) result.map = info.tree->rows();
      return result;
    }
    result.rows = info.tree->rows();
    leave_out_rare(id, result.rows);
    return result;
  }

  // A classification has leaves that do not occur. Where all occur, the file was made from the data, and its
  // rare leaves are values of few people.
  void leave_out_rare(ColumnId id, std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::string> values = masking::distinct_texts(table_.column(id));
    const std::set<std::string> present(values.begin(), values.end());
    if (!std::all_of(rows.begin(), rows.end(),
                     [&](const auto& row) { return present.contains(row.front()); }))
      return;
    const std::vector<std::string> frequent = kept_.frequent(table_.column(id));
    const std::set<std::string> enough(frequent.begin(), frequent.end());
    const std::size_t rare =
        std::erase_if(rows, [&](const auto& row) { return !enough.contains(row.front()); });
    if (rows.empty()) {
      bad_param("fit",
                "every leaf of the hierarchy of '" + table_.info(id).name + "' has fewer than " +
                    std::to_string(least_kept) + " units",
                "give it a classification, or a specification that builds it");
    }
    if (rare == 0) return;
    result_.warnings.add(
        std::to_string(rare) + " leaves of the hierarchy of '" + table_.info(id).name +
            "' are not kept, since fewer than " + std::to_string(least_kept) +
            " units have them and the hierarchy has no other leaves than the data: in the next "
            "file their cells are left empty",
        WarningGrade::mind);
  }

  const Table& table_;
  KeptValues kept_;
  Fitting result_;
};

}  // namespace

Fitting fit_recipe(const masking::Recipe& recipe, const Table& table, const std::vector<std::string>& columns,
                   const std::string& source, const Run& run) {
  const Table whole = leaving_out(table, recipe);
  const PreparedSteps prepared = prepared_steps(recipe, whole, columns, source);
  const Run reading = with_tables(recipe, run);
  FileFitting file(recipe, table, prepared.warnings);
  Table current = whole;
  for (std::size_t s = 0; s < prepared.steps.size(); ++s) {
    const Run own = prepared.steps.size() == 1 ? reading : reading.within("step", s).within("copy", 0);
    masking::Step step = prepared.steps[s];
    const FittedStep fitted = fitted_step(step, current, own);
    file.add_step(s, step, fitted, current, own);
    if (s + 1 == prepared.steps.size()) break;
    step.params = fitted.params;
    current = masking::apply_step(current, step, own).tables.front();
  }
  file.add_hierarchies(recipe);
  file.add_known();
  return file.finished();
}

}  // namespace sfumato::release
