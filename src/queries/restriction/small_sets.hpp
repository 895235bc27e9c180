// Is there a 0/1 vector of a space whose ones stand for few records? In general that takes time exponential
// in the number of records, so the search has a bound that depends on the space alone.
#pragma once

#include <cstdint>

#include "queries/restriction/public_cells.hpp"
#include "stats/fields/sparse_space.hpp"

namespace sfumato::queries {

enum class SmallSet : std::uint8_t { none, found, unknown };

// Looks among the vectors of a component of the space, by its rows, for one with 1 to `most` records. First
// by rows: a sum of rows in reduced form is wanted, one row after the other is taken in that mends a value
// which cannot stay. Where that is too much, by halves: the 0/1 vectors of the space are those subsets of
// columns on which a random functional that vanishes on the space adds up to 0, and subsets of half the size
// are matched.
SmallSet small_set(const SparseSpace& space, const std::vector<std::size_t>& rows, const PublicCells& cells,
                   std::int64_t most, const PrimeField& field);

}  // namespace sfumato::queries
