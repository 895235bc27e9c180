// A table of cells as tau-Argus keeps it: a .tab file with a row per cell, its .rda, and .hrc and .cdl files
// for hierarchies and labels. One table per file: linked tables have no place in it.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/argus_metadata.hpp"

namespace sfumato::tables {

// Checked (check_table). An inner cell that has no row is empty; a margin that has none is an error, unless
// everything that it adds up is empty. `notes`, where given, gets what was not used.
CellTable read_argus_table(const std::string& path, const std::string& metadata, const Run& run,
                           std::vector<std::string>* notes = nullptr);
// The same from text; the files that the metadata name are read.
CellTable parse_argus_table(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
                            const Run& run, std::vector<std::string>* notes = nullptr);

// Writes PATH, the same name with .rda, and NAME_DIMENSION.hrc and .cdl where there are hierarchies and
// labels. Returns what the format could not hold; what would come back as something else is refused.
std::vector<std::string> write_argus_table(const CellTable& table, const std::string& path);

}  // namespace sfumato::tables
