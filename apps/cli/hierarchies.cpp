// A hierarchy lies beside the sidecar that names it; one that an option names lies where the path says.
#include "cli/hierarchies.hpp"

#include <algorithm>
#include <filesystem>

#include "core/error.hpp"
#include "io/hierarchy_file.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "masking/hierarchy_builder.hpp"

namespace sfumato::cli {
namespace {

Hierarchy hierarchy_for(const Column& column, const std::string& path) {
  if (!path.ends_with(".toml")) return io::read_hierarchy(path);
  return masking::build_hierarchy(io::parse_toml(io::read_text_file(path), path),
                                  masking::distinct_texts(column), path);
}

// Values that a map leaves out stay what they are, unless a new value has the same name and takes them in.
Hierarchy completed_map(const Column& column, const std::string& path) {
  const Hierarchy listed = io::read_hierarchy(path);
  if (listed.levels() != 2) {
    bad_input(path + " has " + std::to_string(listed.levels()) + " values a row, and a map has two",
              "write old;new in each row");
  }
  std::vector<std::vector<std::string>> rows = listed.rows();
  for (const std::string& value : listed.uncovered(masking::distinct_texts(column))) {
    rows.push_back({value, value});
  }
  return Hierarchy(std::move(rows), path);
}

void set_tree(Table& table, ColumnId id, Hierarchy tree) {
  ColumnInfo info = table.info(id);
  info.tree = std::make_shared<const Hierarchy>(std::move(tree));
  table.set_info(id, info);
}

std::string sidecar_hierarchy(const io::TableFile& file, const ColumnInfo& info) {
  return (std::filesystem::path(file.sidecar.path).parent_path() / std::filesystem::path(info.hierarchy))
      .string();
}

bool has_param(const Method& method, std::string_view name) {
  return std::any_of(method.params.begin(), method.params.end(), [&](const ParamInfo& info) {
    return info.name == name && info.kind == ParamKind::pairs;
  });
}

// The pairs of a parameter; none where the method has no such parameter.
Value::Object pairs_of(const masking::RecipeStep& step, std::string_view name) {
  if (!has_param(*step.method, name)) return {};
  for (const auto& [param, value] : step.params) {
    if (param == name) return value.as_object();
  }
  return {};
}

}  // namespace

void load_hierarchies(io::TableFile& file, const ColumnChoice& choice, bool declaring) {
  for (const ColumnId id : choice.columns) {
    const ColumnInfo& info = file.table.info(id);
    if (info.hierarchy.empty() || (declaring && info.kind != Kind::nominal)) continue;
    const std::string path = sidecar_hierarchy(file, info);
    if (declaring && path.ends_with(".toml")) {
      bad_input(
          "the hierarchy of column '" + info.name + "' is built from the data and declares no categories",
          "declare its `categories` in the sidecar");
    }
    set_tree(file.table, id, hierarchy_for(file.table.column(id), path));
  }
}

void load_step_hierarchies(io::TableFile& file, const masking::Recipe& recipe,
                           const std::vector<std::string>& columns) {
  for (const masking::RecipeStep& step : recipe.steps) {
    if (!has_param(*step.method, "hierarchy")) continue;
    for (const ColumnId id :
         choose_columns(file.table, step.columns.empty() ? columns : step.columns).columns) {
      const ColumnInfo& info = file.table.info(id);
      if (info.hierarchy.empty() || info.tree) continue;
      set_tree(file.table, id, hierarchy_for(file.table.column(id), sidecar_hierarchy(file, info)));
    }
    for (const auto& [name, path] : pairs_of(step, "hierarchy")) {
      const ColumnId id = file.table.require(name);
      set_tree(file.table, id, hierarchy_for(file.table.column(id), path.as_text()));
    }
    for (const auto& [name, path] : pairs_of(step, "recode")) {
      const ColumnId id = file.table.require(name);
      set_tree(file.table, id, completed_map(file.table.column(id), path.as_text()));
    }
  }
}

std::vector<std::string> hierarchy_inputs(const masking::Recipe& recipe) {
  std::vector<std::string> paths;
  for (const masking::RecipeStep& step : recipe.steps) {
    for (const char* param : {"hierarchy", "recode"}) {
      for (const auto& [column, path] : pairs_of(step, param)) paths.push_back(path.as_text());
    }
  }
  return paths;
}

}  // namespace sfumato::cli
