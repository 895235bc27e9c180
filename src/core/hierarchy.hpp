// A generalization hierarchy of one column: every leaf value with its ancestors, level by level,
// from the leaf itself (level 0) to the root. Built from the rows of a hierarchy file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

class Hierarchy {
 public:
  Hierarchy() = default;
  // One row per leaf, leaf first. Rows of unequal length, repeated leaves, and a value with two
  // different parents are errors that name every offending row.
  explicit Hierarchy(std::vector<std::vector<std::string>> rows, std::string_view source = "the hierarchy");

  std::size_t levels() const { return rows_.empty() ? 0 : rows_.front().size(); }
  std::size_t leaves() const { return rows_.size(); }
  // As in the file: a leaf and its ancestors.
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  bool has(std::string_view leaf) const { return position_.contains(std::string(leaf)); }
  // The value at `level` above a leaf, which must exist.
  const std::string& at(std::string_view leaf, std::size_t level) const;
  // Where it was built for the values of the data: the specification. Its leaves are those values, which a
  // release must not list. Null where it was read.
  const Value& specification() const { return specification_; }
  void set_specification(Value specification) { specification_ = std::move(specification); }
  // Those of `values` that are not a leaf.
  std::vector<std::string> uncovered(const std::vector<std::string>& values) const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::unordered_map<std::string, std::size_t> position_;
  Value specification_;
};

}  // namespace sfumato
