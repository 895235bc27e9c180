// Rows are written as they are in the hierarchy's file, in [release.hierarchies].
#include "release/used_hierarchies.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "masking/hierarchy_builder.hpp"
#include "release/named_table.hpp"
#include "stats/covers/covered_column.hpp"

namespace sfumato::release {
namespace {

constexpr const char* hierarchies_key = "hierarchies";

bool has_labels_of_tree(const Table& original, ColumnId before, const Table& masked, ColumnId after) {
  const auto column = stats::coarse_column(original.taking_columns({before}), masked.taking_columns({after}),
                                           0, original.rows() == masked.rows());
  return column && std::any_of(column->cells.begin(), column->cells.end(), [](const stats::MaskedCell& cell) {
           return cell.source == stats::CoverSource::hierarchy;
         });
}

// A map of old and new values was completed with the values of the data that it leaves as they are: these
// need no row.
Value written_rows(const Hierarchy& tree) {
  Value rows = Value::array();
  for (const std::vector<std::string>& row : tree.rows()) {
    if (tree.levels() != 2 || row.front() != row.back()) rows.push(Value::array_of(row));
  }
  return rows;
}

Hierarchy written_hierarchy(const Value& rows, const std::string& column) {
  std::vector<std::vector<std::string>> texts;
  const std::string source = "the hierarchy of '" + column + "' in the sidecar of the release";
  if (!rows.is_array()) bad_input(source + " is not a list of rows", "write [[leaf, parent, …], …]");
  for (const Value& row : rows.as_array()) {
    std::vector<std::string>& target = texts.emplace_back();
    if (!row.is_array()) bad_input(source + " has a row that is not a list", "write [leaf, parent, …]");
    for (const Value& value : row.as_array()) target.push_back(to_text(value));
  }
  return Hierarchy(std::move(texts), source);
}

void set_used_tree(Table& table, ColumnId id, Hierarchy tree) {
  ColumnInfo info = table.info(id);
  info.tree = std::make_shared<const Hierarchy>(std::move(tree));
  table.set_info(id, std::move(info));
}

}  // namespace

Value used_hierarchies(const Table& original, const Table& masked) {
  Value result = Value::object();
  for (ColumnId id = 0; id < masked.column_count(); ++id) {
    const ColumnInfo& info = masked.info(id);
    const auto before = original.find(info.name);
    if (!before || info.role == Role::identifier) continue;
    const auto& tree = original.info(*before).tree;
    if (tree == nullptr || !has_labels_of_tree(original, *before, masked, id)) continue;
    result.set(info.name, tree->specification().is_null() ? written_rows(*tree) : tree->specification());
  }
  return result.as_object().empty() ? Value() : result;
}

void load_used_hierarchies(io::TableFile& masked, const Table& original, const Run& run) {
  namespace fs = std::filesystem;
  const Value* used = masked.sidecar.release.find(hierarchies_key);
  for (ColumnId id = 0; id < masked.table.column_count(); ++id) {
    const ColumnInfo info = masked.table.info(id);
    if (const Value* rows = used == nullptr ? nullptr : used->find(info.name)) {
      const auto before = original.find(info.name);
      if (rows->is_array()) {
        set_used_tree(masked.table, id, written_hierarchy(*rows, info.name));
      } else if (before) {
        set_used_tree(masked.table, id,
                      masking::build_hierarchy(*rows, masking::distinct_texts(original.column(*before)),
                                               "the hierarchy of '" + info.name + "' in the sidecar"));
      }
      continue;
    }
    if (info.tree || info.hierarchy.empty() || info.hierarchy.ends_with(".toml") || !run.reads_files()) {
      continue;
    }
    const fs::path path = fs::path(masked.sidecar.path).parent_path() / fs::path(info.hierarchy);
    std::error_code failure;
    if (!fs::is_regular_file(path, failure)) continue;
    set_used_tree(masked.table, id, read_named_hierarchy(path.string(), nullptr, run));
  }
}

Value reported_release(const Value& release) {
  if (release.find(hierarchies_key) == nullptr) return release;
  Value result = Value::object();
  for (const auto& [name, value] : release.as_object()) {
    if (name != hierarchies_key) result.set(name, value);
  }
  return result;
}

}  // namespace sfumato::release
