// Does a space contain a 0/1 vector whose ones are few records? In general this takes time exponential in the
// number of records, so the search has a limit that depends only on the space.
#pragma once

#include <cstdint>

#include "queries/restriction/public_cells.hpp"
#include "stats/fields/sparse_space.hpp"

namespace sfumato::queries {

enum class SmallSet : std::uint8_t { none, found, unknown };

// Searches the vectors of a component of the space, given by its rows, for one with 1 to `most` records.
// First a backtracking search by rows in reduced form: it adds rows one by one that correct an element which
// is neither 0 nor 1. If this takes too long, meet in the middle: the 0/1 vectors of the space are the
// subsets of columns on which a random functional that vanishes on the space has sum 0, and subsets of half
// the size are matched.
SmallSet small_set(const SparseSpace& space, const std::vector<std::size_t>& rows, const PublicCells& cells,
                   std::int64_t most, const PrimeField& field);

}  // namespace sfumato::queries
