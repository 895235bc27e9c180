// Four doubles or eight floats at once, as the compiler's own vector types: they stay in registers
// across a loop over columns, which plain arrays do not. Every lane is rounded like a scalar.
#pragma once

#include <cstddef>

namespace sfumato::stats {

using DoubleLanes = double __attribute__((vector_size(32), aligned(8), may_alias));
using FloatLanes = float __attribute__((vector_size(32), aligned(4), may_alias));

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
    const auto* column = reinterpret_cast<const Lanes*>(points + j * Width);
    for (std::size_t v = 0; v < vectors; ++v) {
      const Lanes difference = column[v] - centre[j];
      sums[v] += difference * difference;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) reinterpret_cast<Lanes*>(squared)[v] = sums[v];
}

}  // namespace sfumato::stats
