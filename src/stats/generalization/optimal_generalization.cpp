// Branch and bound over boxes of levels, all combinations between a low and a high corner. Whatever records
// are suppressed for sure at the high corner are suppressed in the whole box, and no level in it costs less
// than that of the low corner: together these give a lower bound for the box. Boxes are taken in ascending
// order of their bound. Boxes above the best score so far are pruned; else the slice at the high end of the
// column where that costs most becomes a box of its own, which needs no count; the rest has a new high
// corner, whose classes are counted.
#include "stats/generalization/optimal_generalization.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <tuple>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

// The results of counting the classes at some levels.
struct Counted {
  bool possible = true;  // can any lower levels be feasible?
  // By objectives of classes: lower bounds for all higher levels, and for all lower ones.
  double floor = 0.0, floor_below = 0.0;
  GeneralizationObjective::Added added;
};

// What levels cost, or at least: the score, then the columns' costs with the worst first, then the sum of
// levels. All three grow with every level, and so does their lexicographic order.
struct Cost {
  double score = 0.0;
  std::vector<double> columns = {};
  std::uint64_t total = 0;

  friend bool operator<(const Cost& a, const Cost& b) {
    return std::tie(a.score, a.columns, a.total) < std::tie(b.score, b.columns, b.total);
  }
};

struct Box {
  Levels low, high;
  Cost bound;
  std::size_t number = 0;  // in order of making
  std::shared_ptr<const Counted> top;
};

// Levels whose classes were counted.
struct Considered {
  bool counted = false;
  bool found = false;  // are they feasible, and better than the best so far?
  Cost cost;
};

struct Later {
  bool operator()(const Box& a, const Box& b) const {
    return b.bound < a.bound || (!(a.bound < b.bound) && a.number > b.number);
  }
};

// Counters with memory of their own, as many as are used at the same time; the last returned is the next
// taken, whose memory is still in the cache.
class Counters {
 public:
  explicit Counters(const LevelTable& table) : table_(table) {}

  std::unique_ptr<ClassCounter> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<ClassCounter> counter = std::move(free_.back());
        free_.pop_back();
        return counter;
      }
    }
    return std::make_unique<ClassCounter>(table_);
  }
  void give(std::unique_ptr<ClassCounter> counter) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(counter));
  }

 private:
  const LevelTable& table_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ClassCounter>> free_;
};

constexpr std::size_t boxes_at_once = 8;  // whatever the number of threads is

class Search {
 public:
  Search(const LevelTable& table, const GeneralizationObjective& objective, const ModelCheck& models,
         std::size_t most_suppressed, const Run& run, const FixedLevels& fixed)
      : table_(table),
        objective_(objective),
        models_(models),
        most_suppressed_(most_suppressed),
        run_(run),
        counters_(table) {
    best_.nodes = 1;
    for (const LevelColumn& column : table.columns) {
      const std::size_t j = all_.low.size();
      const bool known = j < fixed.size() && fixed[j];
      all_.low.push_back(known ? *fixed[j] : 0);
      all_.high.push_back(known ? *fixed[j] : static_cast<std::uint32_t>(column.levels() - 1));
      best_.nodes *= known ? 1 : column.levels();
      if (best_.nodes > most_nodes) {
        bad_input("there are more than " + std::to_string(most_nodes) + " combinations of levels",
                  "protect fewer columns together, or use hierarchies of fewer levels");
      }
    }
  }

  GeneralizationScheme best() {
    consider({all_});
    while (!waiting_.empty()) {
      run_.check_stop();
      consider(next_boxes());
    }
    if (best_.found) describe();
    return std::move(best_);
  }

 private:
  bool hopeless(const Cost& bound) const { return best_.found && !(bound < best_cost_); }

  Cost cost(double score, const Levels& levels, const GeneralizationObjective::Added& added) const {
    return {score, objective_.worst_first(levels, added),
            std::accumulate(levels.begin(), levels.end(), std::uint64_t{0})};
  }

  // Some of the cheapest, with new high corners.
  std::vector<Box> next_boxes() {
    std::vector<Box> boxes;
    while (!waiting_.empty() && boxes.size() < boxes_at_once) {
      Box box = waiting_.top();
      waiting_.pop();
      if (hopeless(box.bound)) {
        waiting_ = {};
        break;
      }
      if (objective_.by_cells() ? !cut_off(box) && !peel(box) : !halve(box)) continue;
      boxes.push_back(std::move(box));
    }
    return boxes;
  }

  Cost bound_with(const Box& box, std::size_t column, std::uint32_t level) const {
    Levels low = box.low;
    low[column] = level;
    return cost(objective_.bound(low, box.top->added), low, box.top->added);
  }

  // Does any column lose levels that are too expensive?
  bool cut_off(Box& box) const {
    bool any = false;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
      while (box.high[j] > box.low[j] && hopeless(bound_with(box, j, box.high[j]))) {
        --box.high[j];
        any = true;
      }
    }
    return any;
  }

  // The slice of the highest bound becomes a separate box; false where there is only one combination.
  bool peel(Box& box) {
    Cost highest;
    std::size_t column = box.low.size();
    for (std::size_t j = 0; j < box.low.size(); ++j) {
      if (box.low[j] == box.high[j]) continue;
      Cost bound = bound_with(box, j, box.high[j]);
      if (column < box.low.size() && !(highest < bound)) continue;
      highest = std::move(bound);
      column = j;
    }
    if (column == box.low.size()) return false;
    Box slice = box;
    slice.low[column] = slice.high[column];
    slice.bound = std::max(box.bound, highest);
    wait(std::move(slice));
    --box.high[column];
    return true;
  }

  // Where costs are those of classes, both halves of the longest side need a count, unless one is a corner
  // that has been counted.
  bool halve(Box& box) {
    std::size_t column = 0;
    const auto side = [&](std::size_t j) { return box.high[j] - box.low[j]; };
    for (std::size_t j = 1; j < box.low.size(); ++j) column = side(j) > side(column) ? j : column;
    if (side(column) == 0) return false;
    const std::uint32_t middle = box.low[column] + side(column) / 2;
    Box upper = box;
    upper.low[column] = middle + 1;
    upper.bound = std::max(box.bound, cost(counted(upper.low)->floor, upper.low, {}));
    wait(std::move(upper));
    box.high[column] = middle;
    return true;
  }

  void wait(Box box) {
    box.number = made_++;
    if (!hopeless(box.bound)) waiting_.push(std::move(box));
  }

  // Counts the high corners, and keeps the boxes that may contain a better solution.
  void consider(std::vector<Box> boxes) {
    std::vector<std::shared_ptr<const Counted>> found(boxes.size());
    std::vector<Considered> schemes(boxes.size());
    run_.parallel(boxes.size(), [&](std::size_t i) {
      const auto known = known_.find(boxes[i].high);
      found[i] = known != known_.end() ? known->second : count(boxes[i].high, schemes[i]);
    });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      note(boxes[i].high, found[i], schemes[i]);
      if (!found[i]->possible) continue;
      boxes[i].top = found[i];
      const double least =
          objective_.by_cells() ? objective_.bound(boxes[i].low, found[i]->added) : found[i]->floor_below;
      boxes[i].bound = std::max(boxes[i].bound, cost(least, boxes[i].low, found[i]->added));
      if (boxes[i].low != boxes[i].high) wait(std::move(boxes[i]));
    }
  }

  void note(const Levels& levels, const std::shared_ptr<const Counted>& counted, const Considered& scheme) {
    best_.nodes_checked += scheme.counted ? 1 : 0;
    if (!objective_.by_cells()) known_.try_emplace(levels, counted);
    if (!scheme.found || hopeless(scheme.cost)) return;
    best_.found = true;
    best_.score = scheme.cost.score;
    best_.levels = levels;
    best_cost_ = scheme.cost;
  }

  std::shared_ptr<const Counted> counted(const Levels& levels) {
    const auto known = known_.find(levels);
    if (known != known_.end()) return known->second;
    Considered scheme;
    std::shared_ptr<const Counted> result = count(levels, scheme);
    note(levels, result, scheme);
    return result;
  }

  std::shared_ptr<const Counted> count(const Levels& levels, Considered& scheme) {
    std::unique_ptr<ClassCounter> counter = counters_.take();
    std::shared_ptr<const Counted> result = told_by(counter->count(levels), levels, scheme);
    counters_.give(std::move(counter));
    return result;
  }

  std::shared_ptr<const Counted> told_by(const EntryClasses& classes, const Levels& levels,
                                         Considered& scheme) const {
    ModelCheck::Outcome outcome = models_.check(table_, classes);
    auto result = std::make_shared<Counted>();
    scheme.counted = true;
    const bool joined = models_.suppress_for_average(classes, outcome, most_suppressed_) &&
                        models_.joining_kept(table_, classes, outcome);
    // Without suppression, a model that holds for all classes holds for their unions.
    result->possible = most_suppressed_ == 0 ? joined : outcome.surely_suppressed <= most_suppressed_;
    if (!objective_.by_cells()) {
      result->floor = objective_.bound(levels, classes);
      result->floor_below = objective_.bound_of_suppressed(outcome.surely_suppressed, models_.k());
    } else if (result->possible) {
      result->added = objective_.added_by(classes, outcome.surely);
    }
    if (!joined || hopeless(cost_of(levels, classes, outcome, *result))) return result;
    if (!models_.suppress_for_estimates(classes, outcome, most_suppressed_)) return result;
    scheme.cost = cost_of(levels, classes, outcome, *result);
    scheme.found = !hopeless(scheme.cost);
    return result;
  }

  Cost cost_of(const Levels& levels, const EntryClasses& classes, const ModelCheck::Outcome& outcome,
               const Counted& counted) const {
    const bool sure = objective_.by_cells() && outcome.suppressed == outcome.surely_suppressed;
    const GeneralizationObjective::Added added =
        sure ? counted.added : objective_.added_by(classes, outcome.unsafe);
    const double score = objective_.by_cells() ? objective_.bound(levels, added)
                                               : objective_.score(levels, classes, outcome.unsafe);
    return cost(score, levels, added);
  }

  void describe() {
    const std::unique_ptr<ClassCounter> counter = counters_.take();
    const EntryClasses& classes = counter->count(best_.levels);
    ModelCheck::Outcome outcome = models_.check(table_, classes);
    models_.suppress_for_average(classes, outcome, most_suppressed_);
    models_.suppress_for_estimates(classes, outcome, most_suppressed_);
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
  Counters counters_;
  std::priority_queue<Box, std::vector<Box>, Later> waiting_;
  std::map<Levels, std::shared_ptr<const Counted>> known_;  // where boxes share corners
  std::size_t made_ = 0;
  Box all_;  // what is searched
  GeneralizationScheme best_;
  Cost best_cost_;
};

}  // namespace

GeneralizationScheme optimal_generalization(const LevelTable& table, const GeneralizationObjective& objective,
                                            const ModelCheck& models, std::size_t most_suppressed,
                                            const Run& run, const FixedLevels& fixed) {
  return Search(table, objective, models, most_suppressed, run, fixed).best();
}

}  // namespace sfumato::stats
