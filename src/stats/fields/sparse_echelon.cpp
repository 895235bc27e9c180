#include "stats/fields/sparse_echelon.hpp"

#include <map>

namespace sfumato {

bool SparseEchelon::add(std::span<const SparseEntry> row) {
  std::map<std::size_t, std::uint64_t> rest;
  for (const auto& [position, value] : row) {
    std::uint64_t& sum = rest[position];
    sum = Field61::add(sum, value);
  }
  while (!rest.empty()) {
    const auto [position, value] = *rest.begin();
    if (value == 0) {
      rest.erase(rest.begin());
      continue;
    }
    const auto known = rows_.find(position);
    if (known == rows_.end()) break;
    work_ += known->second.size();
    for (const auto& [other, factor] : known->second) {
      std::uint64_t& target = rest[other];
      target = Field61::subtract(target, Field61::multiply(value, factor));
    }
  }
  if (rest.empty()) return false;
  const std::uint64_t scale = Field61::inverse(rest.begin()->second);
  SparseVector& kept = rows_[rest.begin()->first];
  for (const auto& [position, value] : rest) {
    if (value != 0) kept.push_back({position, Field61::multiply(value, scale)});
  }
  return true;
}

}  // namespace sfumato
