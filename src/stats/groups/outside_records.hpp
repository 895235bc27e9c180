// The records that V-MDAV has not grouped yet, with searches for the nearest of them. Two classes give the
// same results: one scans every record and supports missing values, the other prunes and needs complete ones.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "stats/linear/matrix.hpp"
#include "stats/neighbours/point_boxes.hpp"

namespace sfumato::stats {

// Rows of numbers side by side, and the squared distance of two of them: summed in column order over
// the columns that both have, scaled by columns/shared, infinite where they share none.
class RecordPoints {
 public:
  explicit RecordPoints(const Matrix& points);

  const Matrix& matrix() const { return points_; }
  std::span<const double> point(std::uint32_t row) const {
    return {data_.data() + std::size_t{row} * points_.columns(), points_.columns()};
  }
  double squared(std::uint32_t a, std::uint32_t b) const { return squared(point(a), point(b)); }
  static double squared(std::span<const double> a, std::span<const double> b);

 private:
  const Matrix& points_;
  std::vector<double> data_;
};

constexpr FoundRow nothing_found{std::numeric_limits<double>::infinity(), ~std::uint32_t{0}};

// The nearest, by distance and then by row, and up to two others: the nearest of those visited by the search,
// which need not be the next ones.
struct Neighbourhood {
  std::vector<FoundRow> nearest;
  FoundRow others[2] = {nothing_found, nothing_found};
};

class ScannedOutside {
 public:
  static constexpr bool metric = false;  // distances over shared columns keep no triangle inequality

  ScannedOutside(const RecordPoints& points, std::vector<std::uint32_t> rows);

  std::size_t size() const { return size_; }
  void remove(std::uint32_t row);

  // The `count` nearest to `row`, which is not among the records.
  Neighbourhood nearest(std::uint32_t row, std::size_t count) const;
  // The nearest within a squared distance; nothing_found where there is none.
  FoundRow nearest_within(std::uint32_t row, double limit) const;
  // Does `accept` take the squared distance of any record within `limit` but `row` and `except`?
  template <class Accept>
  bool any_within(std::uint32_t row, double limit, std::uint32_t except, Accept accept) const;

 private:
  const RecordPoints& points_;
  std::vector<std::uint32_t> rows_;  // ascending, with some that are gone
  std::vector<std::uint8_t> alive_;
  std::size_t size_;
};

// The same, through a tree of boxes that is rebuilt when few of the records are left.
class BoxedOutside {
 public:
  static constexpr bool metric = true;

  BoxedOutside(const RecordPoints& points, std::vector<std::uint32_t> rows);

  std::size_t size() const { return boxes_->size(); }
  void remove(std::uint32_t row);
  Neighbourhood nearest(std::uint32_t row, std::size_t count) const;
  FoundRow nearest_within(std::uint32_t row, double limit) const;
  template <class Accept>
  bool any_within(std::uint32_t row, double limit, std::uint32_t except, Accept accept) const;

  // Is no record within a squared distance that starts at factor·start, and falls to factor·(that of the
  // nearest record found so far) as the search goes on? The factor is less than 1. Then each record is
  // farther than factor·start, or than factor·(the squared distance of some other record).
  bool none_within(std::uint32_t row, double factor, double start) const;

 private:
  const RecordPoints& points_;
  std::vector<std::uint8_t> alive_;
  std::optional<PointBoxes> boxes_;
  std::size_t size_at_build_;
};

template <class Accept>
bool ScannedOutside::any_within(std::uint32_t row, double limit, std::uint32_t except, Accept accept) const {
  for (const std::uint32_t other : rows_) {
    if (alive_[other] == 0 || other == row || other == except) continue;
    const double squared = points_.squared(row, other);
    if (squared <= limit && accept(squared)) return true;
  }
  return false;
}

template <class Accept>
bool BoxedOutside::any_within(std::uint32_t row, double limit, std::uint32_t except, Accept accept) const {
  bool found = false;
  boxes_->search(points_.point(row), limit,
                 [&](const double* squared, const std::uint32_t* rows, std::size_t count) {
                   for (std::size_t t = 0; t < count && !found; ++t) {
                     found = squared[t] <= limit && rows[t] != row && rows[t] != except && accept(squared[t]);
                   }
                   return found ? -1.0 : limit;  // no box is nearer than −1: the search ends
                 });
  return found;
}

}  // namespace sfumato::stats
