// The distance of two categories, from 0 to 1: by equality, by their order, or by their common ancestor in a
// hierarchy. Linkage and microaggregation of categorical data use the same distance.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/hierarchy.hpp"

namespace sfumato::stats {

class CategoryDistance {
 public:
  // 0 for a category and itself, else 1.
  static CategoryDistance nominal();
  // |a − b| of the places, which lie in 0 … 1; a category whose place is NaN is at 1 from all others.
  static CategoryDistance ordinal(std::vector<double> places);
  // The lowest level at which two values have the same value above them, over the highest level; 1 where they
  // have no common ancestor. Values may be at any level: a value and its descendants meet at its own level. A
  // text that no level has is at 1 from all others.
  static CategoryDistance hierarchical(const std::vector<std::string>& texts, const Hierarchy& tree);

  double between(std::int32_t a, std::int32_t b) const {
    if (a == b) return 0.0;
    if (!places_.empty()) return between_places(a, b);
    return nodes_.empty() ? 1.0 : between_nodes(a, b);
  }
  // Different categories are at least so far apart.
  double least() const { return least_; }
  bool is_nominal() const { return places_.empty() && nodes_.empty(); }
  // The position of a category, if they have an order; NaN where it has none.
  bool is_ordinal() const { return !places_.empty(); }
  double place(std::int32_t code) const { return places_[static_cast<std::size_t>(code)]; }

  // Of categories and how often each occurs, the one whose distances to all of them sum to the least: the
  // first of equals. By level only, and exactly: places have a median instead.
  std::int32_t most_central(const std::vector<std::pair<std::int32_t, std::size_t>>& counts) const;

 private:
  double between_places(std::int32_t a, std::int32_t b) const;
  double between_nodes(std::int32_t a, std::int32_t b) const;

  std::vector<double> places_;
  std::size_t levels_ = 0;
  // Of each category, level by level: the value above it as a number, or one that no other category has.
  std::vector<std::int32_t> nodes_;
  double least_ = 1.0;
};

// Places 0, 1/(count − 1), …, 1.
std::vector<double> even_places(std::size_t count);

}  // namespace sfumato::stats
