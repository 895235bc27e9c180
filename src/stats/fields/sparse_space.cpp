#include "stats/fields/sparse_space.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sfumato {

SparseVector SparseSpace::remainder(SparseVector vector) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (const std::uint64_t factor = value_at(vector, pivots_[i]); factor != 0)
      vector = less_multiple(field_, vector, factor, rows_[i]);
  }
  return vector;
}

void SparseSpace::add(SparseVector remainder) {
  const std::size_t pivot = remainder.front().position;
  const std::uint64_t inverse = field_.inverse(remainder.front().value);
  for (SparseEntry& entry : remainder) entry.value = field_.multiply(entry.value, inverse);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    SparseVector& row = rows_[i];
    const std::uint64_t factor = value_at(row, pivot);
    if (factor == 0) continue;
    changed_[i] = 1;
    entries_ -= row.size();
    row = less_multiple(field_, row, factor, remainder);
    entries_ += row.size();
  }
  entries_ += remainder.size();
  rows_.push_back(std::move(remainder));
  pivots_.push_back(pivot);
  changed_.push_back(1);
}

std::vector<std::vector<std::size_t>> SparseSpace::components() const {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  places.reserve(entries_);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (const SparseEntry& entry : rows_[i]) places.emplace_back(entry.position, i);
  std::sort(places.begin(), places.end());
  std::vector<std::size_t> parent(rows_.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t row) {
    while (parent[row] != row) row = parent[row] = parent[parent[row]];
    return row;
  };
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].first == places[i - 1].first) parent[root(places[i].second)] = root(places[i - 1].second);
  std::vector<std::vector<std::size_t>> by_root(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) by_root[root(i)].push_back(i);
  std::erase_if(by_root, [](const auto& rows) { return rows.empty(); });
  return by_root;
}

}  // namespace sfumato
