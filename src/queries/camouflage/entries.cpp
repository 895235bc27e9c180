#include "queries/camouflage/entries.hpp"

#include <algorithm>

namespace sfumato::queries {

std::vector<std::int64_t> entries_of(std::span<const std::size_t> records, const VectorSet& vectors,
                                     std::int64_t sign) {
  std::vector<std::int64_t> entries;
  entries.reserve(records.size() * vectors.size());
  for (const std::size_t record : records) {
    for (const auto& vector : vectors) entries.push_back(sign * vector[record]);
  }
  return entries;
}

Boxes boxes_of(std::span<const std::size_t> records, const VectorSet& vectors) {
  Boxes boxes;
  for (const std::size_t record : records) {
    std::int64_t least = vectors[0][record], greatest = least;
    for (const auto& vector : vectors) {
      least = std::min(least, vector[record]);
      greatest = std::max(greatest, vector[record]);
    }
    boxes.lower.push_back(least);
    boxes.upper.push_back(greatest);
  }
  return boxes;
}

}  // namespace sfumato::queries
