#include "tables/dimension.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using Positions = std::unordered_map<std::string, std::size_t>;

std::string some_of(const std::vector<std::string>& codes) { return data_values(codes); }

std::vector<std::vector<std::size_t>> children_of(const CodeTree& tree) {
  std::vector<std::vector<std::size_t>> children(tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent) children[*tree.nodes[i].parent].push_back(i);
  }
  return children;
}

// The position of a code in the dimension; a new code is appended.
std::size_t place(Dimension& dimension, Positions& positions, const std::string& code) {
  const auto [entry, is_new] = positions.try_emplace(code, dimension.codes.size());
  if (is_new) dimension.codes.push_back(code);
  return entry->second;
}

void check_leaves(const std::string& name, const CodeTree& tree,
                  const std::vector<std::vector<std::size_t>>& children,
                  const std::vector<std::string>& leaves, bool grow) {
  std::unordered_map<std::string, bool> is_leaf;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    is_leaf.emplace(tree.nodes[i].code, children[i].empty());
  std::vector<std::string> unknown, inner;
  for (const std::string& leaf : leaves) {
    const auto found = is_leaf.find(leaf);
    if (found == is_leaf.end())
      unknown.push_back(leaf);
    else if (!found->second)
      inner.push_back(leaf);
  }
  if (!unknown.empty()) {
    bad_input("'" + name + "' has " + some_of(unknown) + ", missing in " + tree.source,
              "add the codes to the hierarchy, or correct the data");
  }
  if (!inner.empty()) {
    bad_input("'" + name + "' has " + some_of(inner) + ", which " + tree.source + " divides further",
              "records must have the finest codes of the hierarchy");
  }
  if (grow) return;
  std::unordered_map<std::string, bool> known;
  for (const std::string& leaf : leaves) known.emplace(leaf, true);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (children[i].empty() && !known.contains(tree.nodes[i].code)) unknown.push_back(tree.nodes[i].code);
  }
  if (!unknown.empty()) {
    bad_input(tree.source + " has " + some_of(unknown) + ", which '" + name + "' does not have",
              "every hierarchy of a dimension must have the same finest codes");
  }
}

void add_tree(Dimension& dimension, Positions& positions, const CodeTree& tree,
              const std::vector<std::vector<std::size_t>>& children) {
  std::vector<std::size_t> placed(tree.nodes.size());
  CodeSum top{0, {}};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].code == dimension.codes[0]) {
      bad_input(data_value(tree.nodes[i].code) + " in " + tree.source + " is the name of the total of '" +
                    dimension.name + "'",
                "give the total another name");
    }
    placed[i] = place(dimension, positions, tree.nodes[i].code);
    if (!tree.nodes[i].parent) top.children.push_back(placed[i]);
  }
  std::vector<CodeSum> sums{std::move(top)};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (children[i].empty()) continue;
    CodeSum sum{placed[i], {}};
    for (const std::size_t child : children[i]) sum.children.push_back(placed[child]);
    sums.push_back(std::move(sum));
  }
  std::unordered_multimap<std::size_t, std::size_t> earlier;  // sums of other trees by their parent
  for (std::size_t i = 0; i < dimension.sums.size(); ++i) earlier.emplace(dimension.sums[i].parent, i);
  for (CodeSum& sum : sums) {
    const auto [begin, end] = earlier.equal_range(sum.parent);
    const bool known =
        std::any_of(begin, end, [&](const auto& entry) { return dimension.sums[entry.second] == sum; });
    if (!known) dimension.sums.push_back(std::move(sum));
  }
}

}  // namespace

std::optional<std::size_t> Dimension::find(std::string_view code) const {
  const auto found = std::find(codes.begin(), codes.end(), code);
  return found == codes.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - codes.begin()));
}

bool Dimension::is_sum(std::size_t code) const {
  return std::any_of(sums.begin(), sums.end(), [&](const CodeSum& sum) { return sum.parent == code; });
}

Dimension make_dimension(const std::string& name, const std::string& total,
                         const std::vector<std::string>& leaves, const std::vector<CodeTree>& trees,
                         bool grow) {
  Dimension dimension{name, {total}, {}, {}};
  Positions positions{{total, 0}};
  for (const std::string& leaf : leaves) {
    if (leaf == total) {
      bad_input(data_value(total) + " is a code of '" + name + "' and the name of its total",
                "give the total another name");
    }
  }
  if (trees.empty()) {
    CodeSum all{0, {}};
    for (const std::string& leaf : leaves) all.children.push_back(place(dimension, positions, leaf));
    if (!leaves.empty()) dimension.sums.push_back(std::move(all));
  }
  for (const CodeTree& tree : trees) {
    const std::vector<std::vector<std::size_t>> children = children_of(tree);
    check_leaves(name, tree, children, leaves, grow);
    add_tree(dimension, positions, tree, children);
  }
  check_dimension(dimension);
  return dimension;
}

}  // namespace sfumato::tables
