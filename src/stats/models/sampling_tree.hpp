// A classification or regression tree from whose leaves values are drawn: the model of synthesis by
// sequential trees. Unlike `TreeGrower`, which says how two sets of records differ, it takes targets of any
// number of classes or of numbers, predictors with missing values, and records that it was not grown on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"

namespace sfumato::stats {

// A column as trees split it: each record's position among the distinct values, which ascend. The position
// after the last is that of missing values.
struct TreeColumn {
  std::vector<std::uint32_t> codes;
  std::vector<double> values;
  std::vector<std::uint32_t> order;  // records, ascending by code, equal codes in order of records
  bool categories = false;           // the order of values means nothing; at most `most_categories`

  static constexpr std::size_t most_categories = 63;

  std::uint32_t missing() const { return static_cast<std::uint32_t>(values.size()); }
};

// NaN is missing; −0 equals 0.
TreeColumn tree_column(std::span<const double> values, bool categories);

// The same distinct values for other records: record i of the result is record `records[i]`.
TreeColumn taking(const TreeColumn& column, std::span<const std::uint32_t> records);

// What is predicted for each record: a class below `classes`, or a number where that is 0.
struct TreeTarget {
  std::vector<double> numbers;
  std::vector<std::uint32_t> labels;
  std::size_t classes = 0;
};

// A node is split where it has at least 3·leaf records (as rpart has it), both sides get at least `leaf`, and
// the split lowers the impurity of the root by more than `complexity` of it.
struct SamplingTreeLimits {
  std::size_t leaf = 5;
  double complexity = 1e-8;
};

// Breiman, Friedman, Olshen, Stone (1984), Classification and regression trees: binary splits by the largest
// decrease of n·(1 − Σp²) for classes and of Σ(y − ȳ)² for numbers. A number splits between two of its
// values, at their middle; missing values go to the side where they fit better. Categories, of which missing
// is one, split in the order of their mean or of their share of a class. For numbers and for two classes some
// best split lies there; for more classes the orders by each of the five most frequent classes of the node
// are tried. Of equal decreases the first predictor and the first order count. What a node never saw, a
// category or a missing value, goes to its larger side. Columns are sorted once; each level of the tree costs
// one pass over the records for each predictor.
class SamplingTree {
 public:
  // Grown on `records` (ascending) of the columns, by the predictors at `offered` positions.
  SamplingTree(const TreeTarget& target, const std::vector<TreeColumn>& columns,
               std::span<const std::uint32_t> offered, std::span<const std::uint32_t> records,
               const SamplingTreeLimits& limits, const Run& run);

  // The leaf of a record with these codes, by column.
  std::size_t leaf_of(std::span<const std::uint32_t> codes) const;
  // The records of a leaf.
  std::span<const std::uint32_t> members(std::size_t leaf) const {
    return std::span(members_).subspan(leaves_[leaf].begin, leaves_[leaf].end - leaves_[leaf].begin);
  }
  std::size_t leaves() const { return leaves_.size(); }
  // Columns that some split uses, ascending.
  std::vector<std::uint32_t> used() const;

 private:
  friend class SamplingTreeGrower;

  struct Node {
    std::uint32_t column = 0;
    std::uint32_t last = 0;   // numbers: the highest code on the left
    std::uint64_t left = 0;   // categories: the bit of a code on the left, missing included
    std::uint32_t child = 0;  // the left one, the right one follows; of a leaf its position
    bool leaf = true;
    bool categories = false;
    bool missing_left = false;
  };
  struct Range {
    std::size_t begin, end;
  };

  bool goes_left(const Node& node, std::uint32_t code, std::uint32_t missing) const {
    if (node.categories) return ((node.left >> code) & 1U) != 0;
    return code == missing ? node.missing_left : code <= node.last;
  }

  std::vector<Node> nodes_;
  std::vector<Range> leaves_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> missing_;  // code, by column
};

}  // namespace sfumato::stats
