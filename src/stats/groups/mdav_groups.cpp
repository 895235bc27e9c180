// MDAV over any structure of the remaining records.
#include "stats/groups/mdav_groups.hpp"

#include <algorithm>
#include <optional>
#include <queue>

#include "stats/groups/remaining_records.hpp"
#include "stats/neighbours/gower_records.hpp"

namespace sfumato::stats {
namespace {

// The most distant pair of what remains. Every record stores its last farthest partner; while that partner
// remains the distance is exact, afterwards it is an upper bound that is updated when it comes to the top.
class DistantPairs {
 public:
  template <class Records>
  DistantPairs(Records& remaining, std::size_t rows) : alive_(rows, 0) {
    for (const std::uint32_t row : remaining.rows()) alive_[row] = 1;
    if (remaining.size() < 2) return;
    const std::vector<std::uint32_t> all = remaining.rows();
    if constexpr (requires { remaining.farthest_from_each(); }) {
      const std::vector<FoundRow> partners = remaining.farthest_from_each();
      for (std::size_t i = 0; i < all.size(); ++i) {
        entries_.push({partners[i].squared, all[i], partners[i].row});
      }
    } else {
      for (const std::uint32_t row : all) push(remaining, row);
    }
  }

  void forget(const std::vector<std::uint32_t>& group) {
    for (const std::uint32_t row : group) alive_[row] = 0;
  }

  // The pair with the largest distance; of equals the lowest first record, then the lowest second.
  template <class Records>
  std::pair<std::uint32_t, std::uint32_t> top(Records& remaining) {
    for (;;) {
      const Entry entry = entries_.top();
      if (alive_[entry.row] != 0 && alive_[entry.partner] != 0) return {entry.row, entry.partner};
      entries_.pop();
      if (alive_[entry.row] != 0) push(remaining, entry.row);
    }
  }

 private:
  struct Entry {
    double squared;
    std::uint32_t row, partner;
    bool operator<(const Entry& other) const {
      return squared != other.squared ? squared < other.squared : row > other.row;
    }
  };

  template <class Records>
  void push(Records& remaining, std::uint32_t row) {
    const FoundRow partner = remaining.farthest_from(row);
    entries_.push({partner.squared, row, partner.row});
  }

  std::vector<std::uint8_t> alive_;
  std::priority_queue<Entry> entries_;
};

template <class Records>
Grouping group_records(Records&& remaining, std::size_t rows, std::size_t k, GroupSeeds seeds,
                       const Run& run) {
  Grouping result;
  run.expect(remaining.size());
  std::optional<DistantPairs> pairs;
  if (seeds == GroupSeeds::most_distant) pairs.emplace(remaining, rows);
  const auto take = [&](std::uint32_t seed, std::uint32_t except) {
    result.groups.push_back(remaining.take(seed, k, except));
    if (pairs) pairs->forget(result.groups.back());
    run.advance(k);
  };
  while (remaining.size() >= 2 * k && remaining.size() > 1) {
    run.check_stop();
    std::uint32_t first = 0, second = 0;
    if (pairs) {
      std::tie(first, second) = pairs->top(remaining);
    } else {
      first = remaining.farthest_from_centroid();
      second = remaining.farthest_from(first).row;
    }
    if (remaining.size() < 3 * k) {
      take(first, no_record);
      break;
    }
    take(first, second);
    take(second, no_record);
  }
  if (remaining.size() > 0) result.groups.push_back(remaining.rows());
  return result;
}

}  // namespace

Grouping mdav_groups(const Matrix& points, std::size_t k, GroupSeeds seeds, const Run& run) {
  run.check_stop();
  RemainingRecords records(points, run);
  if (seeds == GroupSeeds::farthest) records.foresee(k);
  return group_records(records, points.rows(), k, seeds, run);
}

Grouping mdav_groups(const std::vector<GowerColumn>& columns, std::size_t k, GroupSeeds seeds,
                     const Run& run) {
  run.check_stop();
  GowerRecords records(columns, run);
  const std::size_t rows = records.size();
  return group_records(records, rows, k, seeds, run);
}

}  // namespace sfumato::stats
