#include "tables/audit/independent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

#include "tables/prime_field.hpp"

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

// Rows are reduced by those before them, each of which has a first cell that no other begins with.
class Reduction {
 public:
  // False if the row follows from those before.
  bool add(std::span<const AttackTerm> row) {
    std::map<std::size_t, std::uint64_t> rest;
    for (const AttackTerm& term : row) {
      std::uint64_t& number = rest[term.cell];
      number = field::add(number, field::of(static_cast<std::int64_t>(term.coefficient)));
    }
    while (!rest.empty()) {
      const auto [cell, number] = *rest.begin();
      if (number == 0) {
        rest.erase(rest.begin());
        continue;
      }
      const auto known = rows_.find(cell);
      if (known == rows_.end()) break;
      work_ += known->second.size();
      for (const auto& [other, factor] : known->second) {
        std::uint64_t& target = rest[other];
        target = field::subtract(target, field::multiply(number, factor));
      }
    }
    if (rest.empty()) return false;
    const std::uint64_t scale = field::inverse(rest.begin()->second);
    field::Sparse& kept = rows_[rest.begin()->first];
    for (const auto& [cell, number] : rest) {
      if (number != 0) kept.emplace_back(cell, field::multiply(number, scale));
    }
    return true;
  }

  std::size_t work() const { return work_; }

 private:
  std::unordered_map<std::size_t, field::Sparse> rows_;  // by first cell, which has a 1
  std::size_t work_ = 0;
};

}  // namespace

std::vector<std::size_t> independent_rows(const AttackPart& part) {
  std::vector<std::size_t> order(part.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (part.rows() <= part.cells.size() || !whole_coefficients(part)) return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return part.row(a).size() < part.row(b).size(); });
  Reduction reduction;
  std::vector<std::size_t> kept;
  for (const std::size_t row : order) {
    if (reduction.work() > most_work || reduction.add(part.row(row))) kept.push_back(row);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace sfumato::tables
