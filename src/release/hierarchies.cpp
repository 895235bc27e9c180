// A hierarchy's path is relative to the sidecar that names it; the path in an option is used as it is. Files
// in a folder are matched by whole names, so that "size" does not get the file of "family_size" where that is
// a column too.
#include "release/hierarchies.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "core/value_rows.hpp"
#include "io/hierarchy_file.hpp"
#include "masking/automatic_cuts.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/level_columns.hpp"
#include "release/named_table.hpp"

namespace sfumato::release {
namespace {

namespace fs = std::filesystem;

Hierarchy hierarchy_for(const Column& column, const std::string& path, const Run& run) {
  const bool built = path.ends_with(".toml") && !run.has_table(path);
  if (!built) return read_named_hierarchy(path, nullptr, run);
  return with_rows_of(column, [&] { return read_named_hierarchy(path, &column, run); });
}

// Values that a map leaves out do not change, unless a new value has the same name and includes them.
Hierarchy completed_map(const Column& column, const std::string& path, const Run& run) {
  const Hierarchy listed = read_named_hierarchy(path, nullptr, run);
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

// A hierarchy from an option replaces that of the sidecar; it does not declare the categories of the column.
void set_other_tree(Table& table, ColumnId id, Hierarchy tree) {
  set_tree(table, id, std::move(tree));
  ColumnInfo info = table.info(id);
  info.hierarchy.clear();
  table.set_info(id, info);
}

// Relative to the sidecar; without one, as it is named.
std::string sidecar_hierarchy(const io::TableFile& file, const ColumnInfo& info) {
  if (file.sidecar.path.empty()) return info.hierarchy;
  return (fs::path(file.sidecar.path).parent_path() / fs::path(info.hierarchy)).string();
}

bool has_param(const Method& method, std::string_view name, ParamKind kind) {
  return std::any_of(method.params.begin(), method.params.end(),
                     [&](const ParamInfo& info) { return info.name == name && info.kind == kind; });
}

// The value of a step's parameter; nothing where its method has none of that name and kind.
const Value* said(const masking::RecipeStep& step, std::string_view name, ParamKind kind) {
  if (!has_param(*step.method, name, kind)) return nullptr;
  for (const auto& [param, value] : step.params) {
    if (param == name) return &value;
  }
  return nullptr;
}

Value::Object pairs_of(const masking::RecipeStep& step, std::string_view name) {
  const Value* pairs = said(step, name, ParamKind::pairs);
  return pairs != nullptr ? pairs->as_object() : Value::Object{};
}

std::vector<std::string> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) {
    bad_param("hierarchies", "cannot read the folder " + folder + " of hierarchies", "check its path");
  }
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

}  // namespace

void load_hierarchy_folder(Table& table, const std::string& folder) {
  std::vector<std::string> taken(table.column_count());
  for (const std::string& file : files_in(folder)) {
    const std::size_t id = column_of(file, table);
    if (id == table.column_count()) continue;
    if (!taken[id].empty()) {
      bad_param("hierarchies",
                "column '" + table.info(id).name + "' has two hierarchies in " + folder + ": " +
                    quoted_names({taken[id], file}),
                "keep one of them");
    }
    taken[id] = file;
    set_other_tree(table, id, io::read_hierarchy((fs::path(folder) / file).string()));
  }
}

namespace {

// Columns that a step may generalize: those that it protects, and all where a model may refer to any.
ColumnSet columns_of(const Table& table, const masking::RecipeStep& step,
                     const std::vector<std::string>& columns) {
  ColumnSet all;
  for (ColumnId id = 0; id < table.column_count(); ++id) all.push_back(id);
  if (has_param(*step.method, "hierarchies", ParamKind::text)) return all;
  return choose_columns(table, step.columns.empty() ? columns : step.columns).columns;
}

// The hierarchies of one step; what is built has the values of the population that it counts too.
class StepFiles {
 public:
  StepFiles(const Table& table, const masking::RecipeStep& step, const Run& run) : table_(table), run_(run) {
    const Value* path = said(step, "population", ParamKind::table);
    if (path != nullptr) population_path_ = path->as_text();
  }

  Hierarchy hierarchy(ColumnId id, const std::string& path) {
    if (population_path_.empty() || !path.ends_with(".toml"))
      return hierarchy_for(table_.column(id), path, run_);
    if (!population_) population_ = read_named_table(population_path_, {}, run_);
    if (!population_->find(table_.info(id).name)) return hierarchy_for(table_.column(id), path, run_);
    return hierarchy_for(masking::with_population(table_, {id}, *population_).column(0), path, run_);
  }

 private:
  const Table& table_;
  const Run& run_;
  std::string population_path_;
  std::optional<Table> population_;
};

// A column has one hierarchy, from whichever source.
class NamedFiles {
 public:
  // Whether it is new; a column that was given another file is an error.
  bool add(const std::string& column, const std::string& path) {
    const auto [entry, fresh] = files_.emplace(column, path);
    if (fresh || entry->second == path) return fresh;
    bad_param("hierarchy",
              "column '" + column + "' is given two hierarchies: " + quoted_names({entry->second, path}),
              "use one of them throughout");
  }

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace

void load_hierarchies(io::TableFile& file, const ColumnChoice& choice, const Run& run, bool declaring) {
  for (const ColumnId id : choice.columns) {
    const ColumnInfo& info = file.table.info(id);
    if (info.hierarchy.empty() || info.tree || (declaring && info.kind != Kind::nominal)) continue;
    const std::string path = sidecar_hierarchy(file, info);
    if (declaring && path.ends_with(".toml")) {
      bad_input(
          "the hierarchy of column '" + info.name + "' is built from the data and declares no categories",
          "declare its `categories` in the sidecar");
    }
    set_tree(file.table, id, hierarchy_for(file.table.column(id), path, run));
  }
}

void load_step_hierarchies(io::TableFile& file, const masking::Recipe& recipe,
                           const std::vector<std::string>& columns, const Run& run) {
  NamedFiles named;
  for (const masking::RecipeStep& step : recipe.steps) {
    if (!has_param(*step.method, "hierarchy", ParamKind::pairs)) continue;
    const Value* folder = said(step, "hierarchies", ParamKind::text);
    if (folder != nullptr && !folder->as_text().empty()) {
      if (!run.reads_files()) {
        bad_input("'hierarchies' names a folder, and this request has no files",
                  "give each hierarchy as an input, and name it in 'hierarchy'");
      }
      load_hierarchy_folder(file.table, folder->as_text());
    }
    StepFiles files(file.table, step, run);
    for (const auto& [name, path] : pairs_of(step, "hierarchy")) {
      const ColumnId id = file.table.require(name);
      if (named.add(name, path.as_text()))
        set_other_tree(file.table, id, files.hierarchy(id, path.as_text()));
    }
    for (const auto& [name, typed] : pairs_of(step, "cuts")) {
      const ColumnId id = file.table.require(name);
      if (!named.add(name, typed.as_text())) continue;
      set_other_tree(file.table, id,
                     built_hierarchy(masking::cuts_specification(typed.as_text(), name),
                                     file.table.column(id), "the cuts of '" + name + "'"));
    }
    for (const auto& [name, path] : pairs_of(step, "recode")) {
      const ColumnId id = file.table.require(name);
      if (!named.add(name, path.as_text())) continue;
      set_other_tree(file.table, id, completed_map(file.table.column(id), path.as_text(), run));
    }
    for (const ColumnId id : columns_of(file.table, step, columns)) {
      const ColumnInfo& info = file.table.info(id);
      if (info.hierarchy.empty() || info.tree) continue;
      set_tree(file.table, id, files.hierarchy(id, sidecar_hierarchy(file, info)));
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

}  // namespace sfumato::release
