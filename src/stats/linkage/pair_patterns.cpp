// Whole numbers, so that the order in which threads add them does not matter.
#include "stats/linkage/pair_patterns.hpp"

#include <atomic>

namespace sfumato::stats {

std::vector<std::uint64_t> PairPatterns::counts(const Run& run) const {
  std::vector<std::uint64_t> result(std::size_t{1} << layout().bits());
  for_each_row(
      [&](std::size_t, std::span<const PatternCount> patterns) {
        for (const auto& [pattern, count] : patterns) {
          std::atomic_ref(result[pattern]).fetch_add(count, std::memory_order_relaxed);
        }
      },
      run);
  return result;
}

std::vector<std::uint64_t> first_columns(std::span<const std::uint64_t> counts, std::size_t bits) {
  std::vector<std::uint64_t> result(std::size_t{1} << bits);
  for (std::size_t pattern = 0; pattern < counts.size(); ++pattern) {
    result[pattern & (result.size() - 1)] += counts[pattern];
  }
  return result;
}

}  // namespace sfumato::stats
