// Nodes are looked at in ascending order of what they cost at least, and the search ends where that reaches
// the best score found. From each, a path upwards is searched for the lowest node that keeps the models: all
// below one that cannot are out. The path is that of Kohlmayer, Prasser, Eckert, Kemper, Kuhn (2012), Flash,
// SocialCom.
#include "stats/optimal_generalization.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

using Node = std::uint32_t;

class Lattice {
 public:
  explicit Lattice(const LevelTable& table) {
    for (const LevelColumn& column : table.columns) {
      strides_.push_back(static_cast<Node>(size_));
      heights_.push_back(static_cast<std::uint32_t>(column.levels()));
      size_ *= column.levels();
      if (size_ > most_nodes) {
        bad_input("there are more than " + std::to_string(most_nodes) + " combinations of levels",
                  "protect fewer columns together, or use hierarchies of fewer levels");
      }
    }
  }
  std::size_t size() const { return size_; }
  std::size_t columns() const { return heights_.size(); }
  std::uint32_t level(Node node, std::size_t column) const {
    return node / strides_[column] % heights_[column];
  }
  Levels levels(Node node) const {
    Levels result(columns());
    for (std::size_t j = 0; j < columns(); ++j) result[j] = level(node, j);
    return result;
  }
  bool has_above(Node node, std::size_t column) const { return level(node, column) + 1 < heights_[column]; }
  bool has_below(Node node, std::size_t column) const { return level(node, column) > 0; }
  Node above(Node node, std::size_t column) const { return node + strides_[column]; }
  Node below(Node node, std::size_t column) const { return node - strides_[column]; }

 private:
  std::vector<Node> strides_;
  std::vector<std::uint32_t> heights_;
  std::size_t size_ = 1;
};

class Search {
 public:
  Search(const LevelTable& table, const GeneralizationObjective& objective, const ModelCheck& models,
         std::size_t most_suppressed, const Run& run)
      : table_(table),
        objective_(objective),
        models_(models),
        most_suppressed_(most_suppressed),
        run_(run),
        lattice_(table),
        counter_(table),
        state_(lattice_.size(), State::open),
        bounds_(lattice_.size()) {
    for (Node node = 0; node < lattice_.size(); ++node) bounds_[node] = static_bound(node);
  }

  GeneralizationScheme best() {
    std::vector<Node> order(lattice_.size());
    std::iota(order.begin(), order.end(), Node{0});
    std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return bounds_[a] < bounds_[b]; });
    for (const Node node : order) {
      if (objective_.by_cells() && bounds_[node] >= best_.score && best_.found) break;
      if (state_[node] == State::open) climb(node);
    }
    if (best_.found) describe();
    best_.nodes = lattice_.size();
    return std::move(best_);
  }

 private:
  enum class State : char { open, checked, out };

  // Where no cost is known from levels, lower nodes come first.
  double static_bound(Node node) const {
    const Levels levels = lattice_.levels(node);
    if (objective_.by_cells()) return objective_.bound(levels);
    return std::accumulate(levels.begin(), levels.end(), 0.0);
  }

  // From a node to the top, each time over the cheapest step that is still open.
  std::vector<Node> path_from(Node node) const {
    std::vector<Node> path{node};
    while (true) {
      const Node from = path.back();
      Node next = from;
      for (std::size_t j = 0; j < lattice_.columns(); ++j) {
        if (!lattice_.has_above(from, j)) continue;
        const Node candidate = lattice_.above(from, j);
        if (state_[candidate] != State::open) continue;
        if (next == from || bounds_[candidate] < bounds_[next]) next = candidate;
      }
      if (next == from) return path;
      path.push_back(next);
    }
  }

  // Halving along a path is right for what only higher levels can mend; whatever else a model asks for is
  // checked node by node.
  void climb(Node node) {
    const std::vector<Node> path = path_from(node);
    std::size_t low = 0, high = path.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (state_[path[middle]] == State::open) check(path[middle]);
      if (state_[path[middle]] == State::out) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (state_[node] == State::open) check(node);
  }

  void check(Node node) {
    run_.check_stop();
    const Levels levels = lattice_.levels(node);
    const EntryClasses& classes = counter_.count(levels);
    const ModelCheck::Outcome outcome = models_.check(table_, classes);
    ++best_.nodes_checked;
    state_[node] = State::checked;
    // Without suppression all classes keep the models, and so do those that they are joined to.
    const bool all_or_none = most_suppressed_ == 0 && outcome.suppressed > 0;
    if (outcome.surely_suppressed > most_suppressed_ || all_or_none) {
      mark_out(node, false);
      return;
    }
    if (outcome.suppressed <= most_suppressed_) {
      const double score = objective_.score(levels, classes, outcome.unsafe);
      if (!best_.found || score < best_.score) {
        best_.found = true;
        best_.score = score;
        best_.levels = levels;
      }
    }
    if (best_.found && !objective_.by_cells() && objective_.bound(levels, classes) >= best_.score) {
      mark_out(node, true);
    }
  }

  // The node, and all above it or all below it.
  void mark_out(Node node, bool upwards) {
    std::vector<Node> waiting{node};
    state_[node] = State::out;
    std::vector<char>& walked = upwards ? walked_up_ : walked_down_;
    walked.resize(lattice_.size(), 0);
    while (!waiting.empty()) {
      const Node from = waiting.back();
      waiting.pop_back();
      if (std::exchange(walked[from], 1) != 0) continue;
      for (std::size_t j = 0; j < lattice_.columns(); ++j) {
        if (!(upwards ? lattice_.has_above(from, j) : lattice_.has_below(from, j))) continue;
        const Node next = upwards ? lattice_.above(from, j) : lattice_.below(from, j);
        if (walked[next] != 0) continue;
        state_[next] = State::out;
        waiting.push_back(next);
      }
    }
  }

  void describe() {
    const EntryClasses& classes = counter_.count(best_.levels);
    const ModelCheck::Outcome outcome = models_.check(table_, classes);
    best_.suppressed_records = outcome.suppressed;
    best_.suppressed.resize(table_.entries());
    for (std::size_t entry = 0; entry < table_.entries(); ++entry) {
      best_.suppressed[entry] = outcome.unsafe[classes.of_entry[entry]];
    }
  }

  const LevelTable& table_;
  const GeneralizationObjective& objective_;
  const ModelCheck& models_;
  std::size_t most_suppressed_;
  const Run& run_;
  Lattice lattice_;
  ClassCounter counter_;
  std::vector<State> state_;
  std::vector<char> walked_up_, walked_down_;
  std::vector<double> bounds_;
  GeneralizationScheme best_;
};

}  // namespace

GeneralizationScheme optimal_generalization(const LevelTable& table, const GeneralizationObjective& objective,
                                            const ModelCheck& models, std::size_t most_suppressed,
                                            const Run& run) {
  return Search(table, objective, models, most_suppressed, run).best();
}

}  // namespace sfumato::stats
