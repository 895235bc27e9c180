// Both kinds of outside records; whatever is skipped, the same squares and the same ties decide.
#include "stats/outside_records.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

bool nearer(const Found& a, const Found& b) {
  return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
}

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
  if (shared == 0) return std::numeric_limits<double>::infinity();
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

std::vector<Found> ScannedOutside::nearest(std::uint32_t row, std::size_t count) const {
  std::vector<Found> found;
  found.reserve(size_);
  for (const std::uint32_t other : rows_) {
    if (alive_[other] != 0) found.push_back({points_.squared(row, other), other});
  }
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(count, found.size()));
  std::partial_sort(found.begin(), end, found.end(), nearer);
  found.erase(end, found.end());
  return found;
}

Found ScannedOutside::nearest_within(std::uint32_t row, double limit) const {
  Found best = nothing_found;
  for (const std::uint32_t other : rows_) {
    if (alive_[other] == 0) continue;
    const Found entry{points_.squared(row, other), other};
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
  if (size() >= size_at_build_ / 2) return;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t other = 0; other < alive_.size(); ++other) {
    if (alive_[other] != 0) rows.push_back(other);
  }
  boxes_.emplace(points_.matrix(), rows);
  size_at_build_ = rows.size();
}

std::vector<Found> BoxedOutside::nearest(std::uint32_t row, std::size_t count) const {
  return boxes_->nearest(points_.point(row), count);
}

Found BoxedOutside::nearest_within(std::uint32_t row, double limit) const {
  Found best = nothing_found;
  boxes_->search(points_.point(row), limit,
                 [&](const double* squared, const std::uint32_t* rows, std::size_t count) {
                   for (std::size_t t = 0; t < count; ++t) {
                     const Found entry{squared[t], rows[t]};
                     if (entry.squared <= limit && nearer(entry, best)) best = entry;
                   }
                   return std::min(limit, best.squared);
                 });
  return best;
}

}  // namespace sfumato::stats
