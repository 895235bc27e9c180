// A recipe on a table that does not fit into memory: the steps and rules are applied block by block, and what
// they describe and warn about is the same as for a table in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/stored_file.hpp"
#include "release/recipe_run.hpp"

namespace sfumato::release {

struct BlockRelease {
  // Description, warnings and details. Its tables have the schema and the types of columns, but not the
  // records: those are in the stored tables.
  MaskingResult described;
  io::StoredTable original, masked;
};

// In blocks, one after the other; or in parts, whose caller can sort all records and bring classes of them
// together.
enum class RecordsIn { blocks, parts };

// Why a recipe needs all records at once, such as "step 2 (mdav): …"; empty where it works on blocks. Of the
// table the schema and the types of columns count.
std::string recipe_hindrance(const masking::Recipe& recipe, const Table& outline,
                             const std::vector<std::string>& columns, const std::string& source,
                             RecordsIn records = RecordsIn::blocks);
// As far as it depends on the recipe alone.
std::string recipe_hindrance(const masking::Recipe& recipe, RecordsIn records = RecordsIn::blocks);

// As run_recipe with the hierarchies of its steps loaded. Changed columns are stored in `folder`.
BlockRelease run_recipe_in_blocks(const masking::Recipe& recipe, io::StoredFile file,
                                  const std::vector<std::string>& columns, const std::string& source,
                                  const std::string& folder, const Run& run);

}  // namespace sfumato::release
