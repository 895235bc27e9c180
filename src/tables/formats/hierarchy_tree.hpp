// Hierarchies of codes as trees: tau-Argus's .hrc text and rows of a leaf with its ancestors. Both become a
// CodeTree, below a total that neither of them names.
#pragma once

#include <string>
#include <string_view>

#include "core/hierarchy.hpp"
#include "tables/code_tree.hpp"

namespace sfumato::tables {

// One code per line, below the nearest earlier line that has one leading string less. Codes are trimmed,
// since tau-Argus pads them to the width of their field. A code that occurs twice, a step down of more than
// one level and a line without a code are errors with their lines.
CodeTree parse_hrc(std::string_view text, const std::string& source, const std::string& lead = "@");

// A top level that has only "*" is the total and is left out. A code that is repeated on the next levels (a
// short branch) is used once. A code below itself, or below two different ones, is an error.
CodeTree tree_of_rows(const Hierarchy& hierarchy, const std::string& source);

}  // namespace sfumato::tables
