// Four doubles or eight floats at once, as the compiler's own vector types: they stay in registers
// across a loop over columns, which plain arrays do not. Every lane is rounded like a scalar.
#pragma once

#include <cstddef>
#include <cstring>

namespace sfumato::stats {

using DoubleLanes = double __attribute__((vector_size(32)));
using FloatLanes = float __attribute__((vector_size(32)));

// Numbers in memory need not be aligned as lanes are: copies become plain unaligned moves.
template <class Lanes, class Number>
[[gnu::always_inline]] inline void load_lanes(Lanes& to, const Number* from) {
  std::memcpy(&to, from, sizeof(Lanes));
}
template <class Lanes, class Number>
[[gnu::always_inline]] inline void store_lanes(Number* to, const Lanes& from) {
  std::memcpy(to, &from, sizeof(Lanes));
}

// Squared distances of `Width` points to a centre, summed in column order. The points lie column by
// column, Width to a column.
template <class Lanes, std::size_t Width, class Number>
[[gnu::always_inline]] inline void squared_distances(const Number* points, const Number* centre,
                                                     std::size_t columns, Number* squared) {
  constexpr std::size_t lanes = sizeof(Lanes) / sizeof(Number);
  constexpr std::size_t vectors = Width / lanes;
  static_assert(Width % lanes == 0);
  Lanes sums[vectors] = {};
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t v = 0; v < vectors; ++v) {
      Lanes difference;
      load_lanes(difference, points + j * Width + v * lanes);
      difference -= centre[j];
      sums[v] += difference * difference;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(squared + v * lanes, sums[v]);
}

}  // namespace sfumato::stats
