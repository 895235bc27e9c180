// Hierarchies as tau-Argus writes them: what is accepted is a forest of distinct codes, which written with
// its depths is read again as the same.
#include <unordered_set>

#include "tables/formats/hierarchy_tree.hpp"
#include "target.hpp"

FUZZ_TARGET(hrc) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto tree = fuzz::accepted([&] { return tables::parse_hrc(text, "fuzz.hrc"); });
  if (!tree) return 0;
  std::unordered_set<std::string> codes;
  std::vector<std::size_t> depths;
  std::string written = "\xEF\xBB\xBF";  // one byte order mark is skipped, a second is part of a code
  for (const tables::TreeNode& node : tree->nodes) {
    fuzz::require(!node.code.empty() && codes.insert(node.code).second, "a code twice, or none", text);
    fuzz::require(!node.parent || *node.parent < depths.size(), "a parent after its child", text);
    depths.push_back(node.parent ? depths[*node.parent] + 1 : 0);
    written.append(depths.back(), '@').append(node.code).append("\n");
  }
  const auto again = fuzz::accepted([&] { return tables::parse_hrc(written, "written.hrc"); });
  fuzz::require(again && again->nodes.size() == tree->nodes.size(), "our own hierarchy is refused", written);
  for (std::size_t i = 0; i < tree->nodes.size(); ++i) {
    fuzz::require(
        again->nodes[i].code == tree->nodes[i].code && again->nodes[i].parent == tree->nodes[i].parent,
        "a code lies elsewhere", written);
  }
  return 0;
}
