// Whole rows are hashed; sums of hashes are compared before the rows are sorted.
#include "compare/whole_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/row_agreement.hpp"

namespace sfumato::compare {
namespace {

constexpr double log_rare = -9.21;  // ln 0.0001: so rarely columns moved apart give the same rows

// How often each value occurs.
std::vector<double> counts_of(Hashes values) {
  std::sort(values.begin(), values.end());
  std::vector<double> result;
  for (auto here = values.begin(); here != values.end();) {
    const auto end = std::upper_bound(here, values.end(), *here);
    result.push_back(static_cast<double>(end - here));
    here = end;
  }
  return result;
}

double log_factorials(const std::vector<double>& counts) {
  double sum = 0.0;
  for (const double count : counts) sum += std::lgamma(count + 1.0);
  return sum;
}

// Logarithm of the probability that columns that are reordered independently of each other give exactly these
// rows: with two columns the hypergeometric probability of their table.
double log_chance_of_same_rows(const std::vector<CommonColumn>& all, const std::vector<double>& rows) {
  double result = -log_factorials(rows);
  for (const CommonColumn& column : all) result += log_factorials(counts_of(column.original));
  const auto count = static_cast<double>(all.front().original.size());
  return result - static_cast<double>(all.size() - 1) * std::lgamma(count + 1.0);
}

Hashes whole_rows(const std::vector<CommonColumn>& all, Hashes CommonColumn::*side) {
  Hashes result = all.front().*side;
  for (std::size_t i = 1; i < all.size(); ++i) {
    for (std::size_t row = 0; row < result.size(); ++row) {
      result[row] = joined_hash(result[row], (all[i].*side)[row]);
    }
  }
  return result;
}

}  // namespace

std::optional<MovedRows> same_rows_elsewhere(const std::vector<CommonColumn>& all) {
  if (all.size() < 2) return std::nullopt;
  const Hashes original = whole_rows(all, &CommonColumn::original);
  const Hashes masked = whole_rows(all, &CommonColumn::masked);
  const auto sum = [](const Hashes& rows) {
    return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  };
  if (sum(original) != sum(masked)) return std::nullopt;  // sorting takes longer
  Hashes before = original, after = masked;
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  if (before != after) return std::nullopt;
  std::size_t equal = 0;
  for (std::size_t row = 0; row < original.size(); ++row) equal += original[row] == masked[row] ? 1 : 0;
  const std::vector<double> counts = counts_of(original);
  const std::size_t moved = original.size() - equal;
  if (2 * moved < original.size()) return std::nullopt;
  const std::optional<double> deviations = equal_deviations(original, masked);
  if (!deviations || *deviations > chance_deviations) return std::nullopt;
  if (log_chance_of_same_rows(all, counts) > log_rare) return std::nullopt;
  if (std::any_of(all.begin(), all.end(), stayed_in_place)) return std::nullopt;
  MovedRows result{{}, original.size(), moved, true};
  for (const CommonColumn& column : all) result.columns.push_back(column.name);
  return result;
}

}  // namespace sfumato::compare
