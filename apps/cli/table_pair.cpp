// A masked file from elsewhere has no sidecar, so what the original's sidecar or flags say of a
// column holds for the masked one too; the file is read again where that makes a difference.
#include "cli/table_pair.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::cli {
namespace {

bool read_alike(const ColumnInfo& a, const ColumnInfo& b) {
  return a.kind == b.kind && a.missing == b.missing && a.order == b.order;
}

ColumnSet counterparts(const Table& original, const Table& masked, const ColumnSet& columns,
                       const std::string& masked_path) {
  ColumnSet found;
  std::vector<std::string> lacking;
  for (const ColumnId id : columns) {
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (other) {
      found.push_back(*other);
    } else {
      lacking.push_back(original.info(id).name);
    }
  }
  if (!lacking.empty()) {
    bad_input("'" + masked_path + "' has no column " + quoted_names(lacking),
              "compare the columns that both files have, with --columns");
  }
  return found;
}

// Weights come along, since statistics may be wanted with them; the release must have them too.
void add_weight(const Table& original, const Table& masked, ColumnSet& kept, ColumnSet& ids) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    if (original.info(id).role != Role::weight) continue;
    if (std::find(kept.begin(), kept.end(), id) != kept.end()) return;
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other) return;
    kept.push_back(id);
    ids.push_back(*other);
    return;
  }
}

Mapping mapping_of(const io::Sidecar& sidecar) {
  const Value* mapping = sidecar.release.find("mapping");
  if (mapping == nullptr || !mapping->is_text()) return Mapping::same_rows;
  if (mapping->as_text() == to_text(Mapping::subset)) return Mapping::subset;
  return mapping->as_text() == to_text(Mapping::none) ? Mapping::none : Mapping::same_rows;
}

}  // namespace

TablePair read_pair(const io::TableFile& original, const ColumnChoice& choice, const std::string& masked_path,
                    const DataOptions& options, const Run& run) {
  io::ReadOptions read;
  read.format = options.format.value_or("");
  read.missing = options.missing;
  io::TableFile masked = io::read_table(masked_path, read, run);
  ColumnSet ids = counterparts(original.table, masked.table, choice.columns, masked_path);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ColumnInfo& wanted = original.table.info(choice.columns[i]);
    if (read_alike(wanted, masked.table.info(ids[i]))) continue;
    ColumnDeclaration& declared = read.declared[wanted.name];
    declared.kind = wanted.kind;
    declared.missing = wanted.missing;
    declared.order = wanted.order;
  }
  if (!read.declared.empty() && masked_path != "-") {
    masked = io::read_table(masked_path, read, run);
    ids = counterparts(original.table, masked.table, choice.columns, masked_path);
  }
  ColumnSet kept = choice.columns;
  add_weight(original.table, masked.table, kept, ids);
  return {original.table.taking_columns(kept), masked.table.taking_columns(ids), mapping_of(masked.sidecar),
          choice.named, choice.columns.size()};
}

TablePair make_pair_of(const Table& original, const Table& masked, const ColumnChoice& choice) {
  ColumnSet kept = choice.columns, ids = counterparts(original, masked, choice.columns, "the masked table");
  add_weight(original, masked, kept, ids);
  return {original.taking_columns(kept), masked.taking_columns(ids), Mapping::same_rows, choice.named,
          choice.columns.size()};
}

}  // namespace sfumato::cli
