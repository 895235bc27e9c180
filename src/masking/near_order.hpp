// A number for each record that is close for records with close values: an order in which blocks of
// consecutive records are near each other. It depends on the record and on exact moments and categories of
// all records, whatever parts they lie in.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/exact_sum.hpp"
#include "masking/category_census.hpp"

namespace sfumato::masking {

class NearOrder {
 public:
  // Of a record that misses every column: behind all others.
  static constexpr std::int64_t blank = std::numeric_limits<std::int64_t>::max();
  static constexpr std::size_t most_categories = 1 << 20;

  // `equal`: records with equal values get equal numbers, in the order of the first column, then of the
  // second and so on. Else the number is the place on a Hilbert curve of standardised columns.
  NearOrder(const Table& outline, const ColumnSet& columns, bool equal);

  // Sums and categories; then squares.
  static constexpr std::size_t passes = 2;
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers);
  Value partial(std::size_t pass) const;
  void merge(std::size_t pass, const Value& part);
  void finish(std::size_t pass);

  bool equal() const { return equal_; }
  // From 0; a missing value is behind all values of its column.
  std::vector<std::int64_t> keys(const Table& records) const;

 private:
  struct OneColumn {
    ColumnId id = 0;
    bool categories = false;
    CategoryCensus census = CategoryCensus();
    std::vector<std::uint64_t> place_of = {};  // of each category in the order of values
    ExactSum sum = {}, squares = {};
    std::size_t count = 0;
    double mean = 0.0, sd = 0.0;
  };
  // The column's cells as places from 0 to 2^bits − 1.
  std::vector<std::uint64_t> places(const OneColumn& one, const Column& column, int bits) const;
  std::vector<std::int64_t> equal_keys(const Table& records) const;
  std::vector<std::int64_t> hilbert_keys(const Table& records) const;

  std::vector<OneColumn> columns_;
  bool equal_ = false;
};

// The place on the Hilbert curve of a point with coordinates of so many bits each: Skilling (2004),
// Programming the Hilbert curve, AIP Conference Proceedings 707.
std::uint64_t hilbert_place(std::vector<std::uint64_t> point, int bits);

}  // namespace sfumato::masking
