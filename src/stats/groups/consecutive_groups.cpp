// Starts of groups by counting, and the records between them.
#include "stats/groups/consecutive_groups.hpp"

#include <algorithm>

namespace sfumato::stats {

ConsecutiveGroups::ConsecutiveGroups(std::uint64_t count, std::uint64_t k)
    : count_(count), k_(k), groups_(count == 0 ? 0 : std::max<std::uint64_t>(1, count / k)) {}

std::uint64_t ConsecutiveGroups::start(std::uint64_t group) const {
  if (group >= groups_) return count_;
  if (group == 0) return 0;
  // The surplus goes round all groups `rounds` times; the rest goes to the centre and below, and then to the
  // last groups.
  const std::uint64_t surplus = count_ % k_, rounds = surplus / groups_, rest = surplus % groups_;
  const std::uint64_t centre = groups_ / 2, below = std::min(rest, centre + 1);
  const std::uint64_t first = centre + 1 - below, last = groups_ - (rest - below);
  const std::uint64_t before =
      std::min(group > first ? group - first : 0, below) + (group > last ? group - last : 0);
  return group * (k_ + rounds) + before;
}

std::uint64_t ConsecutiveGroups::first_from(std::uint64_t place) const {
  std::uint64_t low = 0, high = groups_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (start(middle) >= place) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

std::vector<std::uint32_t> consecutive_starts(std::size_t count, std::size_t k) {
  const ConsecutiveGroups groups(count, k);
  std::vector<std::uint32_t> starts(groups.groups() + 1);
  for (std::size_t group = 0; group < starts.size(); ++group) {
    starts[group] = static_cast<std::uint32_t>(groups.start(group));
  }
  return starts;
}

Grouping groups_of_order(std::span<const std::uint32_t> order, std::span<const std::uint32_t> starts) {
  Grouping result;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto members = order.subspan(starts[i], starts[i + 1] - starts[i]);
    std::vector<std::uint32_t>& group = result.groups.emplace_back(members.begin(), members.end());
    std::sort(group.begin(), group.end());
  }
  return result;
}

}  // namespace sfumato::stats
