// Starts of groups by counting, and the records between them.
#include "stats/groups/consecutive_groups.hpp"

#include <algorithm>

namespace sfumato::stats {

std::vector<std::uint32_t> consecutive_starts(std::size_t count, std::size_t k) {
  if (count == 0) return {0};
  const std::size_t groups = std::max<std::size_t>(1, count / k);
  if (groups == 1) return {0, static_cast<std::uint32_t>(count)};
  std::vector<std::uint32_t> sizes(groups, static_cast<std::uint32_t>(k));
  std::size_t taker = groups / 2;
  for (std::size_t surplus = count % k; surplus > 0; --surplus) {
    ++sizes[taker];
    taker = taker == 0 ? groups - 1 : taker - 1;
  }
  std::vector<std::uint32_t> starts{0};
  starts.reserve(groups + 1);
  for (const std::uint32_t size : sizes) starts.push_back(starts.back() + size);
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
