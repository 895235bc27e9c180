// A dimension of a table: its codes, the total first, and which codes add up to which. Flat codes,
// hierarchies and several hierarchies on the same leaves are all lists of such sums.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tables/code_tree.hpp"

namespace sfumato::tables {

// Code `parent` is the sum of `children`, all of them positions in the dimension's codes.
struct CodeSum {
  std::size_t parent = 0;
  std::vector<std::size_t> children;
  bool operator==(const CodeSum&) const = default;
};

struct Dimension {
  std::string name;
  std::vector<std::string> codes;   // distinct; codes[0] is the total
  std::vector<std::string> labels;  // what the codes mean; empty, or one for each code
  std::vector<CodeSum> sums;

  std::optional<std::size_t> find(std::string_view code) const;
  // Whether this code is the sum of others.
  bool is_sum(std::size_t code) const;
  bool operator==(const Dimension&) const = default;
};

// The dimension with these leaves below one total, and the intermediate codes of the trees. Every leaf of
// every tree must be among `leaves` unless `grow` is set, which adds it; every one of `leaves` must be a leaf
// of each tree (an unknown code is named with the tree's source). A code that two trees share must have the
// same leaves in both. Without trees the dimension is flat. A parent with a single child is a sum of one.
Dimension make_dimension(const std::string& name, const std::string& total,
                         const std::vector<std::string>& leaves, const std::vector<CodeTree>& trees,
                         bool grow = true);

// A dimension of given codes and sums, checked: distinct codes, no code below itself, every sum's codes
// known, and every code except the total part of some sum.
void check_dimension(const Dimension& dimension);

// For each code, the leaves (codes that are not sums) below it, ascending; for a leaf, itself.
std::vector<std::vector<std::size_t>> leaves_below(const Dimension& dimension);

}  // namespace sfumato::tables
