// A shrinking set of records, some values of which may be missing, with exact searches for the nearest and
// the farthest. Records with the same columns present share a tree, since distances within it have one scale.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/compact_points.hpp"
#include "stats/neighbours/compact_shells.hpp"
#include "stats/neighbours/compact_tree.hpp"
#include "stats/neighbours/found_row.hpp"

namespace sfumato::stats {

// Squared distances are those of CompactPoints::squared: over the columns that both have, scaled by
// columns/shared, infinite where they share none. Searches may run in parallel, but not with `remove`.
class RecordIndex {
 public:
  // The rows of `points` that have a value. The run must outlive this.
  RecordIndex(const Matrix& points, const Run& run);
  RecordIndex(const RecordIndex&) = delete;
  RecordIndex& operator=(const RecordIndex&) = delete;

  std::size_t size() const { return size_; }
  std::vector<std::uint32_t> rows() const;
  bool contains(std::uint32_t row) const { return alive_[row] != 0; }
  const double* record(std::uint32_t row) const { return points_.record(row); }
  const CompactPoints& points() const { return points_; }
  // The least number of values that any record had at first; 0 where there is none.
  std::size_t fewest_values() const { return fewest_values_; }

  void remove(std::uint32_t row);

  // The `count` nearest rows but `except`, by distance and then by row. A missing coordinate is NaN.
  std::vector<FoundRow> nearest(const double* centre, std::size_t count, std::uint32_t except) const;
  // The `count` farthest rows but `except`, the farthest first and of equals the lowest.
  std::vector<FoundRow> farthest(const double* centre, std::size_t count, std::uint32_t except) const;
  // The rows whose squared distance is within `slack` of the largest, in no order; the centre shares a column
  // with every row.
  std::vector<FoundRow> farthest_within(const double* centre, double slack) const;

 private:
  // Rows with the same columns present.
  struct Class {
    std::vector<std::uint32_t> axes;  // their columns
    std::vector<std::uint32_t> rows;  // ascending, with some that are gone
    std::size_t head = 0;             // those before it are gone
    std::size_t left = 0;
    std::size_t left_at_build = 0;
    std::optional<CompactTree> tree;
    std::optional<CompactShells> shells;
  };
  class Centre;

  void make_classes(const Matrix& points);
  void build(Class& part);
  template <class Best>
  void offer_unshared(const Class& part, std::uint32_t except, Best& best) const;
  template <class Best>
  void offer_others(const Centre& centre, std::uint32_t except, Best& best) const;

  CompactPoints points_;
  const Run& run_;
  std::size_t size_ = 0;
  std::size_t fewest_values_ = 0;
  std::vector<std::uint8_t> alive_;
  std::vector<std::uint32_t> class_of_;  // by row; those of `others_` have none
  std::vector<std::uint32_t> leaf_of_, place_of_;
  std::vector<Class> classes_;         // large ones first
  std::vector<std::uint32_t> others_;  // rows with rare combinations of columns, ascending, some of them gone
  std::size_t others_left_ = 0;
};

}  // namespace sfumato::stats
