// Vectors over a prime field with few entries that are not 0. They are the rows of sparse eliminations.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sfumato {

struct SparseEntry {
  std::size_t position = 0;
  std::uint64_t value = 0;  // not 0
  friend auto operator<=>(const SparseEntry&, const SparseEntry&) = default;
};
using SparseVector = std::vector<SparseEntry>;

// The value at a position of a vector with ascending positions; 0 where it has no entry.
inline std::uint64_t value_at(const SparseVector& vector, std::size_t position) {
  const auto found =
      std::lower_bound(vector.begin(), vector.end(), position,
                       [](const SparseEntry& entry, std::size_t sought) { return entry.position < sought; });
  return found != vector.end() && found->position == position ? found->value : 0;
}

// vector − factor · other, of ascending positions; factor ≠ 0. `gained` and `lost` are called with positions
// that only the result has, and that only the vector has.
template <class Field, class Gained, class Lost>
SparseVector less_multiple(const Field& field, const SparseVector& vector, std::uint64_t factor,
                           const SparseVector& other, Gained gained, Lost lost) {
  SparseVector result;
  result.reserve(vector.size() + other.size());
  auto own = vector.begin();
  for (const auto& [position, value] : other) {
    while (own != vector.end() && own->position < position) result.push_back(*own++);
    const bool both = own != vector.end() && own->position == position;
    const std::uint64_t rest = field.subtract(both ? own->value : 0, field.multiply(factor, value));
    if (rest != 0) result.push_back({position, rest});
    if (both) ++own;
    if (!both) gained(position);
    if (both && rest == 0) lost(position);
  }
  result.insert(result.end(), own, vector.end());
  return result;
}

template <class Field>
SparseVector less_multiple(const Field& field, const SparseVector& vector, std::uint64_t factor,
                           const SparseVector& other) {
  const auto ignore = [](std::size_t) {};
  return less_multiple(field, vector, factor, other, ignore, ignore);
}

}  // namespace sfumato
