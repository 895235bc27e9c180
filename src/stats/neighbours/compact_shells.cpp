// With c the middle: ‖x − q‖ ≤ ‖x − c‖ + ‖q − c‖, so that no point after the first shell too near to c can be
// farther from q than the best so far. On fewer axes ‖x − c‖ is smaller still.
#include "stats/neighbours/compact_shells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {

// Says whether any is at least the limit.
SFUMATO_VECTOR_CLONES
bool CompactShells::block_distances(const float* block, const CentreOnAxes& centre, float limit,
                                    float* squared) {
  constexpr std::size_t lanes = sizeof(FloatLanes) / sizeof(float);
  constexpr std::size_t vectors = block_size / lanes;
  FloatLanes sums[vectors] = {};
  for (std::size_t a = 0; a < centre.count; ++a) {
    const float* values = block + centre.positions[a] * block_size;
    for (std::size_t v = 0; v < vectors; ++v) {
      FloatLanes difference;
      load_lanes(difference, values + v * lanes);
      difference -= centre.values[a];
      sums[v] += difference * difference;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(squared + v * lanes, sums[v]);
  int any = 0;
  for (std::size_t t = 0; t < block_size; ++t) any |= squared[t] >= limit ? 1 : 0;
  return any != 0;
}

CompactShells::CompactShells(const CompactPoints& points, std::span<const std::uint32_t> rows,
                             std::span<const std::uint32_t> axes, std::vector<std::uint32_t>& place_of)
    : place_of_(place_of),
      axes_(axes.begin(), axes.end()),
      middle_(axes.size(), 0.0),
      margin_(1e-5 + 1e-6 * static_cast<double>(axes.size())) {
  find_middle(points, rows);
  const std::vector<Ordered> order = ordered(points, rows);
  const std::size_t count = (order.size() + block_size - 1) / block_size;
  blocks_.resize(count);
  rows_.resize(order.size());
  coordinates_.assign(count * block_size * axes_.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t place = 0; place < order.size(); ++place) {
    const Ordered& point = order[place];
    Block& block = blocks_[place / block_size];
    if (block.count++ == 0) block.low = point.along;
    block.high = point.along;
    block.most = std::max(block.most, point.distance);
    rows_[place] = point.row;
    place_of_[point.row] = static_cast<std::uint32_t>(place);
    float* values = coordinates_.data() + place / block_size * block_size * axes_.size() + place % block_size;
    for (std::size_t a = 0; a < axes_.size(); ++a)
      values[a * block_size] = points.turned(point.row)[axes_[a]];
  }
}

void CompactShells::find_middle(const CompactPoints& points, std::span<const std::uint32_t> rows) {
  std::vector<double> squares(axes_.size(), 0.0);
  for (const std::uint32_t row : rows) {
    double length = 0.0;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const auto value = static_cast<double>(points.turned(row)[axes_[a]]);
      middle_[a] += value / static_cast<double>(rows.size());
      squares[a] += value * value / static_cast<double>(rows.size());
      length += value * value;
    }
    reach_ = std::max(reach_, std::sqrt(length) * (1.0 + 1e-6));
  }
  for (std::size_t a = 0; a < axes_.size(); ++a) squares[a] -= middle_[a] * middle_[a];
  long_axis_ = static_cast<std::size_t>(std::max_element(squares.begin(), squares.end()) - squares.begin());
}

// By distance from the middle, descending, and within a shell along the long axis.
std::vector<CompactShells::Ordered> CompactShells::ordered(const CompactPoints& points,
                                                           std::span<const std::uint32_t> rows) {
  std::vector<Ordered> order;
  order.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    double distance = 0.0;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const double difference = static_cast<double>(points.turned(row)[axes_[a]]) - middle_[a];
      distance += difference * difference;
    }
    const double along = static_cast<double>(points.turned(row)[axes_[long_axis_]]) - middle_[long_axis_];
    order.push_back({static_cast<float>(std::sqrt(distance)), static_cast<float>(along), row});
  }
  std::sort(order.begin(), order.end(), [](const Ordered& a, const Ordered& b) {
    return a.distance != b.distance ? a.distance > b.distance : a.row < b.row;
  });
  constexpr std::size_t shell_size = shell_blocks * block_size;
  for (std::size_t begin = 0; begin < order.size(); begin += shell_size) {
    shells_.push_back(order[begin].distance);
    const std::size_t end = std::min(begin + shell_size, order.size());
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
              order.begin() + static_cast<std::ptrdiff_t>(end), [](const Ordered& a, const Ordered& b) {
                return a.along != b.along ? a.along < b.along : a.row < b.row;
              });
  }
  return order;
}

void CompactShells::remove(std::uint32_t row) {
  const std::size_t place = place_of_[row];
  float* values = coordinates_.data() + place / block_size * block_size * axes_.size() + place % block_size;
  for (std::size_t a = 0; a < axes_.size(); ++a)
    values[a * block_size] = std::numeric_limits<float>::quiet_NaN();
  --blocks_[place / block_size].count;
  while (first_ < blocks_.size() && blocks_[first_].count == 0) ++first_;
}

CompactShells::Away CompactShells::away(const CentreOnAxes& centre) const {
  Away result;
  double along = 0.0, across = 0.0;
  for (std::size_t a = 0; a < centre.count; ++a) {
    const std::size_t position = centre.positions[a];
    const double difference = static_cast<double>(centre.values[a]) - middle_[position];
    if (position == long_axis_) {
      result.on_long_axis = true;
      along = difference;
    } else {
      across += difference * difference;
    }
  }
  result.all = std::sqrt(along * along + across);
  result.along = along;
  result.across = std::sqrt(across);
  return result;
}

double CompactShells::shell_bound(std::size_t shell, const Away& away) const {
  const double most = static_cast<double>(shells_[shell]) + away.all;
  return most * most * (1.0 + margin_);
}

// From the middle: ‖x − q‖² ≤ ‖x‖² + ‖q‖² − 2·x₁q₁ + 2·√(‖x‖² − x₁²)·‖q across‖, which is concave in x₁ and
// largest at −‖x‖q₁/‖q‖.
double CompactShells::block_bound(const Block& block, const Away& away) const {
  const auto most = static_cast<double>(block.most);
  const double sum = (most + away.all) * (most + away.all);
  if (!away.on_long_axis || away.all == 0.0) return sum * (1.0 + margin_);
  const double along = std::clamp(-most * away.along / away.all, static_cast<double>(block.low),
                                  static_cast<double>(block.high));
  const double across = std::sqrt(std::max(0.0, most * most - along * along));
  return most * most + away.all * away.all - 2.0 * along * away.along + 2.0 * across * away.across +
         margin_ * sum;
}

}  // namespace sfumato::stats
