// What several answers cost together. Questions about disjoint parts of a column share: replacing one unit
// touches two parts at most.
#pragma once

#include <cstdint>
#include <vector>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

// Where an answered query looked: for each column of its table the values that its records can have.
struct Footprint {
  std::size_t table = 0;
  std::vector<RangeSet> values;  // by column
  std::vector<bool> null;        // a NULL in that column can match
  std::int64_t micro_epsilon = 0;
};
Footprint footprint(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon);

// No query may ask for more, so that sums of millions of them stay whole numbers of 64 bits: ε = 10^6.
inline constexpr std::int64_t largest_micro_epsilon = 1'000'000'000'000;

// The least bound that one column gives, or what the answers before cost plus ε, if that is less. A column is
// cut into pieces such that every query takes a piece wholly or not (NULL is a piece). Between neighbours the
// records of one unit change, and they lie in t pieces at most: t = rows_per_unit with `add_remove`, twice
// that with `replace`. Only queries that take one of those pieces can tell. So the bound is the largest Σ ε
// of queries that take any of t pieces: exact for t ≤ 2; beyond that, with U the exact figure for two pieces
// and s₁ ≥ s₂ ≥ … the Σ ε of single pieces, the lesser of ⌈t/2⌉ · U and U + s₃ + … + s_t. Never more than Σ
// ε. Tables of a database are about the same people: their costs add up.
//
// Two measures against hostile queries make the bound larger, never smaller: a set of more than 64 ranges is
// widened by closing its narrowest gaps; a column of more than about 80,000 different sets takes s₁ + s₂ for
// U.
std::int64_t composed_cost(const std::vector<Footprint>& answered, const Catalogue& catalogue,
                           Neighbours neighbours);

}  // namespace sfumato::queries
