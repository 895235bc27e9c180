// One column of two files whose records are compared by numbers and categories at once, and the squared
// distances of its cells. A masked cell may stand for several values of the original.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "stats/neighbours/category_distance.hpp"

namespace sfumato::stats {

// Values from `lower` to `upper`: numbers, or codes of categories.
struct ValueRun {
  double lower;
  double upper;
};

// What the different cells of a masked column cover: of each the values, ascending. A cell without any is
// suppressed.
struct CellCovers {
  bool in_queries = false;  // are the masked records the queries? Otherwise they are the points.
  std::vector<std::vector<ValueRun>> cells = {};
};

// Row i of one side belongs to row i of the other.
struct MixedColumn {
  // Numbers, scaled and weighted, NaN where missing; a difference counts with its square.
  std::vector<double> queries = {};
  std::vector<double> points = {};
  // Categories, −1 where missing; a distance counts with its square times the weight.
  bool categorical = false;
  std::vector<std::int32_t> query_codes = {};
  std::vector<std::int32_t> point_codes = {};
  CategoryDistance distance = CategoryDistance::nominal();
  double weight = 1.0;
  // The distance of a pair of which one or both are missing or suppressed.
  double missing = 1.0;
  // Where it is there, the masked side holds places in its cells instead of numbers or codes. A value that is
  // covered is at 0, another as far as the nearest that is.
  std::shared_ptr<const CellCovers> covers = nullptr;
};

// What the points of a node of a tree have in one column.
struct ColumnRange {
  double lower;
  double upper;
  std::uint64_t mask = 0;      // bit c mod 64 for each category c that occurs or is covered
  std::int32_t category = -1;  // the only category, or cell, of all points; −2 for several, −1 for none
  bool lacking = false;        // is it missing or suppressed in some?

  ColumnRange();
  bool empty() const { return lower > upper; }
};

// The squared distances of one column, codes and cells being stored as doubles.
class MixedTerm {
 public:
  explicit MixedTerm(const MixedColumn& column);

  double operator()(double query, double point) const;

  void extend(ColumnRange& range, double point) const;
  // How far apart the points of a node may lie.
  double spread(const ColumnRange& range) const;

  struct Bound {
    double least;   // no point of the node is nearer
    bool constant;  // all are exactly so far
  };
  Bound bound(const ColumnRange& range, double query) const;

  // For a query that is a masked cell and points of the original: does it cover the point, and those of a
  // node?
  enum class Inclusion { none, some, all };
  bool covered(double query, double point) const;
  Inclusion inclusion(const ColumnRange& range, double query) const;

 private:
  bool lacks(double value) const { return categorical_ ? value < 0.0 || value != value : value != value; }
  bool lacks_query(double query) const;
  const std::vector<ValueRun>& cell(double place) const {
    return covers_->cells[static_cast<std::size_t>(place)];
  }
  bool cells_are_queries() const { return covers_ != nullptr && covers_->in_queries; }
  bool cells_are_points() const { return covers_ != nullptr && !covers_->in_queries; }
  double computed(double query, double point) const;
  double to_cell(double value, double place) const;
  double nearest_category(double value, const std::vector<ValueRun>& runs) const;
  double between(std::int32_t a, std::int32_t b) const;
  Bound category_bound(const ColumnRange& range, double query) const;
  Bound number_bound(const ColumnRange& range, double query) const;

  bool categorical_;
  double missing_;
  double weight_;
  double least_ = 0.0;
  CategoryDistance distance_;
  std::shared_ptr<const CellCovers> covers_;
  std::vector<std::uint64_t> masks_;  // of each cell, the categories that it covers
  std::size_t width_ = 0;
  std::vector<double> table_;
};

}  // namespace sfumato::stats
