// A set of integers as ranges: the values of a column that a condition accepts. Conditions on one column
// become sets, so that equivalent conditions are equal.
#pragma once

#include <cstdint>
#include <vector>

namespace sfumato::queries {

struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;  // included
  bool operator==(const Range&) const = default;
  auto operator<=>(const Range&) const = default;
};

// Ascending, disjoint and not adjacent.
class RangeSet {
 public:
  RangeSet() = default;                          // empty
  explicit RangeSet(std::vector<Range> ranges);  // in any order, empty ones and overlaps allowed

  const std::vector<Range>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  bool contains(std::int64_t value) const;
  RangeSet union_with(const RangeSet& other) const;
  RangeSet intersection(const RangeSet& other) const;
  RangeSet difference(const RangeSet& other) const;
  bool operator==(const RangeSet&) const = default;

 private:
  std::vector<Range> ranges_;
};

}  // namespace sfumato::queries
