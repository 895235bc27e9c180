// A segment tree over an array of sums: range addition and maximum, both in logarithmic time. The cost of a
// charge must not grow with the number of pieces.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sfumato::queries {

class MaxSegmentTree {
 public:
  explicit MaxSegmentTree(const std::vector<std::int64_t>& sums)
      : leaves_(std::bit_ceil(std::max<std::size_t>(sums.size(), 1))), max_(2 * leaves_), raise_(leaves_) {
    std::copy(sums.begin(), sums.end(), max_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t node = leaves_; node-- > 1;) max_[node] = std::max(max_[2 * node], max_[2 * node + 1]);
  }

  // Adds `by` to the places from `first` to `end` (exclusive).
  void raise(std::size_t first, std::size_t end, std::int64_t by) {
    if (first >= end) return;
    const std::size_t left = first + leaves_;
    const std::size_t right = end - 1 + leaves_;
    for (std::size_t l = left, r = right + 1; l < r; l /= 2, r /= 2) {
      if (l % 2 == 1) apply(l++, by);
      if (r % 2 == 1) apply(--r, by);
    }
    renew(left);
    renew(right);
  }

  std::int64_t maximum() const { return max_[1]; }

  // The first place with the maximum; it may be a padding place after the last one.
  std::size_t argmax() const {
    std::size_t node = 1;
    while (node < leaves_) node = 2 * node + (max_[2 * node] >= max_[2 * node + 1] ? 0 : 1);
    return node - leaves_;
  }

 private:
  void apply(std::size_t node, std::int64_t by) {
    max_[node] += by;
    if (node < leaves_) raise_[node] += by;
  }
  void renew(std::size_t node) {
    for (node /= 2; node >= 1; node /= 2)
      max_[node] = std::max(max_[2 * node], max_[2 * node + 1]) + raise_[node];
  }

  std::size_t leaves_;
  std::vector<std::int64_t> max_;    // maximum of a node's places, without additions at its ancestors
  std::vector<std::int64_t> raise_;  // addition to all places of an inner node
};

}  // namespace sfumato::queries
