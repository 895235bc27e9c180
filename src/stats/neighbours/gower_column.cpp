// Centres of categories.
#include "stats/neighbours/gower_column.hpp"

#include <algorithm>

namespace sfumato::stats {
namespace {

std::int32_t median_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts) {
  std::size_t missing = 0, present = 0;
  for (const auto& [code, count] : counts) (code == column.missing_code ? missing : present) += count;
  if (missing > present) return column.missing_code;
  std::size_t passed = 0;
  for (const auto& [code, count] : counts) {
    if (code == column.missing_code) continue;
    passed += count;
    if (2 * passed >= present) return code;
  }
  return column.missing_code;
}

}  // namespace

std::int32_t centre_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts) {
  if (column.centre == Centre::median) return median_of(column, counts);
  if (column.centre == Centre::marginality) return column.distance.most_central(counts);
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace sfumato::stats
