// A classification tree of two classes, grown level by level: a model that finds differences of any
// shape between two sets of records, where a regression has only the given terms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// When a node is not split: at this depth, or where no split leaves both sides at least `leaf` records
// and lowers the impurity by more than `gain` of the root's.
struct TreeLimits {
  std::size_t leaf = 20;
  std::size_t depth = 30;
  double gain = 1e-8;
};

struct TreeFit {
  std::vector<double> shares;  // of class 1 in the leaf of each record
  std::size_t leaves = 0;
  std::size_t depth = 0;
};

// Breiman, Friedman, Olshen, Stone (1984), Classification and regression trees: binary splits by the
// largest decrease of Gini's impurity n·2p(1 − p). A number splits between two of its values, categories
// split in the order of their share of class 1 (for two classes some best split lies there; equal shares
// by position). Of equal decreases the first column and the lowest split count. Columns are sorted once;
// a level costs one pass over the records for each column.
class TreeGrower {
 public:
  // The columns of `values` hold numbers where `categories` is 0, and otherwise positions below it.
  // Nothing is missing. Both must outlive this.
  TreeGrower(const Matrix& values, const std::vector<std::size_t>& categories, TreeLimits limits,
             const Run& run);

  // Classes are 0 and 1, one for each row.
  TreeFit grow(std::span<const std::uint8_t> classes) const;

 private:
  struct Node {
    std::uint32_t records = 0;
    std::uint32_t ones = 0;
  };
  struct Split {
    double gain = 0.0;
    std::size_t column = 0;
    double last = 0.0;               // the highest number on the left
    std::vector<std::uint8_t> left;  // of categories: does it go left?
    Node left_node;
  };
  struct Cell;
  struct Level;
  enum class Side : std::uint8_t { closed, left, right };  // of a record that goes to a child

  void fill_cells(Level& level) const;
  void part_cells(Level& level, const std::vector<Side>& sides) const;
  void try_numbers(std::size_t column, const Level& level, std::vector<Split>& best) const;
  void try_categories(std::size_t column, const Level& level, std::vector<Split>& best) const;
  bool allowed(const Node& node, const Node& left) const;
  std::vector<Split> best_splits(const Level& level) const;
  bool goes_left(const Split& split, std::size_t row) const;
  void descend(Level& level, const std::vector<Split>& splits, std::vector<Node>& leaves,
               std::vector<std::uint32_t>& leaf_of) const;

  const Matrix& values_;
  const std::vector<std::size_t>& categories_;
  TreeLimits limits_;
  const Run& run_;
  std::vector<std::vector<std::uint32_t>> orders_;  // of the columns of numbers
};

}  // namespace sfumato::stats
