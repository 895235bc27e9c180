#include "tables/suppression/gauss_kernel.hpp"

#include <algorithm>

#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {

GaussKernel::GaussKernel(const std::vector<SparseVector>& vectors, std::size_t cells)
    : vectors_(vectors), vectors_of_(cells) {
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    std::sort(vectors_[index].begin(), vectors_[index].end());
    for (const auto& [cell, number] : vectors_[index]) vectors_of_[cell].push_back(index);
  }
}

// Whether every vector moves the two cells in the same ratio.
bool GaussKernel::parallel(std::size_t left, std::size_t right) const {
  if (vectors_of_[left] != vectors_of_[right]) return false;
  const std::uint64_t first_left = value_at(vectors_[vectors_of_[left][0]], left);
  const std::uint64_t first_right = value_at(vectors_[vectors_of_[right][0]], right);
  return std::all_of(vectors_of_[left].begin(), vectors_of_[left].end(), [&](std::size_t index) {
    ++work_;
    return Field61::multiply(value_at(vectors_[index], left), first_right) ==
           Field61::multiply(value_at(vectors_[index], right), first_left);
  });
}

bool GaussKernel::discloses(std::size_t cell, const std::vector<std::uint8_t>& sensitive) const {
  if (!moves(cell)) return false;
  const SparseVector& first = vectors_[vectors_of_[cell][0]];
  work_ += first.size();
  return std::any_of(first.begin(), first.end(), [&](const auto& entry) {
    return sensitive[entry.position] && entry.position != cell && parallel(entry.position, cell);
  });
}

void GaussKernel::forget(std::size_t cell, std::size_t index) {
  std::vector<std::size_t>& vectors = vectors_of_[cell];
  vectors.erase(std::lower_bound(vectors.begin(), vectors.end(), index));
}

// vector −= factor · pivot
void GaussKernel::subtract(std::size_t index, std::uint64_t factor, const SparseVector& pivot) {
  const auto gained = [&](std::size_t cell) {
    std::vector<std::size_t>& vectors = vectors_of_[cell];
    vectors.insert(std::lower_bound(vectors.begin(), vectors.end(), index), index);
  };
  const auto lost = [&](std::size_t cell) { forget(cell, index); };
  vectors_[index] = less_multiple(Field61(), vectors_[index], factor, pivot, gained, lost);
  work_ += vectors_[index].size();
}

// The shortest vector that moves the cell is eliminated from all others, and removed.
void GaussKernel::publish(std::size_t cell) {
  if (!moves(cell)) return;
  const std::vector<std::size_t> those = vectors_of_[cell];
  const std::size_t shortest = *std::min_element(
      those.begin(), those.end(),
      [&](std::size_t left, std::size_t right) { return vectors_[left].size() < vectors_[right].size(); });
  const SparseVector pivot = std::move(vectors_[shortest]);
  vectors_[shortest].clear();
  for (const auto& [other, number] : pivot) forget(other, shortest);
  const std::uint64_t inverse = Field61::inverse(value_at(pivot, cell));
  for (const std::size_t index : those) {
    if (index != shortest)
      subtract(index, Field61::multiply(value_at(vectors_[index], cell), inverse), pivot);
  }
}

}  // namespace sfumato::tables
