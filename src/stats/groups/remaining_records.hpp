// The records that MDAV has not grouped yet, with the searches it needs. Two classes give the same results:
// one scans every record and supports missing values, the other prunes and needs complete ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stats/linear/matrix.hpp"
#include "stats/neighbours/farthest_points.hpp"
#include "stats/neighbours/point_boxes.hpp"

namespace sfumato::stats {

constexpr std::uint32_t no_record = ~std::uint32_t{0};

// By scanning all of them. The remaining are packed column by column, in row order, so that every pass is
// sequential vector code. A record without any value is not among them.
class ScannedRecords {
 public:
  explicit ScannedRecords(const Matrix& points);

  std::size_t size() const { return rows_.size(); }
  const std::vector<std::uint32_t>& rows() const { return rows_; }

  // The record farthest from the centroid of the remaining; the lowest of equals.
  std::uint32_t farthest_from_centroid();
  // The record farthest from a given one, which does not count itself. Needs two records.
  FoundRow farthest_from(std::uint32_t row);
  // Takes out `seed` and its k − 1 nearest (not `except`), ascending.
  std::vector<std::uint32_t> take(std::uint32_t seed, std::size_t k, std::uint32_t except);

 private:
  std::vector<double> point(std::uint32_t row) const;
  void measure_from(const std::vector<double>& centre);
  void remove(const std::vector<std::uint8_t>& marked);
  std::size_t place_of(std::uint32_t row) const;

  std::vector<std::uint32_t> rows_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> squared_;
  bool missing_ = false;
};

// By pruning: a tree of boxes for the nearest, an order by distance from the middle for the farthest, both
// rebuilt when half of the records are gone. The same results, ties included.
class BoxedRecords {
 public:
  // A run that is asked to stop ends the building of trees.
  explicit BoxedRecords(const Matrix& points, const Run* run = nullptr);

  std::size_t size() const { return nearest_->size(); }
  std::vector<std::uint32_t> rows() const;
  std::uint32_t farthest_from_centroid();
  FoundRow farthest_from(std::uint32_t row);
  std::vector<std::uint32_t> take(std::uint32_t seed, std::size_t k, std::uint32_t except);

 private:
  void rebuild();
  std::vector<double> point(std::uint32_t row) const;
  std::vector<double> exact_centroid() const;
  bool same_point(std::uint32_t a, std::uint32_t b) const;

  const Matrix& points_;
  const Run* run_;
  std::vector<std::uint8_t> alive_;
  std::optional<PointBoxes> nearest_;
  std::optional<FarthestPoints> farthest_;
  std::size_t size_at_build_ = 0;
  std::vector<long double> sums_;   // of the remaining, updated by subtraction
  std::vector<double> magnitudes_;  // Σ|x| when the tree was built
  std::vector<double> spread_;      // width of each column then
};

}  // namespace sfumato::stats
