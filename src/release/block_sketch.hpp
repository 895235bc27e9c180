// A sketch of a stored table: a table in memory with each value of a column once, where some method needs
// hierarchies, and without records otherwise. Hierarchies of values cannot be made from blocks of records.
#pragma once

#include <string>
#include <vector>

#include "io/stored_file.hpp"
#include "masking/recipe.hpp"

namespace sfumato::release {

// With the hierarchies that the recipe needs, which the stored table gets, too.
Table block_sketch(const masking::Recipe& recipe, io::StoredFile& file,
                   const std::vector<std::string>& columns, const Run& run);

}  // namespace sfumato::release
