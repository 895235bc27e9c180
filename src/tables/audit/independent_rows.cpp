#include "tables/audit/independent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/fields/sparse_echelon.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_work = 50'000'000;  // multiplications
constexpr double largest_pivot_coefficient = 1e15;

bool whole_coefficients(const AttackPart& part) {
  return std::all_of(part.terms.begin(), part.terms.end(), [](const AttackTerm& term) {
    return term.coefficient == std::round(term.coefficient) &&
           std::abs(term.coefficient) < largest_pivot_coefficient;
  });
}

}  // namespace

std::vector<std::size_t> independent_rows(const AttackPart& part) {
  std::vector<std::size_t> order(part.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (part.rows() <= part.cells.size() || !whole_coefficients(part)) return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return part.row(a).size() < part.row(b).size(); });
  SparseEchelon echelon;
  SparseVector entries;
  std::vector<std::size_t> kept;
  for (const std::size_t row : order) {
    entries.clear();
    for (const AttackTerm& term : part.row(row)) {
      entries.push_back({term.cell, Field61::of(static_cast<std::int64_t>(term.coefficient))});
    }
    if (echelon.work() > most_work || echelon.add(entries)) kept.push_back(row);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace sfumato::tables
