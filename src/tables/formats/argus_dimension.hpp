// The description of a dimension in an .rda: the hierarchy of its codes, from a file or from their own
// characters, and their labels. Used for microdata and tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tables/code_tree.hpp"
#include "tables/formats/argus_metadata.hpp"
#include "tables/formats/codelist.hpp"

namespace sfumato::tables {

// The first `levels[0]` characters of a code are its code on the top level, the first `levels[0] + levels[1]`
// that on the next, and so on: 15131 with levels 3 1 1 is below 1513, and that below 151. Nodes come in the
// order of their bytes, each parent before its children. A code that ends early is a node at that level; one
// that is longer than all levels is an error.
CodeTree tree_of_levels(std::vector<std::string> codes, const std::vector<std::size_t>& levels,
                        const std::string& source);

// The tree of a hierarchical variable that has these codes; empty for a flat one.
std::optional<CodeTree> argus_tree(const ArgusMetadata& metadata, const ArgusVariable& variable,
                                   const std::vector<std::string>& codes);

// Its labels; none without <CODELIST>.
CodeLabels argus_labels(const ArgusMetadata& metadata, const ArgusVariable& variable);

// Where the character number `count` of a text begins, or the text's size; the text is valid UTF-8.
std::size_t character_offset(std::string_view text, std::size_t count);

}  // namespace sfumato::tables
