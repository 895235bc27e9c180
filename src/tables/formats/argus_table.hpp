// A table of cells in tau-Argus's format: a .tab file with a row per cell, its .rda, and .hrc and .cdl files
// for hierarchies and labels. One table per file: linked tables are not possible.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/argus_metadata.hpp"

namespace sfumato::tables {

// Checked (check_table). An inner cell that has no row is empty; a margin that has none is an error, unless
// all its parts are empty. `notes`, if given, lists what was not used.
CellTable read_argus_table(const std::string& path, const std::string& metadata, const Run& run,
                           std::vector<std::string>* notes = nullptr);
// The same from text; the files that the metadata name are read.
CellTable parse_argus_table(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
                            const Run& run, std::vector<std::string>* notes = nullptr);

// Writes PATH, the same name with .rda, and NAME_DIMENSION.hrc and .cdl where there are hierarchies and
// labels. Returns notes on what the format cannot store; what would be read back as something else is an
// error.
std::vector<std::string> write_argus_table(const CellTable& table, const std::string& path);

}  // namespace sfumato::tables
