// The few largest of many: most candidates are rejected by one comparison. `before` is a strict total order
// of entries, so that the order of candidates does not matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace sfumato::tables {

// Puts `candidate` into the sorted list of `held` that has room for `entries.size()`; how many it then has.
template <class Entry>
std::size_t insert_kept(std::span<Entry> entries, std::size_t held, const Entry& candidate) {
  std::size_t at = held;
  if (held == entries.size()) {
    if (held == 0 || !candidate.before(entries.back())) return held;
    at = held - 1;
  }
  while (at > 0 && candidate.before(entries[at - 1])) {
    entries[at] = entries[at - 1];
    --at;
  }
  entries[at] = candidate;
  return std::min(held + 1, entries.size());
}

// The largest of two sorted lists, back into the first, which has room for `entries.size()`; how many.
template <class Entry>
std::size_t merge_kept(std::span<Entry> entries, std::size_t held, std::span<const Entry> others) {
  for (const Entry& other : others) {
    if (held == entries.size() && (held == 0 || !other.before(entries.back()))) break;
    held = insert_kept(entries, held, other);
  }
  return held;
}

}  // namespace sfumato::tables
