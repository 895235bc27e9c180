// The steps of a recipe for one table: which columns each protects, and the tables that parameters name. What
// can be refused without running a method is refused here.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "masking/edit_rules.hpp"
#include "masking/recipe.hpp"
#include "masking/step.hpp"

namespace sfumato::release {

// Steps whose columns are chosen, and the rules that come after them.
struct PreparedSteps {
  std::vector<masking::Step> steps;
  masking::EditRules rules = {};
  Warnings warnings = {};
};

// `columns` are those that the request names, for steps that name none. `source` is how the data are called
// in errors. `outline`: the table has no records because they lie elsewhere, and kinds are known without
// them.
PreparedSteps prepared_steps(const masking::Recipe& recipe, const Table& table,
                             const std::vector<std::string>& columns, const std::string& source,
                             bool outline = false);

// The columns of all steps, each once.
ColumnSet protected_columns(const std::vector<masking::Step>& steps);

// Tables that the recipe's parameters name; as files they must not be overwritten.
std::vector<std::string> recipe_inputs(const masking::Recipe& recipe);

// The run with these tables, which are read where it does not have them.
Run with_tables(const masking::Recipe& recipe, const Run& run);

}  // namespace sfumato::release
