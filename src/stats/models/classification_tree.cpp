// All open nodes of a level are split in one pass over each sorted column, columns in parallel. The records
// of a node lie together in every column, in ascending order, so that the passes read memory in order.
#include "stats/models/classification_tree.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t closed = ~std::uint32_t{0};
constexpr std::size_t block_size = 16384;

double squared_share(double ones, double records) { return records > 0.0 ? ones * ones / records : 0.0; }

}  // namespace

// One record in a sorted column.
struct TreeGrower::Cell {
  double value;
  std::uint32_t row;
  std::uint32_t one;  // its class
};

// The nodes that may still be split.
struct TreeGrower::Level {
  std::span<const std::uint8_t> classes;
  std::vector<std::uint32_t> node_of;  // of each record; `closed` where it is in a leaf
  std::vector<Node> nodes;
  double least_gain = 0.0;
  // By column of numbers: the records of the first node, ascending by value, then those of the second, ….
  std::vector<std::vector<Cell>> cells;
};

TreeGrower::TreeGrower(const Matrix& values, const std::vector<std::size_t>& categories, TreeLimits limits,
                       const Run& run)
    : values_(values), categories_(categories), limits_(limits), run_(run), orders_(values.columns()) {
  run_.parallel(values.columns(), [&](std::size_t j) {
    if (categories_[j] == 0) orders_[j] = ascending_order(values_.column(j));
  });
}

void TreeGrower::fill_cells(Level& level) const {
  level.cells.resize(values_.columns());
  run_.parallel(values_.columns(), [&](std::size_t j) {
    level.cells[j].reserve(orders_[j].size());
    for (const std::uint32_t row : orders_[j]) {
      level.cells[j].push_back({values_(row, j), row, level.classes[row]});
    }
  });
}

bool TreeGrower::allowed(const Node& node, const Node& left) const {
  return left.records >= limits_.leaf && node.records - left.records >= limits_.leaf;
}

namespace {

// Decreases that differ by rounding alone are equal.
bool larger(double gain, double best) { return gain > best * (1.0 + 1e-12); }

// How much a split lowers n·2p(1 − p).
double decrease(double records, double ones, double left_records, double left_ones) {
  return 2.0 * (squared_share(left_ones, left_records) +
                squared_share(ones - left_ones, records - left_records) - squared_share(ones, records));
}

}  // namespace

void TreeGrower::try_numbers(std::size_t column, const Level& level, std::vector<Split>& best) const {
  const Cell* cell = level.cells[column].data();
  for (std::size_t k = 0; k < level.nodes.size(); ++k) {
    const Node node = level.nodes[k];
    const Cell* const end = cell + node.records;
    Node left;
    double last = 0.0;
    for (; cell != end; ++cell) {
      if (cell->value != last && allowed(node, left)) {
        const double gain = decrease(node.records, node.ones, left.records, left.ones);
        if (larger(gain, best[k].gain)) best[k] = {gain, column, last, {}, left};
      }
      ++left.records;
      left.ones += cell->one;
      last = cell->value;
    }
  }
}

void TreeGrower::try_categories(std::size_t column, const Level& level, std::vector<Split>& best) const {
  const std::size_t count = categories_[column];
  std::vector<Node> cells(level.nodes.size() * count);
  for (std::size_t row = 0; row < values_.rows(); ++row) {
    const std::uint32_t k = level.node_of[row];
    if (k == closed) continue;
    Node& cell = cells[k * count + static_cast<std::size_t>(values_(row, column))];
    ++cell.records;
    cell.ones += level.classes[row];
  }
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < level.nodes.size(); ++k) {
    const Node* of = cells.data() + k * count;
    order.clear();
    for (std::size_t c = 0; c < count; ++c) {
      if (of[c].records > 0) order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::uint64_t{of[a].ones} * of[b].records < std::uint64_t{of[b].ones} * of[a].records;
    });
    Node left;
    for (std::size_t place = 0; place + 1 < order.size(); ++place) {
      left.records += of[order[place]].records;
      left.ones += of[order[place]].ones;
      if (!allowed(level.nodes[k], left)) continue;
      const double gain = decrease(level.nodes[k].records, level.nodes[k].ones, left.records, left.ones);
      if (!larger(gain, best[k].gain)) continue;
      best[k] = {gain, column, 0.0, std::vector<std::uint8_t>(count, 0), left};
      for (std::size_t before = 0; before <= place; ++before) best[k].left[order[before]] = 1;
    }
  }
}

std::vector<TreeGrower::Split> TreeGrower::best_splits(const Level& level) const {
  std::vector<std::vector<Split>> found(values_.columns());
  run_.parallel(values_.columns(), [&](std::size_t j) {
    found[j].resize(level.nodes.size());
    for (Split& split : found[j]) split.gain = level.least_gain;
    categories_[j] == 0 ? try_numbers(j, level, found[j]) : try_categories(j, level, found[j]);
  });
  std::vector<Split> best(level.nodes.size());
  for (std::size_t k = 0; k < best.size(); ++k) {
    best[k].gain = level.least_gain;
    for (std::vector<Split>& column : found) {
      if (larger(column[k].gain, best[k].gain)) best[k] = std::move(column[k]);
    }
  }
  return best;
}

bool TreeGrower::goes_left(const Split& split, std::size_t row) const {
  const double value = values_(row, split.column);
  return split.left.empty() ? value <= split.last : split.left[static_cast<std::size_t>(value)] != 0;
}

// Splits what can be split and makes leaves of the rest. A child that cannot be split is a leaf at once.
void TreeGrower::descend(Level& level, const std::vector<Split>& splits, std::vector<Node>& leaves,
                         std::vector<std::uint32_t>& leaf_of) const {
  struct Place {
    bool leaf;
    std::uint32_t index;
  };
  std::vector<Node> nodes;
  const auto placed = [&](const Node& node, bool last) -> Place {
    const bool leaf = last || node.records < 2 * limits_.leaf || node.ones == 0 || node.ones == node.records;
    std::vector<Node>& list = leaf ? leaves : nodes;
    list.push_back(node);
    return {leaf, static_cast<std::uint32_t>(list.size() - 1)};
  };
  std::vector<Place> lefts, rights;
  for (std::size_t k = 0; k < splits.size(); ++k) {
    const Node &node = level.nodes[k], &left = splits[k].left_node;
    const bool split = left.records > 0;
    lefts.push_back(split ? placed(left, false) : placed(node, true));
    rights.push_back(split ? placed({node.records - left.records, node.ones - left.ones}, false)
                           : lefts.back());
  }
  std::vector<Side> sides(values_.rows(), Side::closed);
  run_.blocks(values_.rows(), block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint32_t k = level.node_of[row];
      if (k == closed) continue;
      const bool left = splits[k].left_node.records == 0 || goes_left(splits[k], row);
      const Place& place = left ? lefts[k] : rights[k];
      level.node_of[row] = place.leaf ? closed : place.index;
      if (place.leaf) {
        leaf_of[row] = place.index;
      } else {
        sides[row] = left ? Side::left : Side::right;
      }
    }
  });
  if (!nodes.empty()) part_cells(level, sides);
  level.nodes = std::move(nodes);
}

// Puts the records of each node's left child before those of its right child, and drops those of leaves.
void TreeGrower::part_cells(Level& level, const std::vector<Side>& sides) const {
  run_.parallel(values_.columns(), [&](std::size_t j) {
    std::vector<Cell>& cells = level.cells[j];
    if (cells.empty()) return;
    std::vector<Cell> right;
    auto target = cells.begin();
    auto next = cells.cbegin();
    for (const Node& node : level.nodes) {
      right.clear();
      for (const auto end = next + node.records; next != end; ++next) {
        const Side side = sides[next->row];
        if (side == Side::left) *target++ = *next;
        if (side == Side::right) right.push_back(*next);
      }
      target = std::copy(right.begin(), right.end(), target);
    }
    cells.erase(target, cells.end());
  });
}

TreeFit TreeGrower::grow(std::span<const std::uint8_t> classes) const {
  assert(classes.size() == values_.rows());
  const auto records = static_cast<std::uint32_t>(classes.size());
  const std::uint32_t ones = std::accumulate(classes.begin(), classes.end(), 0U);
  Level level{classes, std::vector<std::uint32_t>(records, 0), {{records, ones}}, 0.0, {}};
  fill_cells(level);
  level.least_gain = limits_.gain * 2.0 * (ones - squared_share(ones, records));
  std::vector<Node> leaves;
  std::vector<std::uint32_t> leaf_of(records, 0);
  TreeFit fit;
  for (std::size_t depth = 0; !level.nodes.empty(); ++depth) {
    run_.check_stop();
    fit.depth = depth;
    std::vector<Split> splits(level.nodes.size());
    if (depth < limits_.depth) splits = best_splits(level);
    descend(level, splits, leaves, leaf_of);
    if (level.nodes.empty() &&
        std::ranges::any_of(splits, [](const Split& s) { return s.left_node.records > 0; })) {
      ++fit.depth;
    }
  }
  fit.leaves = leaves.size();
  fit.shares.resize(records);
  for (std::size_t row = 0; row < records; ++row) {
    fit.shares[row] = static_cast<double>(leaves[leaf_of[row]].ones) / leaves[leaf_of[row]].records;
  }
  return fit;
}

}  // namespace sfumato::stats
