// Recipes: any file is accepted or refused, and an accepted recipe has methods with all their
// parameters inside their ranges. Its rules are read against a table with awkward names.
#include "masking/recipe.hpp"

#include "io/toml.hpp"
#include "masking/edit_rules.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

Table awkward_table() {
  std::vector<ColumnInfo> schema;
  std::vector<Column> columns;
  for (const char* name : {"a", "b", "a+b", "a-b", "-", "total"}) {
    ColumnInfo info;
    info.name = name;
    schema.push_back(info);
    columns.emplace_back(Numbers{1.0, 2.0});
  }
  return {schema, columns};
}

}  // namespace

FUZZ_TARGET(recipe) {
  const std::string text = fuzz::text_of(data, size);
  const auto recipe =
      fuzz::accepted([&] { return masking::parse_recipe(io::parse_toml(text, "fuzz.toml"), "fuzz.toml"); });
  if (!recipe) return 0;
  static const Table table = awkward_table();
  for (const masking::RecipeStep& step : recipe->steps) {
    fuzz::require(step.params.size() == step.method->params.size(), "a parameter is missing", text);
    for (std::size_t i = 0; i < step.params.size(); ++i)
      checked_param(step.method->params[i], step.params[i].second);
  }
  for (const std::string& rule : recipe->derive) {
    const auto derivation = fuzz::accepted([&] { return masking::parse_derivation(rule, table); });
    if (!derivation) continue;
    // The terms, written again, are the rule.
    std::string again = table.info(derivation->total).name + "=";
    for (const auto& term : derivation->terms) {
      const bool first = again.back() == '=';
      again += (term.sign < 0.0 ? "-" : first ? "" : "+") + table.info(term.column).name;
    }
    fuzz::require(again == rule, "a rule is read as " + again, rule);
  }
  return 0;
}
