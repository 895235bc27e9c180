// A shrinking set of different records of mixed columns with searches for the nearest and the farthest by
// Gower's distance that visit few of them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "stats/neighbours/gower_column.hpp"

namespace sfumato::stats {

class GowerTree {
 public:
  // Points are the given rows of the columns, which have no missing number; point p is rows[p]. `fronts` has
  // a number for each point by which ties are broken, the lowest first; both must outlive this.
  GowerTree(const std::vector<GowerColumn>& columns, std::vector<std::uint32_t> rows,
            std::span<const std::uint32_t> points, const std::vector<std::uint32_t>& fronts,
            double category_spread);

  void remove(std::uint32_t point);
  // After the front of a point has changed.
  void refresh(std::uint32_t point);

  using Candidate = GowerCandidate;
  // The `count` nearest by distance and front, or all there are; in any order.
  std::vector<Candidate> nearest(const GowerPoint& centre, std::size_t count) const;
  // The farthest but for `except`, of equals the one with the lowest front; no_point where there is none.
  Candidate farthest(const GowerPoint& centre, std::uint32_t except) const;

 private:
  static constexpr std::size_t leaf_size = 16;
  static constexpr std::int32_t several = -2;

  // What the points of a node have in one column: a range of numbers or places, and categories.
  struct Range {
    double lower, upper;
    std::uint64_t mask = 0;      // bit c mod 64 for each category c
    std::int32_t category = -1;  // the only one, or `several`
    bool lacking = false;        // is an ordinal one missing in some?
  };
  struct Node {
    std::uint32_t begin, end;  // leaves: places of its points
    std::uint32_t parent;
    std::uint32_t left = 0, right = 0;  // 0: a leaf
    std::uint32_t lowest = 0;           // of the fronts below
  };
  struct Query;
  struct Bounds {
    double lower, upper;
  };

  std::uint32_t build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent);
  std::size_t widest(std::uint32_t number) const;
  double value(std::uint32_t point, std::size_t j) const;
  Range range_of(std::uint32_t begin, std::uint32_t end, std::size_t j) const;
  Bounds column_bounds(const Range& range, std::size_t j, const Query& query) const;
  Bounds bounds(std::uint32_t number, const Query& query) const;
  double distance(std::uint32_t place, const Query& query) const;
  void update(std::uint32_t number);
  void search_nearest(std::uint32_t number, const Query& query, std::size_t count,
                      std::vector<std::pair<double, std::uint64_t>>& heap) const;
  void search_farthest(std::uint32_t number, const Query& query, std::uint32_t except, Candidate& best) const;

  const std::vector<GowerColumn>& columns_;
  const std::vector<std::uint32_t>& fronts_;
  double category_spread_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> points_;    // in the order of the tree; those of a leaf that are gone come last
  std::vector<std::uint32_t> place_of_;  // by point
  std::vector<std::uint32_t> leaf_of_;   // by place
  std::vector<double> packed_;           // values by place and column
  std::vector<Node> nodes_;
  std::vector<Range> ranges_;  // by node and column
};

}  // namespace sfumato::stats
