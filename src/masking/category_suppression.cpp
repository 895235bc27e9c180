// Cheap sets of columns come first: at least k records that are equal without them form a class. The few that
// remain join a class, or take records from classes of more than k.
#include "masking/category_suppression.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace sfumato::masking {
namespace {

// All sets of columns are tried where there are so few columns; else sets of up to two, then more and more
// columns at once, those with the most values first.
constexpr std::size_t most_columns = 10;

bool has(ColumnMask set, std::size_t column) { return ((set >> column) & 1U) != 0; }
ColumnMask all_of(std::size_t width) { return width == 64 ? ~ColumnMask{0} : (ColumnMask{1} << width) - 1; }

double cost_of(ColumnMask set, const std::vector<double>& costs) {
  double sum = 0.0;
  for (std::size_t j = 0; j < costs.size(); ++j) sum += has(set, j) ? costs[j] : 0.0;
  return sum;
}

std::vector<ColumnMask> sets_by_cost(const stats::KeyTable& keys, const std::vector<double>& costs) {
  const std::size_t width = keys.columns.size();
  std::vector<ColumnMask> sets;
  if (width <= most_columns) {
    for (ColumnMask set = 1; set <= all_of(width); ++set) sets.push_back(set);
  } else {
    for (std::size_t a = 0; a < width; ++a) {
      for (std::size_t b = a; b < width; ++b) sets.push_back((ColumnMask{1} << a) | (ColumnMask{1} << b));
    }
    std::vector<std::size_t> order(width);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return keys.columns[a].distinct > keys.columns[b].distinct;
    });
    ColumnMask set = 0;
    for (const std::size_t j : order) {
      set |= ColumnMask{1} << j;
      sets.push_back(set);
    }
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [&](ColumnMask a, ColumnMask b) { return cost_of(a, costs) < cost_of(b, costs); });
  return sets;
}

// The keys as they are released, and their classes, which are counted again after every change.
class Release {
 public:
  Release(const stats::KeyTable& keys, std::size_t k, const Run& run) : keys_(keys), k_(k), run_(run) {
    masks.resize(keys.rows, 0);
    count();
  }

  void count() {
    classes_ = stats::equal_classes(keys_, run_);
    classes_below_ = std::count_if(classes_.sizes.begin(), classes_.sizes.end(),
                                   [&](std::uint32_t size) { return size < k_; });
  }
  std::size_t class_size(std::size_t row) const { return classes_.sizes[classes_.of_row[row]]; }
  bool safe(std::size_t row) const { return class_size(row) >= k_; }

  void suppress(std::size_t row, ColumnMask set) {
    for (std::size_t j = 0; j < keys_.columns.size(); ++j) {
      if (!has(set, j) || keys_.columns[j].codes[row] == stats::KeyColumn::missing) continue;
      keys_.columns[j].codes[row] = stats::KeyColumn::missing;
      masks[row] |= ColumnMask{1} << j;
    }
  }

  // All records that are equal to this one.
  void suppress_class(std::size_t row, ColumnMask set) {
    const std::uint32_t number = classes_.of_row[row];
    for (std::size_t other = 0; other < keys_.rows; ++other) {
      if (classes_.of_row[other] == number) suppress(other, set);
    }
    count();
  }

  // Blanks the set in rows below k that have k equal records without it, together with records already
  // blanked so.
  void place(ColumnMask set) {
    if (classes_below_ == 0) return;
    std::vector<std::size_t> outside;
    for (std::size_t j = 0; j < keys_.columns.size(); ++j) {
      if (!has(set, j)) outside.push_back(j);
    }
    const stats::KeyClasses groups = stats::equal_classes(keys_, outside, run_);
    std::vector<std::size_t> members(groups.count(), 0);
    std::vector<bool> waiting(groups.count(), false);
    for (std::size_t row = 0; row < keys_.rows; ++row) {
      const std::uint32_t group = groups.of_row[row];
      if (!safe(row)) waiting[group] = true;
      if (!safe(row) || blank(row, set)) ++members[group];
    }
    bool changed = false;
    for (std::size_t row = 0; row < keys_.rows; ++row) {
      const std::uint32_t group = groups.of_row[row];
      if (!waiting[group] || members[group] < k_ || safe(row)) continue;
      suppress(row, set);
      changed = true;
    }
    if (changed) count();
  }

  std::vector<std::uint32_t> below() const {
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < keys_.rows; ++row) {
      if (!safe(row)) rows.push_back(static_cast<std::uint32_t>(row));
    }
    return rows;
  }

  // Records of classes with more than k that are like this one outside `set`, as many as are needed and as
  // those classes can lose.
  std::vector<std::uint32_t> company(std::uint32_t row, ColumnMask set, std::size_t wanted) const {
    std::map<std::uint32_t, std::size_t> taken;
    std::vector<std::uint32_t> found;
    for (std::size_t other = 0; other < keys_.rows && found.size() < wanted; ++other) {
      const std::uint32_t number = classes_.of_row[other];
      if (classes_.sizes[number] <= k_ || !equal_outside(row, other, set)) continue;
      if (classes_.sizes[number] <= k_ + taken[number]) continue;
      ++taken[number];
      found.push_back(static_cast<std::uint32_t>(other));
    }
    return found;
  }

  std::vector<ColumnMask> masks;

 private:
  bool blank(std::size_t row, ColumnMask set) const {
    for (std::size_t j = 0; j < keys_.columns.size(); ++j) {
      if (has(set, j) && keys_.columns[j].codes[row] != stats::KeyColumn::missing) return false;
    }
    return true;
  }

  bool equal_outside(std::size_t row, std::size_t other, ColumnMask set) const {
    for (std::size_t j = 0; j < keys_.columns.size(); ++j) {
      if (!has(set, j) && keys_.columns[j].codes[row] != keys_.columns[j].codes[other]) return false;
    }
    return true;
  }

  stats::KeyTable keys_;
  std::size_t k_;
  const Run& run_;
  stats::KeyClasses classes_;
  std::ptrdiff_t classes_below_ = 0;
};

// Fewer than k records remain, each unique. Returns whether one of them joined a class.
bool draw_company(Release& release, const std::vector<ColumnMask>& sets, std::size_t k) {
  const std::uint32_t row = release.below().front();
  for (const ColumnMask set : sets) {
    const std::vector<std::uint32_t> found = release.company(row, set, k - 1);
    if (found.size() + 1 < k) continue;
    release.suppress(row, set);
    for (const std::uint32_t other : found) release.suppress(other, set);
    release.count();
    return true;
  }
  return false;
}

}  // namespace

std::vector<ColumnMask> category_suppression(const stats::KeyTable& keys, std::size_t k,
                                             const std::vector<double>& costs, const Run& run) {
  Release release(keys, k, run);
  const std::vector<ColumnMask> sets = sets_by_cost(keys, costs);
  for (const ColumnMask set : sets) {
    run.check_stop();
    release.place(set);
  }
  while (!release.below().empty()) {
    run.check_stop();
    if (draw_company(release, sets, k)) continue;
    // No class can lose a record: whole classes are blanked in all columns, the smallest first.
    const ColumnMask all = all_of(keys.columns.size());
    for (const std::uint32_t row : release.below()) release.suppress(row, all);
    release.count();
    if (release.below().empty()) break;
    std::size_t smallest = keys.rows + 1;
    std::size_t chosen = 0;
    for (std::size_t row = 0; row < keys.rows; ++row) {
      if (!release.safe(row) || release.class_size(row) >= smallest) continue;
      smallest = release.class_size(row);
      chosen = row;
    }
    release.suppress_class(chosen, all);
  }
  return release.masks;
}

}  // namespace sfumato::masking
