// The relations solved for some of their cells: every other cell's deviation as a whole-number combination of
// the free ones. Tables with many more relations than degrees of freedom make a small attacker this way.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

struct Elimination {
  std::vector<std::size_t> independent;  // rows that say everything
  // d = N · d(free): per cell its terms, `index` a position in `free`. A free cell has itself as its only
  // term.
  std::vector<std::size_t> free;
  std::vector<std::size_t> starts{0};
  std::vector<CutSystem::Term> terms;

  std::span<const CutSystem::Term> of(std::size_t cell) const;
};

// Rows that say everything: the independent ones, or all where nobody knows which these are.
std::vector<std::size_t> rows_to_solve(const CutSystem& system,
                                       const std::optional<Elimination>& elimination);

// Nothing where a program over the free cells would not be much smaller than one over the relations.
const Elimination* freedom_of(const std::optional<Elimination>& elimination);

// Nothing where pivots of 1 do not suffice, or where the combinations become too long to be of use.
std::optional<Elimination> eliminate(const CutSystem& system);

}  // namespace sfumato::tables
