// Trees and shells by the columns that are present, and searches over all of them. Single precision selects
// the candidates, squared distances in double precision decide, and ties go to the lowest row.
#include "stats/neighbours/record_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t least_class = 64;        // records that deserve a tree
constexpr std::size_t least_parallel = 5'000;  // records whose index is built by two threads
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr std::uint32_t no_class = ~std::uint32_t{0};

bool comes_nearer(const FoundRow& a, const FoundRow& b) {
  return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
}

bool comes_farther(const FoundRow& a, const FoundRow& b) {
  return a.squared != b.squared ? a.squared > b.squared : a.row < b.row;
}

// The best of all that is offered, the worst of them on top of a heap.
template <bool (*better)(const FoundRow&, const FoundRow&)>
class BestRows {
 public:
  explicit BestRows(std::size_t count) : count_(count) { heap_.reserve(count); }

  bool full() const { return heap_.size() == count_; }
  const FoundRow& worst() const { return heap_.front(); }

  void offer(const FoundRow& entry) {
    if (full()) {
      if (!better(entry, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), better);
      heap_.pop_back();
    }
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), better);
  }

  std::vector<FoundRow> sorted() && {
    std::sort_heap(heap_.begin(), heap_.end(), better);
    return std::move(heap_);
  }

 private:
  std::size_t count_;
  std::vector<FoundRow> heap_;
};

// For each row a number that it shares with those that have the same columns present, and these numbers'
// count.
std::pair<std::vector<std::uint32_t>, std::uint32_t> presence_classes(const Matrix& points) {
  std::vector<std::uint32_t> class_of(points.rows(), 0);
  std::uint32_t count = points.rows() == 0 ? 0 : 1;
  for (std::size_t j = 0; j < points.columns(); ++j) {
    std::vector<std::uint32_t> fresh(std::size_t{2} * count, no_class);
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < points.rows(); ++i) {
      std::uint32_t& number = fresh[std::size_t{2} * class_of[i] + (std::isnan(points(i, j)) ? 1 : 0)];
      if (number == no_class) number = next++;
      class_of[i] = number;
    }
    count = next;
  }
  return {class_of, count};
}

}  // namespace

// A centre, turned, and what it has in common with a class.
class RecordIndex::Centre {
 public:
  Centre(const CompactPoints& points, const double* values)
      : points_(points), values_(values), turned_(points.columns()) {
    points.turn(values, turned_.data());
    positions_.reserve(points.columns());
    shared_.reserve(points.columns());
  }

  const double* values() const { return values_; }

  // Selects the columns that a class and the centre have; without any there is no distance.
  bool select(const Class& part) {
    positions_.clear();
    shared_.clear();
    double sum = 0.0;
    for (std::uint32_t a = 0; a < part.axes.size(); ++a) {
      if (std::isnan(values_[part.axes[a]])) continue;
      const float value = turned_[part.axes[a]];
      positions_.push_back(a);
      shared_.push_back(value);
      sum += static_cast<double>(value) * static_cast<double>(value);
    }
    length_ = std::sqrt(sum);
    factor_ = static_cast<double>(points_.columns()) / static_cast<double>(positions_.size());
    return !positions_.empty();
  }

  CentreOnAxes on_axes() const { return {positions_.data(), shared_.data(), positions_.size()}; }
  float most(double squared) const { return points_.most(squared / factor_, length_); }
  float least(double squared, double reach) const { return points_.least(squared / factor_, length_, reach); }

 private:
  const CompactPoints& points_;
  const double* values_;
  std::vector<float> turned_;
  std::vector<std::uint32_t> positions_;
  std::vector<float> shared_;
  double length_ = 0.0;
  double factor_ = 1.0;
};

RecordIndex::RecordIndex(const Matrix& points, const Run& run)
    : points_(points, run),
      run_(run),
      alive_(points.rows(), 0),
      class_of_(points.rows(), no_class),
      leaf_of_(points.rows()),
      place_of_(points.rows()) {
  make_classes(points);
  for (Class& part : classes_) build(part);
}

void RecordIndex::make_classes(const Matrix& points) {
  const auto [number_of, count] = presence_classes(points);
  std::vector<std::size_t> sizes(count, 0);
  for (const std::uint32_t number : number_of) ++sizes[number];
  std::vector<std::uint32_t> class_numbers(count, no_class);
  for (std::uint32_t row = 0; row < points.rows(); ++row) {
    const double* values = points_.record(row);
    const auto present = static_cast<std::size_t>(
        std::count_if(values, values + points.columns(), [](double value) { return !std::isnan(value); }));
    if (present == 0) continue;
    alive_[row] = 1;
    ++size_;
    fewest_values_ = fewest_values_ == 0 ? present : std::min(fewest_values_, present);
    const std::uint32_t number = number_of[row];
    if (sizes[number] < least_class && count > 1) {
      others_.push_back(row);
      continue;
    }
    if (class_numbers[number] == no_class) {
      class_numbers[number] = static_cast<std::uint32_t>(classes_.size());
      Class& part = classes_.emplace_back();
      for (std::uint32_t j = 0; j < points.columns(); ++j) {
        if (!std::isnan(values[j])) part.axes.push_back(j);
      }
    }
    class_of_[row] = class_numbers[number];
    classes_[class_of_[row]].rows.push_back(row);
  }
  others_left_ = others_.size();
  for (Class& part : classes_) part.left = part.rows.size();
}

void RecordIndex::build(Class& part) {
  std::erase_if(part.rows, [&](std::uint32_t row) { return alive_[row] == 0; });
  part.head = 0;
  part.left_at_build = part.left;
  const auto build_one = [&](std::size_t which) {
    if (which == 0) {
      part.tree.emplace(points_, part.rows, part.axes, leaf_of_, run_);
    } else {
      part.shells.emplace(points_, part.rows, part.axes, place_of_);
    }
  };
  if (part.left >= least_parallel) {
    run_.parallel(2, build_one);
  } else {
    build_one(0);
    build_one(1);
  }
}

std::vector<std::uint32_t> RecordIndex::rows() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t row = 0; row < alive_.size(); ++row) {
    if (alive_[row] != 0) result.push_back(row);
  }
  return result;
}

// Boxes are halved evenly and shells lie around the middle only when they are built; records leave from the
// outside, so that both are rebuilt when a part of them is gone.
void RecordIndex::remove(std::uint32_t row) {
  alive_[row] = 0;
  --size_;
  if (class_of_[row] == no_class) {
    if (--others_left_ < others_.size() / 2) {
      std::erase_if(others_, [&](std::uint32_t other) { return alive_[other] == 0; });
    }
    return;
  }
  Class& part = classes_[class_of_[row]];
  part.tree->remove(row);
  part.shells->remove(row);
  --part.left;
  while (part.head < part.rows.size() && alive_[part.rows[part.head]] == 0) ++part.head;
  if (part.left < part.left_at_build - part.left_at_build * 3 / 10) build(part);
}

// Rows of a class at an infinite distance: only the lowest can be among the best.
template <class Best>
void RecordIndex::offer_unshared(const Class& part, std::uint32_t except, Best& best) const {
  for (std::size_t i = part.head; i < part.rows.size(); ++i) {
    const std::uint32_t row = part.rows[i];
    if (best.full() && best.worst().squared == infinity && best.worst().row < row) return;
    if (alive_[row] != 0 && row != except) best.offer({infinity, row});
  }
}

template <class Best>
void RecordIndex::offer_others(const Centre& centre, std::uint32_t except, Best& best) const {
  for (const std::uint32_t row : others_) {
    if (alive_[row] != 0 && row != except) best.offer({points_.squared(row, centre.values()), row});
  }
}

std::vector<FoundRow> RecordIndex::nearest(const double* centre, std::size_t count,
                                           std::uint32_t except) const {
  if (count == 0) return {};
  BestRows<comes_nearer> best(count);
  Centre query(points_, centre);
  const auto search_class = [&](const Class& part) {
    if (!query.select(part)) return;
    const auto limit_now = [&] { return query.most(best.full() ? best.worst().squared : infinity); };
    float limit = limit_now();
    // The nearest of a leaf comes first, so that few others are computed exactly.
    part.tree->search(query.on_axes(), limit,
                      [&](float* squared, const std::uint32_t* rows, std::size_t points) {
                        for (;;) {
                          const std::size_t t =
                              static_cast<std::size_t>(std::min_element(squared, squared + points) - squared);
                          if (t == points || squared[t] > limit) return limit;
                          if (rows[t] != except) best.offer({points_.squared(rows[t], centre), rows[t]});
                          squared[t] = infinite;
                          limit = limit_now();
                        }
                      });
  };
  for (const Class& part : classes_) search_class(part);
  offer_others(query, except, best);
  if (!best.full()) {
    for (const Class& part : classes_) {
      if (!query.select(part)) offer_unshared(part, except, best);
    }
  }
  return std::move(best).sorted();
}

std::vector<FoundRow> RecordIndex::farthest(const double* centre, std::size_t count,
                                            std::uint32_t except) const {
  if (count == 0) return {};
  BestRows<comes_farther> best(count);
  Centre query(points_, centre);
  for (const Class& part : classes_) {
    if (!query.select(part)) {
      offer_unshared(part, except, best);
      continue;
    }
    const auto limit_now = [&] {
      return best.full() ? query.least(best.worst().squared, part.shells->reach()) : 0.0F;
    };
    part.shells->search(query.on_axes(), limit_now(), [&](std::uint32_t row) {
      if (row != except) best.offer({points_.squared(row, centre), row});
      return limit_now();
    });
  }
  offer_others(query, except, best);
  return std::move(best).sorted();
}

std::vector<FoundRow> RecordIndex::farthest_within(const double* centre, double slack) const {
  std::vector<FoundRow> found;
  double best = -infinity;
  const auto offer = [&](std::uint32_t row) {
    const double squared = points_.squared(row, centre);
    if (squared < best - slack) return;
    found.push_back({squared, row});
    best = std::max(best, squared);
  };
  Centre query(points_, centre);
  for (const Class& part : classes_) {
    if (!query.select(part)) continue;
    const auto limit_now = [&] { return query.least(best - slack, part.shells->reach()); };
    part.shells->search(query.on_axes(), limit_now(), [&](std::uint32_t row) {
      offer(row);
      return limit_now();
    });
  }
  for (const std::uint32_t row : others_) {
    if (alive_[row] != 0) offer(row);
  }
  std::erase_if(found, [&](const FoundRow& entry) { return entry.squared < best - slack; });
  return found;
}

}  // namespace sfumato::stats
