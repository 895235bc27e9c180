#include "tables/suppression/gauss_kernel.hpp"

#include <algorithm>

namespace sfumato::tables {

GaussKernel::GaussKernel(const std::vector<field::Sparse>& ways, std::size_t cells)
    : ways_(ways), ways_of_(cells) {
  for (std::size_t way = 0; way < ways_.size(); ++way) {
    std::sort(ways_[way].begin(), ways_[way].end());
    for (const auto& [cell, number] : ways_[way]) ways_of_[cell].push_back(way);
  }
}

std::uint64_t GaussKernel::number(std::size_t way, std::size_t cell) const {
  const auto found =
      std::lower_bound(ways_[way].begin(), ways_[way].end(), std::pair(cell, std::uint64_t{0}));
  return found->second;
}

// Does each way move the one by the same multiple of how it moves the other?
bool GaussKernel::parallel(std::size_t left, std::size_t right) const {
  if (ways_of_[left] != ways_of_[right]) return false;
  const std::uint64_t first_left = number(ways_of_[left][0], left);
  const std::uint64_t first_right = number(ways_of_[right][0], right);
  return std::all_of(ways_of_[left].begin(), ways_of_[left].end(), [&](std::size_t way) {
    ++work_;
    return field::multiply(number(way, left), first_right) == field::multiply(number(way, right), first_left);
  });
}

bool GaussKernel::discloses(std::size_t cell, const std::vector<std::uint8_t>& sensitive) const {
  if (!moves(cell)) return false;
  const field::Sparse& way = ways_[ways_of_[cell][0]];
  work_ += way.size();
  return std::any_of(way.begin(), way.end(), [&](const auto& entry) {
    return sensitive[entry.first] && entry.first != cell && parallel(entry.first, cell);
  });
}

void GaussKernel::forget(std::size_t cell, std::size_t way) {
  std::vector<std::size_t>& ways = ways_of_[cell];
  ways.erase(std::lower_bound(ways.begin(), ways.end(), way));
}

// way −= factor · pivot
void GaussKernel::subtract(std::size_t way, std::uint64_t factor, const field::Sparse& pivot) {
  field::Sparse sum;
  auto left = ways_[way].begin();
  for (const auto& [cell, number] : pivot) {
    while (left != ways_[way].end() && left->first < cell) sum.push_back(*left++);
    const bool both = left != ways_[way].end() && left->first == cell;
    const std::uint64_t change = field::multiply(factor, number);
    const std::uint64_t result = field::subtract(both ? left->second : 0, change);
    if (result != 0) sum.push_back({cell, result});
    if (both) ++left;
    std::vector<std::size_t>& ways = ways_of_[cell];
    if (both && result == 0) forget(cell, way);
    if (!both) ways.insert(std::lower_bound(ways.begin(), ways.end(), way), way);
  }
  sum.insert(sum.end(), left, ways_[way].end());
  work_ += sum.size();
  ways_[way] = std::move(sum);
}

// The shortest way that moves the cell is taken out of all others that do, and goes with it.
void GaussKernel::publish(std::size_t cell) {
  if (!moves(cell)) return;
  const std::vector<std::size_t> those = ways_of_[cell];
  const std::size_t shortest = *std::min_element(
      those.begin(), those.end(),
      [&](std::size_t left, std::size_t right) { return ways_[left].size() < ways_[right].size(); });
  const field::Sparse pivot = std::move(ways_[shortest]);
  ways_[shortest].clear();
  for (const auto& [other, number] : pivot) forget(other, shortest);
  const auto own = std::lower_bound(pivot.begin(), pivot.end(), std::pair(cell, std::uint64_t{0}));
  const std::uint64_t inverse = field::inverse(own->second);
  for (const std::size_t way : those) {
    if (way != shortest) subtract(way, field::multiply(number(way, cell), inverse), pivot);
  }
}

}  // namespace sfumato::tables
