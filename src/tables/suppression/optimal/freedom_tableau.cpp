#include "tables/suppression/optimal/freedom_tableau.hpp"

#include "stats/fields/dense_rows.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {

FreedomTableau::FreedomTableau(const CutSystem& system, const Elimination& elimination)
    : terms_(system.size() * elimination.free.size(), 0),
      basis_(elimination.free),
      published_(elimination.free.size(), 0) {
  for (std::size_t i = 0; i < system.size(); ++i) {
    for (const CutSystem::Term& term : elimination.of(i)) {
      terms_[i * columns() + term.index] = Field31::of(static_cast<std::int64_t>(term.coefficient));
    }
  }
}

bool FreedomTableau::moves(std::size_t cell) const {
  const std::span<const std::uint32_t> terms = row(cell);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (terms[k] != 0 && !published_[k]) return true;
  }
  return false;
}

void FreedomTableau::exchange(std::size_t cell, std::size_t column) {
  std::vector<std::size_t> places;
  std::vector<std::uint32_t> numbers;
  const std::span<const std::uint32_t> own = row(cell);
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (own[k] == 0 || k == column) continue;
    places.push_back(k);
    numbers.push_back(own[k]);
  }
  const std::uint32_t scale = Field31::inverse(own[column]);
  const std::size_t count = cells();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t* terms = terms_.data() + i * columns();
    if (terms[column] == 0) continue;
    terms[column] = Field31::multiply(terms[column], scale);
    add_multiple(Field31(), terms, Field31::negative(terms[column]), places, numbers);
  }
  basis_[column] = cell;
}

}  // namespace sfumato::tables
