// A recipe: several methods applied in order to different columns, and the rules that the result must
// keep. `mask METHOD` is a recipe of one step.
#pragma once

#include <string>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

struct RecipeStep {
  const Method* method = nullptr;
  ParamValues params;                // resolved: every parameter of the method
  std::vector<std::string> columns;  // empty: those with a role to protect
  std::string within;                // empty: all records together
  bool fill = false;
};

struct Recipe {
  std::vector<RecipeStep> steps;
  bool keep_bounds = false;
  bool keep_integers = false;
  std::vector<std::string> derive;
  std::vector<std::string> drop;  // columns that the release leaves out, as it does identifiers
};

// From a document such as
//
//   keep-integers = true
//   derive = ["total=wages+other"]
//   drop = ["notes"]
//
//   [[steps]]
//   method = "mdav"
//   columns = ["wages", "other"]
//   k = 5
//
// A key of a step that is not one of method, columns, within, fill is a parameter of its method;
// parameters may also be in a table `parameters`. Anything unknown is an error that names
// `source` and the step.
Recipe parse_recipe(const Value& document, const std::string& source);

}  // namespace sfumato::masking
