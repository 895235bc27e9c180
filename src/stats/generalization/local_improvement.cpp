// The loss of a class is its number of records times the loss of one of them, which its levels and any of its
// entries tell.
#include "stats/generalization/local_improvement.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t most_rounds = 5;
constexpr std::size_t window = 16;         // neighbours on each side, in each order
constexpr std::size_t most_entries = 500;  // of a class that is changed
constexpr std::size_t most_seeds = 6;      // first entries of a half that are tried
constexpr double least_change = 1e-9;      // of the loss

// A class with its records and the loss of each.
struct Class {
  std::vector<std::uint32_t> entries;
  Levels levels;
  std::size_t records = 0;
  double loss_of_one = 0.0;

  double loss() const { return static_cast<double>(records) * loss_of_one; }
};

class Improvement {
 public:
  Improvement(const LevelTable& table, const ModelCheck& models, const std::vector<double>& importance,
              const std::vector<LocalClass>& classes)
      : table_(table), models_(models), class_of_(table.entries(), none) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const double domain = table.columns[j].domain;
      weights_.push_back((importance.empty() ? 1.0 : importance[j]) /
                         (domain > 1.0 ? 1.0 - 1.0 / domain : 1.0));
    }
    for (const LocalClass& one : classes) {
      for (const std::uint32_t entry : one.entries) {
        class_of_[entry] = static_cast<std::uint32_t>(classes_.size());
      }
      classes_.push_back(class_of(one.entries));
    }
    order_neighbours();
  }

  bool divide_all(const Run& run) {
    bool any = false;
    const std::size_t count = classes_.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i % 1024 == 0) run.check_stop();
      std::optional<std::pair<Class, Class>> halves = divided(classes_[i]);
      if (!halves) continue;
      any = true;
      classes_[i] = std::move(halves->first);
      for (const std::uint32_t entry : halves->second.entries) {
        class_of_[entry] = static_cast<std::uint32_t>(classes_.size());
      }
      classes_.push_back(std::move(halves->second));
    }
    return any;
  }

  bool move_all(const Run& run) {
    bool any = false;
    seen_.assign(classes_.size(), none);
    for (std::uint32_t entry = 0; entry < table_.entries(); ++entry) {
      if (entry % 1024 == 0) run.check_stop();
      any = (class_of_[entry] != none && move(entry)) || any;
    }
    return any;
  }

  std::vector<LocalClass> result() && {
    std::vector<LocalClass> result;
    for (Class& one : classes_) result.push_back({std::move(one.entries), std::move(one.levels)});
    return result;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  Class class_of(std::vector<std::uint32_t> entries) const {
    Class result{std::move(entries), Levels(table_.columns.size(), 0), 0, 0.0};
    for (const std::uint32_t entry : result.entries) {
      result.records += table_.counts[entry];
      for (std::size_t j = 0; j < result.levels.size(); ++j) result.levels[j] = level_with(result, j, entry);
    }
    result.loss_of_one = loss_with(result, result.entries.front(), infinity);
    return result;
  }

  // The lowest level at which the entry equals a class; the number of levels where none is.
  std::uint32_t level_with(const Class& one, std::size_t column, std::uint32_t entry) const {
    const auto& codes = table_.columns[column].codes;
    const std::uint32_t a = table_.leaves[column][one.entries.front()], b = table_.leaves[column][entry];
    std::uint32_t level = one.levels[column];
    while (level < codes.size() && codes[level][a] != codes[level][b]) ++level;
    return level;
  }

  // The loss of one record of the class with the entry; infinity where it is above the limit.
  double loss_with(const Class& one, std::uint32_t entry, double limit) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      const LevelColumn& column = table_.columns[j];
      const std::uint32_t level = level_with(one, j, entry);
      if (level == column.levels()) return infinity;
      sum += weights_[j] * (column.shares[level][table_.leaves[j][entry]] - 1.0 / column.domain);
      if (sum > limit) return infinity;
    }
    return sum;
  }

  // What the entry adds to the loss of the class; infinity where that is above the limit.
  double added(const Class& one, std::uint32_t entry, double limit = infinity) const {
    const auto records = static_cast<double>(one.records + table_.counts[entry]);
    return records * loss_with(one, entry, (limit + one.loss()) / records) - one.loss();
  }

  void add(Class& one, std::uint32_t entry) const {
    one.loss_of_one = loss_with(one, entry, infinity);
    for (std::size_t j = 0; j < weights_.size(); ++j) one.levels[j] = level_with(one, j, entry);
    one.records += table_.counts[entry];
    one.entries.push_back(entry);
  }

  bool safe(const Class& one) const {
    return one.records >= models_.k() && models_.safe(table_, one.entries);
  }

  // Adds the entries that cost least until the class is safe; false where it never is.
  bool fill(Class& one, std::vector<std::uint32_t>& from) const {
    while (!safe(one)) {
      if (from.empty()) return false;
      std::size_t best = 0;
      double least = infinity;
      for (std::size_t i = 0; i < from.size(); ++i) {
        const double more = added(one, from[i], least);
        if (more < least) {
          least = more;
          best = i;
        }
      }
      add(one, from[best]);
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return true;
  }

  // Two classes around this entry and the one farthest from it.
  std::optional<std::pair<Class, Class>> divided_around(const Class& whole, std::uint32_t seed) const {
    Class near = class_of({seed});
    double farthest = -1.0;
    std::uint32_t other = seed;
    for (const std::uint32_t entry : whole.entries) {
      const double apart = entry == seed ? -1.0 : loss_with(near, entry, infinity);
      if (apart > farthest) {
        farthest = apart;
        other = entry;
      }
    }
    Class far = class_of({other});
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t entry : whole.entries) {
      if (entry != seed && entry != other) rest.push_back(entry);
    }
    if (!fill(near, rest) || !fill(far, rest)) return std::nullopt;
    for (const std::uint32_t entry : rest) add(added(near, entry) < added(far, entry) ? near : far, entry);
    if (!safe(near) || !safe(far)) return std::nullopt;
    return std::pair(std::move(near), std::move(far));
  }

  // The best of some divisions that lower the loss; none where there is none.
  std::optional<std::pair<Class, Class>> divided(const Class& whole) const {
    const std::size_t size = whole.entries.size();
    if (size < 2 || size > most_entries || whole.records < 2 * models_.k() || !(whole.loss() > 0.0))
      return {};
    std::optional<std::pair<Class, Class>> best;
    double least = whole.loss() - least_change;
    const std::size_t seeds = std::min(size, most_seeds);
    for (std::size_t i = 0; i < seeds; ++i) {
      auto halves = divided_around(whole, whole.entries[i * size / seeds]);
      if (!halves || halves->first.loss() + halves->second.loss() >= least) continue;
      least = halves->first.loss() + halves->second.loss();
      best = std::move(halves);
    }
    return best;
  }

  // Entries in lexicographic order of their leaves, once from each column on.
  void order_neighbours() {
    const std::size_t columns = table_.columns.size();
    for (std::size_t first = 0; first < columns; ++first) {
      std::vector<std::uint32_t>& order = orders_.emplace_back(table_.entries());
      std::iota(order.begin(), order.end(), 0U);
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t t = 0; t < columns; ++t) {
          const auto& leaves = table_.leaves[(first + t) % columns];
          if (leaves[a] != leaves[b]) return leaves[a] < leaves[b];
        }
        return a < b;
      });
      std::vector<std::uint32_t>& places = places_.emplace_back(order.size());
      for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
    }
  }

  // Moves the entry where that lowers the loss and both classes stay safe.
  bool move(std::uint32_t entry) {
    const std::uint32_t own = class_of_[entry];
    const Class& from = classes_[own];
    const std::size_t size = from.entries.size();
    if (size < 2 || size > most_entries || from.records < models_.k() + table_.counts[entry]) return false;
    std::vector<std::uint32_t> others = from.entries;
    std::erase(others, entry);
    Class rest = class_of(std::move(others));
    const double gain = from.loss() - rest.loss();
    if (gain <= least_change || !safe(rest)) return false;
    const std::uint32_t best = best_class(entry, gain - least_change);
    if (best == none) return false;
    classes_[own] = std::move(rest);
    add(classes_[best], entry);
    class_of_[entry] = best;
    return true;
  }

  std::uint32_t best_class(std::uint32_t entry, double limit) {
    std::uint32_t best = none;
    seen_[class_of_[entry]] = entry;
    for (std::size_t column = 0; column < orders_.size(); ++column) {
      const std::size_t place = places_[column][entry];
      const std::size_t end = std::min(place + window + 1, orders_[column].size());
      for (std::size_t i = place - std::min(place, window); i < end; ++i) {
        const std::uint32_t other = class_of_[orders_[column][i]];
        if (other == none || seen_[other] == entry) continue;
        seen_[other] = entry;
        if (classes_[other].entries.size() >= most_entries) continue;
        const double more = added(classes_[other], entry, limit);
        if (more >= limit || !safe_with(classes_[other], entry)) continue;
        limit = more;
        best = other;
      }
    }
    return best;
  }

  bool safe_with(const Class& one, std::uint32_t entry) const {
    std::vector<std::uint32_t> entries = one.entries;
    entries.push_back(entry);
    return models_.safe(table_, entries);
  }

  const LevelTable& table_;
  const ModelCheck& models_;
  std::vector<double> weights_;  // of a share in the loss, by column
  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_of_;             // by entry; none: suppressed
  std::vector<std::vector<std::uint32_t>> orders_;  // [column][place]
  std::vector<std::vector<std::uint32_t>> places_;  // [column][entry]
  std::vector<std::uint32_t> seen_;                 // by class: the last entry that looked at it
};

}  // namespace

void improve_classes(const LevelTable& table, const ModelCheck& models, const std::vector<double>& importance,
                     std::vector<LocalClass>& classes, const Run& run) {
  const bool population = std::find(table.counts.begin(), table.counts.end(), 0U) != table.counts.end();
  if (population || classes.empty()) return;
  Improvement improvement(table, models, importance, classes);
  for (std::size_t round = 0; round < most_rounds; ++round) {
    const bool divided = improvement.divide_all(run), moved = improvement.move_all(run);
    if (!divided && !moved) break;
  }
  classes = std::move(improvement).result();
}

}  // namespace sfumato::stats
