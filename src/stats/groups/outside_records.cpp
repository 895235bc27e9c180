// Both kinds of outside records; whatever is skipped, the result depends on the same squares and the same
// ties.
#include "stats/groups/outside_records.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

bool nearer(const FoundRow& a, const FoundRow& b) {
  return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
}

// Keeps the nearest candidates in a heap, the worst on top.
class NeighbourhoodSearch {
 public:
  explicit NeighbourhoodSearch(std::size_t count) : count_(count) {}

  // Beyond this squared distance nothing is among the nearest, and beyond the other nothing is kept.
  double limit() const { return limit_; }
  double worth() const { return std::max(limit_, found_.others[1].squared); }

  void offer(FoundRow entry) {
    std::vector<FoundRow>& heap = found_.nearest;
    if (entry.squared <= limit_ && heap.size() < count_) {
      heap.push_back(entry);
      std::push_heap(heap.begin(), heap.end(), nearer);
      if (heap.size() == count_) limit_ = heap.front().squared;
      return;
    }
    if (entry.squared <= limit_ && count_ > 0 && nearer(entry, heap.front())) {
      std::pop_heap(heap.begin(), heap.end(), nearer);
      std::swap(heap.back(), entry);
      std::push_heap(heap.begin(), heap.end(), nearer);
      limit_ = heap.front().squared;
    }
    if (!(entry.squared < found_.others[1].squared)) return;
    found_.others[1] = entry;
    if (entry.squared < found_.others[0].squared) std::swap(found_.others[0], found_.others[1]);
  }

  Neighbourhood result() {
    std::sort_heap(found_.nearest.begin(), found_.nearest.end(), nearer);
    return std::move(found_);
  }

 private:
  std::size_t count_;
  double limit_ = infinity;
  Neighbourhood found_;
};

std::vector<std::uint8_t> marks(std::size_t count, const std::vector<std::uint32_t>& rows) {
  std::vector<std::uint8_t> result(count, 0);
  for (const std::uint32_t row : rows) result[row] = 1;
  return result;
}

}  // namespace

RecordPoints::RecordPoints(const Matrix& points) : points_(points), data_(points.rows() * points.columns()) {
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (std::size_t i = 0; i < points.rows(); ++i) data_[i * points.columns() + j] = points(i, j);
  }
}

double RecordPoints::squared(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  std::size_t shared = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double difference = a[j] - b[j];
    if (std::isnan(difference)) continue;
    sum += difference * difference;
    ++shared;
  }
  if (shared == 0) return infinity;
  return shared == a.size() ? sum : sum * (static_cast<double>(a.size()) / static_cast<double>(shared));
}

ScannedOutside::ScannedOutside(const RecordPoints& points, std::vector<std::uint32_t> rows)
    : points_(points),
      rows_(std::move(rows)),
      alive_(marks(points.matrix().rows(), rows_)),
      size_(rows_.size()) {
  std::sort(rows_.begin(), rows_.end());
}

void ScannedOutside::remove(std::uint32_t row) {
  alive_[row] = 0;
  if (--size_ < rows_.size() / 2)
    std::erase_if(rows_, [&](std::uint32_t other) { return alive_[other] == 0; });
}

Neighbourhood ScannedOutside::nearest(std::uint32_t row, std::size_t count) const {
  NeighbourhoodSearch search(count);
  for (const std::uint32_t other : rows_) {
    if (alive_[other] != 0) search.offer({points_.squared(row, other), other});
  }
  return search.result();
}

FoundRow ScannedOutside::nearest_within(std::uint32_t row, double limit) const {
  FoundRow best = nothing_found;
  for (const std::uint32_t other : rows_) {
    if (alive_[other] == 0) continue;
    const FoundRow entry{points_.squared(row, other), other};
    if (entry.squared <= limit && nearer(entry, best)) best = entry;
  }
  return best;
}

BoxedOutside::BoxedOutside(const RecordPoints& points, std::vector<std::uint32_t> rows)
    : points_(points), alive_(marks(points.matrix().rows(), rows)), size_at_build_(rows.size()) {
  boxes_.emplace(points.matrix(), rows);
}

void BoxedOutside::remove(std::uint32_t row) {
  alive_[row] = 0;
  boxes_->remove(row);
  if (size() >= size_at_build_ / 8) return;  // records leave from the outside, so that leaves stay full
  std::vector<std::uint32_t> rows;
  for (std::uint32_t other = 0; other < alive_.size(); ++other) {
    if (alive_[other] != 0) rows.push_back(other);
  }
  boxes_.emplace(points_.matrix(), rows);
  size_at_build_ = rows.size();
}

Neighbourhood BoxedOutside::nearest(std::uint32_t row, std::size_t count) const {
  NeighbourhoodSearch search(count);
  boxes_->search(points_.point(row), infinity,
                 [&](const double* squared, const std::uint32_t* rows, std::size_t points) {
                   double worth = search.worth();
                   for (std::size_t t = 0; t < points; ++t) {
                     if (squared[t] > worth) continue;
                     search.offer({squared[t], rows[t]});
                     worth = search.worth();
                   }
                   return search.limit();
                 });
  return search.result();
}

FoundRow BoxedOutside::nearest_within(std::uint32_t row, double limit) const {
  FoundRow best = nothing_found;
  boxes_->search(points_.point(row), limit,
                 [&](const double* squared, const std::uint32_t* rows, std::size_t count) {
                   for (std::size_t t = 0; t < count; ++t) {
                     const FoundRow entry{squared[t], rows[t]};
                     if (entry.squared <= limit && nearer(entry, best)) best = entry;
                   }
                   return std::min(limit, best.squared);
                 });
  return best;
}

bool BoxedOutside::none_within(std::uint32_t row, double factor, double start) const {
  bool none = true;
  double limit = factor * start;
  boxes_->search(points_.point(row), limit,
                 [&](const double* squared, const std::uint32_t*, std::size_t count) {
                   double least = infinity;
                   for (std::size_t t = 0; t < count; ++t) least = std::min(least, squared[t]);
                   none = none && least > limit;
                   limit = std::min(limit, factor * least);
                   return none ? limit : -1.0;
                 });
  return none;
}

}  // namespace sfumato::stats
