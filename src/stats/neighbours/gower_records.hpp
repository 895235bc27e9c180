// The records of mixed columns that MDAV has not grouped yet, by Gower's distance: what RemainingRecords are
// for numbers. Equal records are processed once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/found_row.hpp"
#include "stats/neighbours/gower_column.hpp"
#include "stats/neighbours/gower_order.hpp"
#include "stats/neighbours/gower_scan.hpp"
#include "stats/neighbours/gower_tree.hpp"

namespace sfumato::stats {

// Gower (1971), A general coefficient of similarity and some of its properties, Biometrics 27: distances of
// columns, each from 0 to 1, are summed over those that both records have and scaled by columns/shared.
// Ties go to the lowest row.
class GowerRecords {
 public:
  // The columns must outlive this, and one of them is categorical at least.
  GowerRecords(const std::vector<GowerColumn>& columns, const Run& run);
  GowerRecords(const GowerRecords&) = delete;
  GowerRecords& operator=(const GowerRecords&) = delete;

  std::size_t size() const { return size_; }
  std::vector<std::uint32_t> rows() const;
  std::uint32_t farthest_from_centroid();
  // `squared` is the distance itself.
  FoundRow farthest_from(std::uint32_t row);
  std::vector<std::uint32_t> take(std::uint32_t seed, std::size_t k, std::uint32_t except);

 private:
  // Equal records.
  struct Class {
    std::vector<std::uint32_t> rows;  // ascending from `head` on
    std::size_t head = 0;
    std::size_t size() const { return rows.size() - head; }
  };
  // Of the remaining records in one column.
  struct Summary {
    std::vector<std::size_t> counts;  // by code
    long double sum = 0.0L;           // of numbers, updated by subtraction
    std::size_t present = 0;
  };

  void index();
  GowerPoint point(std::uint32_t row) const;
  GowerPoint centroid() const;
  GowerCandidate farthest(const GowerPoint& centre, std::uint32_t except) const;
  void remove(std::uint32_t row);

  const std::vector<GowerColumn>& columns_;
  std::size_t size_ = 0;
  std::size_t left_ = 0;           // classes
  std::size_t left_at_index_ = 0;  // classes when the tree was built
  std::vector<Summary> summaries_;
  std::vector<std::uint32_t> class_of_;  // by row
  std::vector<Class> classes_;
  std::vector<std::uint32_t> first_;   // row of each class
  std::vector<std::uint32_t> fronts_;  // the lowest remaining row of each class; no_point once it is gone
  bool missing_ = false;               // is any number missing?
  std::optional<GowerTree> near_;
  std::optional<GowerTree> far_;
  std::optional<GowerOrder> order_;
  std::optional<GowerScan> scan_;
};

}  // namespace sfumato::stats
