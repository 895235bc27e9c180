// The few largest of many, cheaply: most candidates are turned away by one comparison. Ties go to the lower
// number, so that the order in which candidates come never matters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::tables {

// A candidate: how large it is, and whose it is.
template <class Magnitude>
struct Kept {
  Magnitude magnitude = 0;
  std::int64_t number = 0;
  bool before(const Kept& other) const {
    return magnitude != other.magnitude ? magnitude > other.magnitude : number < other.number;
  }
};

// Puts `candidate` into the sorted list of `held` that has room for `entries.size()`.
template <class Magnitude>
void insert_kept(std::span<Kept<Magnitude>> entries, std::size_t held, const Kept<Magnitude>& candidate) {
  std::size_t at = held;
  if (held == entries.size()) {
    if (held == 0 || !candidate.before(entries.back())) return;
    at = held - 1;
  }
  while (at > 0 && candidate.before(entries[at - 1])) {
    entries[at] = entries[at - 1];
    --at;
  }
  entries[at] = candidate;
}

// The largest of two sorted lists, back into the first, which has room for `entries.size()`; how many.
template <class Magnitude>
std::size_t merge_kept(std::span<Kept<Magnitude>> entries, std::size_t held,
                       std::span<const Kept<Magnitude>> others) {
  for (const Kept<Magnitude>& other : others) {
    if (held == entries.size() && (held == 0 || !other.before(entries.back()))) break;
    insert_kept(entries, held, other);
    held = std::min(held + 1, entries.size());
  }
  return held;
}

}  // namespace sfumato::tables
