// Names are compared whole, so that "size" does not take the file of "family_size" where that is a column
// too.
#include "cli/hierarchy_folder.hpp"

#include <algorithm>
#include <filesystem>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "io/hierarchy_file.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

// The folder that a step names, if its method can be told one.
const std::string* folder_of(const masking::RecipeStep& step) {
  const auto& params = step.method->params;
  if (std::none_of(params.begin(), params.end(),
                   [](const auto& info) { return info.name == "hierarchies"; })) {
    return nullptr;
  }
  static const std::string none;
  for (const auto& [name, value] : step.params) {
    if (name == "hierarchies") return &value.as_text();
  }
  return &none;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) bad_input("cannot read the folder " + folder + " of hierarchies", "check its path");
  std::sort(names.begin(), names.end());
  return names;
}

// The column whose file this is: of several that fit, the one of the longest name.
std::size_t column_of(const std::string& file, const Table& table) {
  std::size_t best = table.column_count(), length = 0;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const std::string& name = table.info(id).name;
    if (name.size() < length) continue;
    if (file != name + ".csv" && !file.ends_with("_" + name + ".csv")) continue;
    best = id;
    length = name.size();
  }
  return best;
}

void set_tree(Table& table, ColumnId id, const fs::path& path) {
  ColumnInfo info = table.info(id);
  info.tree = std::make_shared<const Hierarchy>(io::read_hierarchy(path.string()));
  table.set_info(id, info);
}

void load_folder(Table& table, const std::string& folder) {
  std::vector<std::string> taken(table.column_count());
  for (const std::string& file : files_in(folder)) {
    const std::size_t id = column_of(file, table);
    if (id == table.column_count()) continue;
    if (!taken[id].empty()) {
      bad_input("column '" + table.info(id).name + "' has two hierarchies in " + folder + ": " +
                    quoted_names({taken[id], file}),
                "keep one of them");
    }
    taken[id] = file;
    set_tree(table, id, fs::path(folder) / file);
  }
}

}  // namespace

void load_hierarchy_folders(io::TableFile& file, const masking::Recipe& recipe) {
  for (const masking::RecipeStep& step : recipe.steps) {
    const std::string* folder = folder_of(step);
    if (folder == nullptr) continue;
    if (!folder->empty()) load_folder(file.table, *folder);
    for (ColumnId id = 0; id < file.table.column_count(); ++id) {
      const ColumnInfo& info = file.table.info(id);
      if (info.tree || info.hierarchy.empty()) continue;
      set_tree(file.table, id, fs::path(file.sidecar.path).parent_path() / info.hierarchy);
    }
  }
}

}  // namespace sfumato::cli
