#include "queries/comparison/order.hpp"

#include <algorithm>
#include <limits>

namespace sfumato::queries {
namespace {

// Lower is better. Ties are broken by the useful share, then by the error.
std::vector<double> keys_of(const ComparedQueries& one, QueryRank rank) {
  const double useful = -one.useful;
  const double error = one.median_error.value_or(std::numeric_limits<double>::infinity());
  switch (rank) {
    case QueryRank::error:
      return {error, useful};
    case QueryRank::answered:
      return {-static_cast<double>(one.answered), useful, error};
    case QueryRank::useful:
      break;
  }
  return {useful, error};
}

}  // namespace

std::optional<QueryRank> query_rank(std::string_view name) {
  if (name == "useful") return QueryRank::useful;
  if (name == "error") return QueryRank::error;
  if (name == "answered") return QueryRank::answered;
  return std::nullopt;
}

void put_in_order(std::vector<ComparedQueries>& compared, QueryRank rank) {
  const auto ranked = std::stable_partition(compared.begin(), compared.end(), [](const ComparedQueries& one) {
    return one.failure.empty() && one.answered > 0;
  });
  std::stable_sort(compared.begin(), ranked, [&](const ComparedQueries& one, const ComparedQueries& other) {
    return keys_of(one, rank) < keys_of(other, rank);
  });
  for (auto one = compared.begin(); one != ranked; ++one) {
    const bool equal = one != compared.begin() && keys_of(*one, rank) == keys_of(*std::prev(one), rank);
    one->rank = equal ? std::prev(one)->rank : static_cast<std::size_t>(one - compared.begin()) + 1;
  }
}

}  // namespace sfumato::queries
