// The order by distance from a fixed point, and groups from both of its ends.
#include "stats/groups/insensitive_groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

// Squared distances from the reference point; NaN for a row without any value.
std::vector<double> squared_norms(const Matrix& offsets) {
  std::vector<double> squared(offsets.rows(), 0.0);
  std::vector<std::uint32_t> present(offsets.rows(), 0);
  for (std::size_t j = 0; j < offsets.columns(); ++j) {
    const std::span<const double> column = offsets.column(j);
    for (std::size_t i = 0; i < squared.size(); ++i) {
      if (std::isnan(column[i])) continue;
      squared[i] += column[i] * column[i];
      ++present[i];
    }
  }
  for (std::size_t i = 0; i < squared.size(); ++i) {
    if (present[i] == 0) {
      squared[i] = std::numeric_limits<double>::quiet_NaN();
    } else if (present[i] < offsets.columns()) {
      squared[i] *= static_cast<double>(offsets.columns()) / static_cast<double>(present[i]);
    }
  }
  return squared;
}

bool lexicographically_before(const Matrix& offsets, std::uint32_t a, std::uint32_t b) {
  for (std::size_t j = 0; j < offsets.columns(); ++j) {
    const double left = offsets(a, j), right = offsets(b, j);
    if (std::isnan(left) != std::isnan(right)) return std::isnan(right);
    if (left < right || left > right) return left < right;
  }
  return a < b;
}

}  // namespace

std::vector<std::uint32_t> order_by_distance(const Matrix& offsets) {
  const std::vector<double> all = squared_norms(offsets);
  std::vector<double> squared;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < all.size(); ++row) {
    if (std::isnan(all[row])) continue;
    squared.push_back(all[row]);
    rows.push_back(row);
  }
  std::vector<std::uint32_t> order = ascending_order(squared);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && squared[order[end]] == squared[order[begin]]) ++end;
    if (end - begin > 1) {
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                order.begin() + static_cast<std::ptrdiff_t>(end), [&](std::uint32_t a, std::uint32_t b) {
                  return lexicographically_before(offsets, rows[a], rows[b]);
                });
    }
    begin = end;
  }
  for (std::uint32_t& entry : order) entry = rows[entry];
  return order;
}

Grouping insensitive_groups(const Matrix& offsets, std::size_t k, const Run& run) {
  run.check_stop();
  const std::vector<std::uint32_t> order = order_by_distance(offsets);
  run.check_stop();
  Grouping result;
  std::size_t near = 0, far = order.size();  // what remains are the places near … far − 1
  const auto take = [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t>& group = result.groups.emplace_back(
        order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(group.begin(), group.end());
  };
  while (far - near >= 3 * k) {
    take(far - k, far);
    take(near, near + k);
    far -= k;
    near += k;
  }
  if (far - near >= 2 * k) {
    take(far - k, far);
    far -= k;
  }
  if (far > near) take(near, far);
  return result;
}

}  // namespace sfumato::stats
