// The composed cost of several answers. Questions about disjoint parts of a column compose in parallel:
// replacing one unit changes at most two parts.
#pragma once

#include <cstdint>
#include <vector>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

// The footprint of an answered query: for each column of its table, the values that its records can have.
struct Footprint {
  std::size_t table = 0;
  std::vector<RangeSet> values;  // by column
  std::vector<bool> null;        // a NULL in that column can match
  std::int64_t micro_epsilon = 0;
};
Footprint footprint(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon);

// The maximum of a query, so that sums of millions of them fit into 64 bits: ε = 10^6.
inline constexpr std::int64_t largest_micro_epsilon = 1'000'000'000'000;

// The minimum of the bounds of the columns and of the previous cost plus ε. A column is divided into pieces
// such that every query covers a piece completely or not at all (NULL is a piece). Between neighbours the
// records of one unit change, and they lie in at most t pieces: t = rows_per_unit with `add_remove`, twice
// that with `replace`. Only queries that cover one of those pieces are affected. So the bound is the largest
// Σ ε of queries that cover any of t pieces: exact for t ≤ 2; above that, with U the exact value for two
// pieces and s₁ ≥ s₂ ≥ … the Σ ε of single pieces, the smaller of ⌈t/2⌉ · U and U + s₃ + … + s_t. It is at
// most Σ ε. Tables of a database describe the same persons: their costs add up.
//
// Two limits on the work of hostile queries make the bound larger, never smaller: a set of more than 64
// ranges is widened by closing its narrowest gaps; a column with more than about 80,000 different sets uses
// s₁ + s₂ for U.
std::int64_t composed_cost(const std::vector<Footprint>& answered, const Catalogue& catalogue,
                           Neighbours neighbours);

}  // namespace sfumato::queries
