// The records of a node lie together in every sorted column, so that equal values are runs: numbers are
// scanned in the order of the runs, categories after sorting the runs of the node.
#include "stats/models/sampling_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t tried_orders = 5;  // of categories, for a target of more than two classes

// Decreases that differ by rounding alone are equal.
bool is_larger(double gain, double best) { return gain > best * (1.0 + 1e-12); }

}  // namespace

TreeColumn tree_column(std::span<const double> values, bool categories) {
  TreeColumn column;
  column.categories = categories;
  column.order = ascending_order(values);
  column.codes.resize(values.size());
  for (const std::uint32_t row : column.order) {
    if (column.values.empty() || column.values.back() != values[row]) column.values.push_back(values[row]);
    column.codes[row] = column.missing() - 1;
  }
  for (std::uint32_t row = 0; row < values.size(); ++row) {
    if (!std::isnan(values[row])) continue;
    column.codes[row] = column.missing();
    column.order.push_back(row);
  }
  return column;
}

TreeColumn taking(const TreeColumn& column, std::span<const std::uint32_t> records) {
  TreeColumn taken;
  taken.categories = column.categories;
  taken.values = column.values;
  std::vector<std::uint32_t> begin(column.values.size() + 2, 0);
  for (const std::uint32_t record : records) {
    taken.codes.push_back(column.codes[record]);
    ++begin[taken.codes.back() + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  taken.order.resize(records.size());
  for (std::uint32_t i = 0; i < records.size(); ++i) taken.order[begin[taken.codes[i]]++] = i;
  return taken;
}

// Grows one tree; scratch memory is for the largest node.
class SamplingTreeGrower {
 public:
  SamplingTreeGrower(const TreeTarget& target, const std::vector<TreeColumn>& columns,
                     std::span<const std::uint32_t> offered, std::span<const std::uint32_t> records,
                     const SamplingTreeLimits& limits, SamplingTree& tree)
      : target_(target),
        columns_(columns),
        offered_(offered),
        limits_(limits),
        tree_(tree),
        goes_left_(records.empty() ? 0 : records.back() + 1, 0) {
    tree_.members_.assign(records.begin(), records.end());
    for (const TreeColumn& column : columns) tree_.missing_.push_back(column.missing());
    for (const std::uint32_t row : records) goes_left_[row] = 1;
    orders_.resize(offered.size());
    for (std::size_t j = 0; j < offered.size(); ++j) {
      orders_[j].reserve(records.size());
      for (const std::uint32_t row : columns[offered[j]].order) {
        if (row < goes_left_.size() && goes_left_[row] != 0) {
          orders_[j].push_back({row, columns[offered[j]].codes[row]});
        }
      }
    }
    left_counts_.resize(target.classes);
    counts_.resize(target.classes);
    spare_.resize(records.size());
  }

  void grow(const Run& run) {
    struct Open {
      std::uint32_t node;
      std::size_t begin, end;
    };
    tree_.nodes_.emplace_back();
    std::vector<Open> open{{0, 0, tree_.members_.size()}};
    bool root = true;
    while (!open.empty()) {
      const Open now = open.back();
      open.pop_back();
      if (now.end - now.begin > 1000) run.check_stop();
      const Split split = best_split(now.begin, now.end, root);
      root = false;
      if (split.gain <= 0.0) {
        tree_.nodes_[now.node].child = static_cast<std::uint32_t>(tree_.leaves_.size());
        tree_.leaves_.push_back({now.begin, now.end});
        continue;
      }
      const auto child = static_cast<std::uint32_t>(tree_.nodes_.size());
      tree_.nodes_[now.node] = split.node;
      tree_.nodes_[now.node].leaf = false;
      tree_.nodes_[now.node].child = child;
      tree_.nodes_.resize(tree_.nodes_.size() + 2);
      const std::size_t middle = part(split.node, now.begin, now.end);
      open.push_back({child + 1, middle, now.end});
      open.push_back({child, now.begin, middle});
    }
  }

 private:
  struct Cell {
    std::uint32_t row, code;
  };
  // The records of one value in a node.
  struct Stretch {
    std::size_t begin, end;  // in the sorted column
    std::uint32_t code;
    double key;  // that orders categories
  };
  struct Split {
    double gain = 0.0;
    SamplingTree::Node node = {};
  };

  bool numbers() const { return target_.classes == 0; }

  // Impurity of the node, and what the scans need of it.
  double measure_node(std::size_t begin, std::size_t end) {
    const auto rows = std::span(tree_.members_).subspan(begin, end - begin);
    records_ = static_cast<double>(rows.size());
    if (numbers()) {
      double sum = 0.0, squares = 0.0;
      for (const std::uint32_t row : rows) sum += target_.numbers[row];
      mean_ = sum / records_;
      for (const std::uint32_t row : rows) {
        squares += (target_.numbers[row] - mean_) * (target_.numbers[row] - mean_);
      }
      return squares;
    }
    present_.clear();
    for (const std::uint32_t row : rows) {
      if (counts_[target_.labels[row]]++ == 0) present_.push_back(target_.labels[row]);
    }
    squares_ = 0;
    for (const std::uint32_t label : present_) squares_ += counts_[label] * counts_[label];
    return records_ - static_cast<double>(squares_) / records_;
  }

  void forget_node() {
    for (const std::uint32_t label : present_) counts_[label] = 0;
    present_.clear();
  }

  Split best_split(std::size_t begin, std::size_t end, bool root) {
    Split best;
    if (end - begin < 3 * limits_.leaf || end - begin < 2) return best;
    const double impurity = measure_node(begin, end);
    if (root) least_gain_ = limits_.complexity * impurity;
    // Rounding of the mean alone is not a difference.
    const double rounding = numbers() ? 1e-24 * records_ * mean_ * mean_ : 0.0;
    const double least = std::max(least_gain_, rounding);
    if (impurity > least) {
      best.gain = least;
      for (std::size_t j = 0; j < offered_.size(); ++j) try_column(j, begin, end, best);
      if (best.gain <= least) best.gain = 0.0;
    }
    forget_node();
    return best;
  }

  void try_column(std::size_t j, std::size_t begin, std::size_t end, Split& best) {
    const std::vector<Cell>& cells = orders_[j];
    if (cells[begin].code == cells[end - 1].code) return;
    column_ = offered_[j];
    if (columns_[column_].categories) return try_categories(cells, begin, end, best);
    // Missing values are last. Their side is tried both ways.
    const std::uint32_t missing = tree_.missing_[column_];
    std::size_t present = end;
    while (present > begin && cells[present - 1].code == missing) --present;
    scan_numbers(cells, {begin, present}, {present, end}, false, best);
    if (present < end) scan_numbers(cells, {begin, present}, {present, end}, true, best);
  }

  // --- the left side of a candidate split, grown record by record ---

  void clear_left() {
    left_records_ = 0.0;
    left_sum_ = 0.0;
    left_squares_ = 0;
    right_squares_ = squares_;
    for (const std::uint32_t label : present_) left_counts_[label] = 0;
  }

  void add_left(std::uint32_t row) {
    left_records_ += 1.0;
    if (numbers()) {
      left_sum_ += target_.numbers[row] - mean_;
      return;
    }
    const std::uint32_t label = target_.labels[row];
    const std::uint64_t left = left_counts_[label]++;
    left_squares_ += 2 * left + 1;
    right_squares_ -= 2 * (counts_[label] - left) - 1;
  }

  bool allowed() const {
    const auto least = static_cast<double>(limits_.leaf);
    return left_records_ >= least && records_ - left_records_ >= least;
  }

  // How much the split lowers the impurity: n_l·n_r/n·(ȳ_l − ȳ_r)², or Σ n_lk²/n_l + Σ n_rk²/n_r − Σ n_k²/n.
  double gain() const {
    const double right = records_ - left_records_;
    if (numbers()) return left_sum_ / left_records_ * (left_sum_ / right) * records_;
    return static_cast<double>(left_squares_) / left_records_ + static_cast<double>(right_squares_) / right -
           static_cast<double>(squares_) / records_;
  }

  void scan_numbers(const std::vector<Cell>& cells, SamplingTree::Range values, SamplingTree::Range missing,
                    bool missing_left, Split& best) {
    clear_left();
    for (std::size_t i = missing.begin; missing_left && i < missing.end; ++i) add_left(cells[i].row);
    for (std::size_t i = values.begin; i < values.end; ++i) {
      add_left(cells[i].row);
      const bool last = i + 1 == values.end;  // present or missing
      if ((!last && cells[i + 1].code == cells[i].code) || !allowed()) continue;
      const double found = gain();
      if (!is_larger(found, best.gain)) continue;
      const bool unseen_left = missing.begin == missing.end && 2.0 * left_records_ > records_;
      best.gain = found;
      best.node = {};
      best.node.column = column_;
      best.node.last = last ? tree_.missing_[column_] - 1 : middle(cells[i].code, cells[i + 1].code);
      best.node.missing_left = missing_left || unseen_left;
    }
  }

  // The highest code whose value is not above the middle of two values.
  std::uint32_t middle(std::uint32_t lower, std::uint32_t upper) const {
    const std::vector<double>& values = columns_[column_].values;
    const double between = values[lower] / 2.0 + values[upper] / 2.0;
    const auto first = values.begin() + lower + 1, last = values.begin() + upper;
    return static_cast<std::uint32_t>(std::upper_bound(first, last, between) - values.begin()) - 1;
  }

  void try_categories(const std::vector<Cell>& cells, std::size_t begin, std::size_t end, Split& best) {
    stretches_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      if (i == begin || cells[i].code != cells[i - 1].code) stretches_.push_back({i, i, cells[i].code, 0.0});
      stretches_.back().end = i + 1;
    }
    if (numbers())
      return scan_categories(
          cells, [&](std::uint32_t row) { return target_.numbers[row]; }, best);
    classes_ = present_;
    std::sort(classes_.begin(), classes_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : a < b;
    });
    if (classes_.size() == 2) classes_.pop_back();  // the order of the other class is the reverse
    if (classes_.size() > tried_orders) classes_.resize(tried_orders);
    for (const std::uint32_t label : classes_) {
      const auto is_label = [&](std::uint32_t row) { return target_.labels[row] == label ? 1.0 : 0.0; };
      scan_categories(cells, is_label, best);
    }
  }

  template <class Key>
  void scan_categories(const std::vector<Cell>& cells, const Key& key, Split& best) {
    std::uint64_t seen = 0;
    for (Stretch& stretch : stretches_) {
      stretch.key = 0.0;
      for (std::size_t i = stretch.begin; i < stretch.end; ++i) stretch.key += key(cells[i].row);
      stretch.key /= static_cast<double>(stretch.end - stretch.begin);
      seen |= std::uint64_t{1} << stretch.code;
    }
    std::sort(stretches_.begin(), stretches_.end(), [](const Stretch& a, const Stretch& b) {
      return a.key != b.key ? a.key < b.key : a.code < b.code;
    });
    clear_left();
    std::uint64_t left = 0;
    for (std::size_t s = 0; s + 1 < stretches_.size(); ++s) {
      for (std::size_t i = stretches_[s].begin; i < stretches_[s].end; ++i) add_left(cells[i].row);
      left |= std::uint64_t{1} << stretches_[s].code;
      if (!allowed()) continue;
      const double found = gain();
      if (!is_larger(found, best.gain)) continue;
      best.gain = found;
      const std::uint64_t unseen = 2.0 * left_records_ > records_ ? ~seen : 0;
      best.node = {};
      best.node.column = column_;
      best.node.left = left | unseen;
      best.node.categories = true;
    }
  }

  // Puts the records of the left side first, in every column, in the order they have; returns the border.
  std::size_t part(const SamplingTree::Node& node, std::size_t begin, std::size_t end) {
    const TreeColumn& column = columns_[node.column];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t row = tree_.members_[i];
      goes_left_[row] = tree_.goes_left(node, column.codes[row], column.missing()) ? 1 : 0;
    }
    for (std::vector<Cell>& cells : orders_) {
      std::size_t left = begin, right = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const Cell cell = cells[i];
        if (goes_left_[cell.row] != 0) {
          cells[left++] = cell;
        } else {
          spare_[right++] = cell;
        }
      }
      std::copy_n(spare_.begin(), right, cells.begin() + static_cast<std::ptrdiff_t>(left));
    }
    const auto first = tree_.members_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = tree_.members_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto border =
        std::stable_partition(first, last, [&](std::uint32_t row) { return goes_left_[row] != 0; });
    return begin + static_cast<std::size_t>(border - first);
  }

  const TreeTarget& target_;
  const std::vector<TreeColumn>& columns_;
  std::span<const std::uint32_t> offered_;
  const SamplingTreeLimits limits_;
  SamplingTree& tree_;
  std::vector<std::vector<Cell>> orders_;  // by offered predictor
  std::vector<std::uint8_t> goes_left_;    // by record
  std::vector<Cell> spare_;

  // Of the node: its records, mean, classes and their counts.
  double records_ = 0.0, mean_ = 0.0, least_gain_ = 0.0;
  std::uint64_t squares_ = 0;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> present_, classes_;
  // Of the predictor that is tried.
  std::uint32_t column_ = 0;
  std::vector<Stretch> stretches_;
  // Of the left side of a split.
  double left_records_ = 0.0, left_sum_ = 0.0;
  std::uint64_t left_squares_ = 0, right_squares_ = 0;
  std::vector<std::uint64_t> left_counts_;
};

SamplingTree::SamplingTree(const TreeTarget& target, const std::vector<TreeColumn>& columns,
                           std::span<const std::uint32_t> offered, std::span<const std::uint32_t> records,
                           const SamplingTreeLimits& limits, const Run& run) {
  SamplingTreeGrower(target, columns, offered, records, limits, *this).grow(run);
}

std::size_t SamplingTree::leaf_of(std::span<const std::uint32_t> codes) const {
  const Node* node = nodes_.data();
  while (!node->leaf) {
    const bool left = goes_left(*node, codes[node->column], missing_[node->column]);
    node = nodes_.data() + node->child + (left ? 0 : 1);
  }
  return node->child;
}

std::vector<std::uint32_t> SamplingTree::used() const {
  std::vector<std::uint32_t> columns;
  for (const Node& node : nodes_) {
    if (!node.leaf) columns.push_back(node.column);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

}  // namespace sfumato::stats
