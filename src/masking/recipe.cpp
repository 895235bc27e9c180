// Recipes are read strictly: a misspelt key would otherwise leave a column unprotected.
#include "masking/recipe.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/registry.hpp"

namespace sfumato::masking {
namespace {

const std::vector<std::string> top_keys = {"steps", "keep-bounds", "keep-integers", "derive", "drop"};

bool flag_of(const Value& value, const std::string& where) {
  if (!value.is_bool()) bad_input(where + " must be true or false", "write it without quotes");
  return value.as_bool();
}

std::vector<std::string> texts_of(const Value& value, const std::string& where) {
  std::vector<std::string> result;
  const auto wrong = [&] { bad_input(where + " must be a list of texts", "such as [\"income\", \"tax\"]"); };
  if (!value.is_array()) wrong();
  for (const Value& item : value.as_array()) {
    if (!item.is_text()) wrong();
    result.push_back(item.as_text());
  }
  return result;
}

class StepReader {
 public:
  StepReader(const Value& document, std::string where) : document_(document), where_(std::move(where)) {
    if (!document.is_object()) bad_input(where_ + " must be a table", "write [[steps]] and its keys below");
  }

  RecipeStep step() const {
    RecipeStep result;
    const Value* name = document_.find("method");
    if (name == nullptr || !name->is_text()) {
      bad_input(where_ + " names no method", "write method = \"mdav\", for example");
    }
    result.method = &named(name->as_text());
    ParamValues given;
    for (const auto& [key, value] : document_.as_object()) read(key, value, result, given);
    try {
      result.params = resolve_params(result.method->params, given, result.method->info.name);
    } catch (const Error& failure) {
      throw failure.at(where_);
    }
    return result;
  }

 private:
  const Method& named(const std::string& name) const {
    try {
      return method(name);
    } catch (const Error& failure) {
      throw failure.at(where_);
    }
  }

  void read(const std::string& key, const Value& value, RecipeStep& step, ParamValues& given) const {
    const auto is_param = [&](const std::string& name) {
      return std::any_of(step.method->params.begin(), step.method->params.end(),
                         [&](const ParamInfo& info) { return info.name == name; });
    };
    if (key == "method") return;
    if (key == "columns") {
      step.columns = texts_of(value, where_ + ": columns");
    } else if (key == "within") {
      if (!value.is_text()) bad_input(where_ + ": within must be a text", "name one column");
      step.within = value.as_text();
    } else if (key == "fill" && !is_param("fill")) {
      step.fill = flag_of(value, where_ + ": fill");
    } else if (key == "parameters") {
      if (!value.is_object()) bad_input(where_ + ": parameters must be a table", "such as { k = 5 }");
      for (const auto& [name, inner] : value.as_object()) given.emplace_back(name, inner);
    } else {
      given.emplace_back(key, value);
    }
  }

  const Value& document_;
  std::string where_;
};

}  // namespace

Recipe parse_recipe(const Value& document, const std::string& source) {
  Recipe recipe;
  for (const auto& [key, value] : document.as_object()) {
    const std::string where = source + ": " + key;
    if (key == "steps") {
      if (!value.is_array()) bad_input(where + " must be a list of tables", "write [[steps]]");
      for (const Value& step : value.as_array()) {
        const std::string place = source + ", step " + std::to_string(recipe.steps.size() + 1);
        recipe.steps.push_back(StepReader(step, place).step());
      }
    } else if (key == "keep-bounds") {
      recipe.keep_bounds = flag_of(value, where);
    } else if (key == "keep-integers") {
      recipe.keep_integers = flag_of(value, where);
    } else if (key == "derive") {
      recipe.derive = texts_of(value, where);
    } else if (key == "drop") {
      recipe.drop = texts_of(value, where);
    } else {
      const std::string close = suggestion(key, top_keys);
      bad_input(source + ": unknown key '" + key + "'",
                close.empty() ? "allowed: steps, keep-bounds, keep-integers, derive, drop" : close);
    }
  }
  if (recipe.steps.empty())
    bad_input(source + " has no steps", "write [[steps]] and method = \"…\" below it");
  return recipe;
}

}  // namespace sfumato::masking
