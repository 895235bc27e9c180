// Recipes: what they may say, and that everything else is refused with its place.
#include "masking/recipe.hpp"

#include <gtest/gtest.h>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::masking {
namespace {

Value object(std::vector<std::pair<std::string, Value>> members) {
  Value result = Value::object();
  for (auto& [name, value] : members) result.set(name, std::move(value));
  return result;
}

Value recipe_of(Value step) {
  Value steps = Value::array();
  steps.push(std::move(step));
  return object({{"steps", steps}});
}

std::string refusal(const Value& document) {
  try {
    parse_recipe(document, "r.toml");
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return with_values(error.message, DataValues::shown);
  }
  return "taken";
}

TEST(Recipe, TakesParametersBesideTheMethodAndInATable) {
  const Recipe flat = parse_recipe(
      recipe_of(object({{"method", "mdav"}, {"columns", Value::array_of({"x"})}, {"within", "r"}, {"k", 7}})),
      "r");
  ASSERT_EQ(flat.steps.size(), 1U);
  EXPECT_EQ(flat.steps[0].method->info.name, "mdav");
  EXPECT_EQ(flat.steps[0].columns, std::vector<std::string>{"x"});
  EXPECT_EQ(flat.steps[0].within, "r");
  const Recipe nested =
      parse_recipe(recipe_of(object({{"method", "mdav"}, {"parameters", object({{"k", 7}})}})), "r");
  EXPECT_EQ(nested.steps[0].params, flat.steps[0].params);
  EXPECT_EQ(flat.steps[0].params.front().second.as_integer(), 7);
}

TEST(Recipe, TakesColumnsToDrop) {
  Value document = recipe_of(object({{"method", "mdav"}}));
  document.set("drop", Value::array_of({"x", "y"}));
  EXPECT_EQ(parse_recipe(document, "r").drop, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(refusal(object({{"drop", "x"}})), "r.toml: drop must be a list of texts");
}

TEST(Recipe, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(refusal(Value::object()), "r.toml has no steps");
  EXPECT_EQ(refusal(object({{"step", Value::array()}})), "r.toml: unknown key 'step'");
  EXPECT_EQ(refusal(object({{"steps", 3}})), "r.toml: steps must be a list of tables");
  EXPECT_EQ(refusal(recipe_of(3)), "r.toml, step 1 must be a table");
  EXPECT_EQ(refusal(recipe_of(object({{"k", 3}}))), "r.toml, step 1 names no method");
  EXPECT_NE(refusal(recipe_of(object({{"method", "mdva"}}))).find("r.toml, step 1: "), std::string::npos);
  EXPECT_EQ(refusal(recipe_of(object({{"method", "mdav"}, {"kk", 3}}))),
            "r.toml, step 1: mdav has no parameter 'kk'");
  EXPECT_EQ(refusal(recipe_of(object({{"method", "mdav"}, {"k", "three"}}))),
            "r.toml, step 1: parameter 'k' cannot be 'three'");
  EXPECT_EQ(refusal(recipe_of(object({{"method", "mdav"}, {"columns", "x"}}))),
            "r.toml, step 1: columns must be a list of texts");
  EXPECT_EQ(refusal(recipe_of(object({{"method", "mdav"}, {"within", 3}}))),
            "r.toml, step 1: within must be a text");
  EXPECT_EQ(refusal(object({{"keep-bounds", 1}})), "r.toml: keep-bounds must be true or false");
}

}  // namespace
}  // namespace sfumato::masking
