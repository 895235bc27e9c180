// The record farthest from a centre that hardly moves, by Gower's distance: records are sorted by their
// distance from a previous centre, and no distance can have grown by more than the centre has moved since.
#pragma once

#include <cstdint>
#include <vector>

#include "stats/neighbours/gower_column.hpp"

namespace sfumato::stats {

class GowerOrder {
 public:
  // Point p is rows[p] of the columns, which have no missing number; it is gone once its front is no_point.
  // All must outlive this.
  GowerOrder(const std::vector<GowerColumn>& columns, const std::vector<std::uint32_t>& rows,
             const std::vector<std::uint32_t>& fronts)
      : columns_(columns), rows_(rows), fronts_(fronts) {}

  // The farthest point that is left, of equals the one with the lowest front; there is one.
  GowerCandidate farthest(const GowerPoint& centre);

 private:
  static constexpr double farthest_move = 0.02;
  static constexpr std::size_t most_orders = 8;  // of centres that differ in a category

  // Points by their distance from `centre`, descending.
  struct Order {
    GowerPoint centre;
    std::vector<GowerCandidate> points;
    std::size_t head = 0;  // those before it are gone
  };

  double apart(std::size_t j, double number, std::int32_t code, const GowerPoint& centre) const;
  double distance(std::uint32_t point, const GowerPoint& centre) const;
  double moved(const GowerPoint& from, const GowerPoint& to) const;
  Order ordered(const GowerPoint& centre) const;
  Order& order_near(const GowerPoint& centre);

  const std::vector<GowerColumn>& columns_;
  const std::vector<std::uint32_t>& rows_;
  const std::vector<std::uint32_t>& fronts_;
  std::vector<Order> orders_;  // the one used last comes first
};

}  // namespace sfumato::stats
