// Records are processed in the order of the first column, and a binary indexed tree counts the previous
// levels of the second: n·log(levels) steps. Fenwick (1994), A new data structure for cumulative frequency
// tables, Software: Practice and Experience 24(3).
#include "stats/ranks/kendall.hpp"

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

class LevelCounts {
 public:
  explicit LevelCounts(std::size_t levels) : sums_(levels + 1) {}

  void add(std::size_t level) {
    for (std::size_t i = level + 1; i < sums_.size(); i += i & (0 - i)) ++sums_[i];
  }
  // How many were added of the levels below this one.
  std::int64_t below(std::size_t level) const {
    std::int64_t sum = 0;
    for (std::size_t i = level; i > 0; i &= i - 1) sum += sums_[i];
    return sum;
  }

 private:
  std::vector<std::uint32_t> sums_;
};

}  // namespace

OrderedLevels ordered_levels(std::span<const double> values) {
  OrderedLevels result{ascending_order(values), std::vector<std::uint32_t>(values.size())};
  for (std::size_t place = 0; place < result.order.size(); ++place) {
    const std::uint32_t row = result.order[place];
    if (place == 0 || values[row] != values[result.order[place - 1]]) ++result.count;
    result.levels[row] = static_cast<std::uint32_t>(result.count - 1);
  }
  return result;
}

std::int64_t kendall_score(const OrderedLevels& first, const OrderedLevels& second) {
  LevelCounts before(second.count);
  std::int64_t score = 0;
  for (std::size_t begin = 0; begin < first.order.size();) {
    const std::uint32_t level = first.levels[first.order[begin]];
    std::size_t end = begin;  // of the records tied in the first column
    for (; end < first.order.size() && first.levels[first.order[end]] == level; ++end) {
      const std::uint32_t own = second.levels[first.order[end]];
      const std::int64_t lower = before.below(own), up_to = before.below(own + 1);
      score += lower - (static_cast<std::int64_t>(begin) - up_to);
    }
    for (; begin < end; ++begin) before.add(second.levels[first.order[begin]]);
  }
  return score;
}

}  // namespace sfumato::stats
