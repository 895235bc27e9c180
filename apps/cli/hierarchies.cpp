// A hierarchy lies beside the sidecar that names it.
#include "cli/hierarchies.hpp"

#include <filesystem>

#include "io/hierarchy_file.hpp"

namespace sfumato::cli {

void load_hierarchies(io::TableFile& file, const ColumnChoice& choice) {
  for (const ColumnId id : choice.columns) {
    ColumnInfo info = file.table.info(id);
    if (info.kind != Kind::nominal || info.hierarchy.empty()) continue;
    const std::filesystem::path path =
        std::filesystem::path(file.sidecar.path).parent_path() / std::filesystem::path(info.hierarchy);
    info.tree = std::make_shared<const Hierarchy>(io::read_hierarchy(path.string()));
    file.table.set_info(id, info);
  }
}

}  // namespace sfumato::cli
