// A masked file from elsewhere has no sidecar, so what the original's sidecar or flags say of a
// column holds for the masked one too; the file is read again where that makes a difference. What its own
// sidecar says of a column is believed.
#include "cli/table_pair.hpp"

namespace sfumato::cli {
namespace {

bool read_alike(const ColumnInfo& a, const ColumnInfo& b) {
  return a.kind == b.kind && a.missing == b.missing && a.order == b.order;
}

Mapping mapping_of(const io::Sidecar& sidecar) {
  const Value* mapping = sidecar.release.find("mapping");
  if (mapping == nullptr || !mapping->is_text()) return Mapping::same_rows;
  if (mapping->as_text() == to_text(Mapping::subset)) return Mapping::subset;
  return mapping->as_text() == to_text(Mapping::none) ? Mapping::none : Mapping::same_rows;
}

}  // namespace

compare::TablePair read_pair(const io::TableFile& original, const ColumnChoice& choice,
                             const std::string& masked_path, const DataOptions& options, const Run& run) {
  io::ReadOptions read;
  read.format = options.format.value_or("");
  read.missing = options.missing;
  io::TableFile masked = io::read_table(masked_path, read, run);
  const std::string name = "'" + masked_path + "'";
  const ColumnSet ids = compare::counterparts(original.table, masked.table, choice.columns, name);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ColumnInfo& wanted = original.table.info(choice.columns[i]);
    if (read_alike(wanted, masked.table.info(ids[i]))) continue;
    const auto own = masked.sidecar.columns.find(wanted.name);
    if (own != masked.sidecar.columns.end() && own->second.kind) continue;
    ColumnDeclaration& declared = read.declared[wanted.name];
    declared.kind = wanted.kind;
    declared.missing = wanted.missing;
    declared.order = wanted.order;
  }
  if (!read.declared.empty() && masked_path != "-") {
    masked = io::read_table(masked_path, read, run);
  }
  return compare::pair_of(original.table, masked.table, choice, name, mapping_of(masked.sidecar));
}

}  // namespace sfumato::cli
