// The relations solved for some of their cells: every other cell's deviation as an integer combination of the
// free ones. For tables with many more relations than degrees of freedom this makes the attacker's program
// small.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

struct Elimination {
  std::vector<std::size_t> independent;  // independent rows
  // d = N · d(free): per cell its terms, `index` a position in `free`. A free cell has itself as its only
  // term.
  std::vector<std::size_t> free;
  std::vector<std::size_t> starts{0};
  std::vector<CutSystem::Term> terms;

  std::span<const CutSystem::Term> of(std::size_t cell) const;
};

// The independent rows, or all rows where these are unknown.
std::vector<std::size_t> rows_to_solve(const CutSystem& system,
                                       const std::optional<Elimination>& elimination);

// Empty where a program over the free cells would not be much smaller than one over the relations.
const Elimination* freedom_of(const std::optional<Elimination>& elimination);

// Empty where pivots of 1 do not suffice, or where the combinations become too long.
std::optional<Elimination> eliminate(const CutSystem& system);

}  // namespace sfumato::tables
