#include "tables/dimension.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using Positions = std::unordered_map<std::string, std::size_t>;

std::string listed(const std::vector<std::string>& codes) {
  std::string text;
  for (std::size_t i = 0; i < codes.size() && i < 5; ++i) text += (i ? ", '" : "'") + codes[i] + "'";
  if (codes.size() > 5) text += " and " + std::to_string(codes.size() - 5) + " more";
  return text;
}

std::vector<std::vector<std::size_t>> children_of(const CodeTree& tree) {
  std::vector<std::vector<std::size_t>> children(tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent) children[*tree.nodes[i].parent].push_back(i);
  }
  return children;
}

// The place of a code in the dimension, which gets it at its end if it is new.
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
    bad_input("'" + name + "' has " + listed(unknown) + ", which " + tree.source + " does not know",
              "add the codes to the hierarchy, or correct the data");
  }
  if (!inner.empty()) {
    bad_input("'" + name + "' has " + listed(inner) + ", which " + tree.source + " divides further",
              "records must carry the finest codes of the hierarchy");
  }
  if (grow) return;
  std::unordered_map<std::string, bool> known;
  for (const std::string& leaf : leaves) known.emplace(leaf, true);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (children[i].empty() && !known.contains(tree.nodes[i].code)) unknown.push_back(tree.nodes[i].code);
  }
  if (!unknown.empty()) {
    bad_input(tree.source + " has " + listed(unknown) + ", which '" + name + "' does not have",
              "every hierarchy of a dimension must have the same finest codes");
  }
}

void add_tree(Dimension& dimension, Positions& positions, const CodeTree& tree,
              const std::vector<std::vector<std::size_t>>& children) {
  std::vector<std::size_t> placed(tree.nodes.size());
  CodeSum top{0, {}};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].code == dimension.codes[0]) {
      bad_input("'" + tree.nodes[i].code + "' in " + tree.source + " is the name of the total of '" +
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
  for (CodeSum& sum : sums) {
    if (std::find(dimension.sums.begin(), dimension.sums.end(), sum) == dimension.sums.end()) {
      dimension.sums.push_back(std::move(sum));
    }
  }
}

// Codes whose sums are done before them: children come before parents. A code that never comes is below
// itself.
std::vector<std::size_t> bottom_up(const Dimension& dimension) {
  std::vector<std::size_t> waiting(dimension.codes.size(), 0);
  std::vector<std::vector<std::size_t>> above(dimension.codes.size());
  for (const CodeSum& sum : dimension.sums) {
    for (const std::size_t child : sum.children) {
      above[child].push_back(sum.parent);
      ++waiting[sum.parent];
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t code = 0; code < waiting.size(); ++code) {
    if (waiting[code] == 0) order.push_back(code);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::size_t parent : above[order[next]]) {
      if (--waiting[parent] == 0) order.push_back(parent);
    }
  }
  return order;
}

// No leaf twice below a code, and the same leaves in each of its sums: anything else is two meanings of one
// code.
void check_meaning(const Dimension& dimension, const CodeSum& sum,
                   const std::vector<std::vector<std::size_t>>& below) {
  std::vector<std::size_t> leaves;
  for (const std::size_t child : sum.children)
    leaves.insert(leaves.end(), below[child].begin(), below[child].end());
  std::sort(leaves.begin(), leaves.end());
  const auto twice = std::adjacent_find(leaves.begin(), leaves.end());
  if (twice != leaves.end()) {
    bad_input("in '" + dimension.name + "' the code '" + dimension.codes[sum.parent] + "' has '" +
                  dimension.codes[*twice] + "' twice below it",
              "each code may stand once below another");
  }
  if (leaves == below[sum.parent]) return;
  bad_input("in '" + dimension.name + "' the code '" + dimension.codes[sum.parent] +
                "' stands for different codes in two hierarchies",
            "rename it in one of them");
}

// From the leaves up, so that the lowest offence is named and not what follows from it.
void check_meanings(const Dimension& dimension) {
  const std::vector<std::vector<std::size_t>> below = leaves_below(dimension);
  std::vector<std::vector<std::size_t>> sums_of(dimension.codes.size());
  for (std::size_t i = 0; i < dimension.sums.size(); ++i) sums_of[dimension.sums[i].parent].push_back(i);
  for (const std::size_t code : bottom_up(dimension)) {
    for (const std::size_t sum : sums_of[code]) check_meaning(dimension, dimension.sums[sum], below);
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
      bad_input("'" + total + "' is a code of '" + name + "' and the name of its total",
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

void check_dimension(const Dimension& dimension) {
  if (dimension.codes.empty()) bad_input("the dimension '" + dimension.name + "' has no codes");
  if (!dimension.labels.empty() && dimension.labels.size() != dimension.codes.size()) {
    bad_input("the dimension '" + dimension.name + "' has " + std::to_string(dimension.codes.size()) +
              " codes and " + std::to_string(dimension.labels.size()) + " labels");
  }
  Positions seen;
  for (std::size_t i = 0; i < dimension.codes.size(); ++i) {
    if (!seen.emplace(dimension.codes[i], i).second) {
      bad_input("the dimension '" + dimension.name + "' has the code '" + dimension.codes[i] + "' twice",
                "codes must be distinct");
    }
  }
  std::vector<bool> reached(dimension.codes.size(), false);
  reached[0] = true;
  for (const CodeSum& sum : dimension.sums) {
    if (sum.children.empty()) bad_input("a sum of the dimension '" + dimension.name + "' has no parts");
    if (sum.parent >= dimension.codes.size()) {
      bad_input("a sum of the dimension '" + dimension.name + "' has an unknown code");
    }
    for (const std::size_t child : sum.children) {
      if (child >= dimension.codes.size()) {
        bad_input("'" + dimension.codes[sum.parent] + "' of '" + dimension.name +
                  "' has an unknown code below it");
      }
      reached[child] = true;
    }
  }
  const auto lost = std::find(reached.begin(), reached.end(), false);
  if (lost != reached.end()) {
    bad_input("the code '" + dimension.codes[static_cast<std::size_t>(lost - reached.begin())] + "' of '" +
                  dimension.name + "' is part of nothing",
              "every code but the total must be part of a sum");
  }
  std::vector<bool> done(dimension.codes.size(), false);
  for (const std::size_t code : bottom_up(dimension)) done[code] = true;
  const auto cyclic = std::find(done.begin(), done.end(), false);
  if (cyclic != done.end()) {
    bad_input("the code '" + dimension.codes[static_cast<std::size_t>(cyclic - done.begin())] + "' of '" +
                  dimension.name + "' is part of itself",
              "hierarchies must not run in circles");
  }
  check_meanings(dimension);
}

std::vector<std::vector<std::size_t>> leaves_below(const Dimension& dimension) {
  std::vector<const CodeSum*> sum_of(dimension.codes.size(), nullptr);
  for (const CodeSum& sum : dimension.sums) {
    if (!sum_of[sum.parent]) sum_of[sum.parent] = &sum;
  }
  std::vector<std::vector<std::size_t>> below(dimension.codes.size());
  for (const std::size_t code : bottom_up(dimension)) {
    if (!sum_of[code]) {
      below[code] = {code};
      continue;
    }
    for (const std::size_t child : sum_of[code]->children) {
      below[code].insert(below[code].end(), below[child].begin(), below[child].end());
    }
    std::sort(below[code].begin(), below[code].end());
  }
  return below;
}

}  // namespace sfumato::tables
