#include "release/dropped_columns.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::release {

bool drops_columns(const Method& method) {
  return method.info.differential && std::any_of(method.params.begin(), method.params.end(),
                                                 [](const ParamInfo& info) { return info.name == "drop"; });
}

std::vector<std::string> dropped_columns(const masking::Recipe& recipe) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : recipe.drop) add(name);
  for (const masking::RecipeStep& step : recipe.steps) {
    if (!drops_columns(*step.method)) continue;
    for (const auto& [name, value] : step.params) {
      if (name != "drop") continue;
      for (const Value& column : value.as_array()) add(column.as_text());
    }
  }
  return names;
}

Table leaving_out(Table table, const masking::Recipe& recipe) {
  for (const std::string& name : dropped_columns(recipe)) {
    const ColumnId id = about("drop", [&] { return table.require(name); });
    ColumnInfo info = table.info(id);
    info.role = Role::identifier;
    table.set_info(id, std::move(info));
  }
  return table;
}

}  // namespace sfumato::release
