// The codes of one hierarchy as a forest: which code is part of which, from a .hrc file, a CSV hierarchy or
// the digits of a code. A dimension may have several of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sfumato::tables {

struct TreeNode {
  std::string code;
  std::optional<std::size_t> parent;  // an earlier node; empty: directly below the total
};

// Codes are distinct, and a parent comes before its children.
struct CodeTree {
  std::vector<TreeNode> nodes;
  std::string source;  // for messages: "region.hrc"
};

}  // namespace sfumato::tables
