#include "tables/suppression/gauss_kernel.hpp"

#include <algorithm>

#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {

GaussKernel::GaussKernel(const std::vector<SparseVector>& ways, std::size_t cells)
    : ways_(ways), ways_of_(cells) {
  for (std::size_t way = 0; way < ways_.size(); ++way) {
    std::sort(ways_[way].begin(), ways_[way].end());
    for (const auto& [cell, number] : ways_[way]) ways_of_[cell].push_back(way);
  }
}

// Whether every vector moves the two cells in the same ratio.
bool GaussKernel::parallel(std::size_t left, std::size_t right) const {
  if (ways_of_[left] != ways_of_[right]) return false;
  const std::uint64_t first_left = value_at(ways_[ways_of_[left][0]], left);
  const std::uint64_t first_right = value_at(ways_[ways_of_[right][0]], right);
  return std::all_of(ways_of_[left].begin(), ways_of_[left].end(), [&](std::size_t way) {
    ++work_;
    return Field61::multiply(value_at(ways_[way], left), first_right) ==
           Field61::multiply(value_at(ways_[way], right), first_left);
  });
}

bool GaussKernel::discloses(std::size_t cell, const std::vector<std::uint8_t>& sensitive) const {
  if (!moves(cell)) return false;
  const SparseVector& way = ways_[ways_of_[cell][0]];
  work_ += way.size();
  return std::any_of(way.begin(), way.end(), [&](const auto& entry) {
    return sensitive[entry.position] && entry.position != cell && parallel(entry.position, cell);
  });
}

void GaussKernel::forget(std::size_t cell, std::size_t way) {
  std::vector<std::size_t>& ways = ways_of_[cell];
  ways.erase(std::lower_bound(ways.begin(), ways.end(), way));
}

// vector −= factor · pivot
void GaussKernel::subtract(std::size_t way, std::uint64_t factor, const SparseVector& pivot) {
  const auto gained = [&](std::size_t cell) {
    std::vector<std::size_t>& ways = ways_of_[cell];
    ways.insert(std::lower_bound(ways.begin(), ways.end(), way), way);
  };
  const auto lost = [&](std::size_t cell) { forget(cell, way); };
  ways_[way] = less_multiple(Field61(), ways_[way], factor, pivot, gained, lost);
  work_ += ways_[way].size();
}

// The shortest vector that moves the cell is eliminated from all others, and removed.
void GaussKernel::publish(std::size_t cell) {
  if (!moves(cell)) return;
  const std::vector<std::size_t> those = ways_of_[cell];
  const std::size_t shortest = *std::min_element(
      those.begin(), those.end(),
      [&](std::size_t left, std::size_t right) { return ways_[left].size() < ways_[right].size(); });
  const SparseVector pivot = std::move(ways_[shortest]);
  ways_[shortest].clear();
  for (const auto& [other, number] : pivot) forget(other, shortest);
  const std::uint64_t inverse = Field61::inverse(value_at(pivot, cell));
  for (const std::size_t way : those) {
    if (way != shortest) subtract(way, Field61::multiply(value_at(ways_[way], cell), inverse), pivot);
  }
}

}  // namespace sfumato::tables
