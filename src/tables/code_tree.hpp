// The codes of one hierarchy as a forest: what a .hrc file, a CSV hierarchy or the digits of a code say about
// which code is part of which. Several of them may lie on one dimension.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sfumato::tables {

struct TreeNode {
  std::string code;
  std::optional<std::size_t> parent;  // an earlier node; nothing: directly below the total
};

// Codes are distinct, and a parent stands before its children.
struct CodeTree {
  std::vector<TreeNode> nodes;
  std::string source;  // for messages: "region.hrc"
};

}  // namespace sfumato::tables
