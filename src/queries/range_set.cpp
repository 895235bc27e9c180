// Sets of ranges by merging sorted lists. The greatest and the least integer are valid values, so 1 is added
// only to values that were checked to be smaller.
#include "queries/range_set.hpp"

#include <algorithm>
#include <limits>

namespace sfumato::queries {
namespace {

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

// Does a range that begins at `first` continue one that ends at `last`, given that it begins no earlier?
bool continues(std::int64_t last, std::int64_t first) { return last == greatest || first <= last + 1; }

}  // namespace

RangeSet::RangeSet(std::vector<Range> ranges) {
  std::erase_if(ranges, [](const Range& range) { return range.first > range.last; });
  if (!std::is_sorted(ranges.begin(), ranges.end())) std::sort(ranges.begin(), ranges.end());
  std::size_t kept = 0;
  for (const Range range : ranges) {
    if (kept > 0 && continues(ranges[kept - 1].last, range.first)) {
      ranges[kept - 1].last = std::max(ranges[kept - 1].last, range.last);
    } else {
      ranges[kept++] = range;
    }
  }
  ranges.resize(kept);
  ranges_ = std::move(ranges);
}

bool RangeSet::contains(std::int64_t value) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), value,
                                      [](std::int64_t v, const Range& range) { return v < range.first; });
  return after != ranges_.begin() && value <= std::prev(after)->last;
}

RangeSet RangeSet::union_with(const RangeSet& other) const {
  std::vector<Range> both(ranges_.size() + other.ranges_.size());
  std::merge(ranges_.begin(), ranges_.end(), other.ranges_.begin(), other.ranges_.end(), both.begin());
  return RangeSet(std::move(both));
}

RangeSet RangeSet::intersection(const RangeSet& other) const {
  RangeSet result;
  auto left = ranges_.begin();
  auto right = other.ranges_.begin();
  while (left != ranges_.end() && right != other.ranges_.end()) {
    const Range shared{std::max(left->first, right->first), std::min(left->last, right->last)};
    if (shared.first <= shared.last) result.ranges_.push_back(shared);
    if (left->last < right->last) {
      ++left;
    } else {
      ++right;
    }
  }
  return result;
}

RangeSet RangeSet::difference(const RangeSet& other) const {
  RangeSet result;
  auto hole = other.ranges_.begin();
  for (Range rest : ranges_) {
    while (hole != other.ranges_.end() && hole->last < rest.first) ++hole;
    bool left_over = true;
    // A hole that extends past this range is used again for the next one.
    for (auto inner = hole; inner != other.ranges_.end() && inner->first <= rest.last; ++inner) {
      if (inner->first > rest.first) result.ranges_.push_back({rest.first, inner->first - 1});
      left_over = inner->last < rest.last;
      if (!left_over) break;
      rest.first = inner->last + 1;
      hole = inner;
    }
    if (left_over) result.ranges_.push_back(rest);
  }
  return result;
}

}  // namespace sfumato::queries
