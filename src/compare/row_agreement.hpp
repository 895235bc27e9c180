// How well rows at the same place of two tables agree, beside what a random order of rows would give.
#pragma once

#include <optional>

#include "compare/row_hashes.hpp"

namespace sfumato::compare {

inline constexpr double chance_deviations = 4.0;  // rows agree by chance up to so many standard deviations

// By how many standard deviations of a random order more (or fewer) places are equal; none where a random
// order has no deviation.
std::optional<double> equal_deviations(const Hashes& original, const Hashes& masked);

// Did a column stay in its place: are half of its cells or more equal, beyond what chance gives?
bool stayed_in_place(const CommonColumn& column);

// Do rows at the same place agree no more than those of a random order would? Numbers by their rank
// correlation, categories by how many are equal; a column beyond 4 standard deviations of a random order
// shows that rows correspond. Identifiers, constants, and columns by which both tables are sorted, such as
// numbers of rows or households, are not looked at. No: unequal numbers of rows, fewer than 30, or a column
// whose values are all replaced, which may be recoded.
bool agree_by_chance(const Table& original, const Table& masked, const Run& run);

}  // namespace sfumato::compare
