// A tail is found by ranks and ends between different values.
#include "masking/tail_means.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t least_in_tail = 3;

void require_tail(std::size_t size, const std::string& name, const char* parameter) {
  if (size == 0 || size >= least_in_tail) return;
  bad_param(parameter,
            std::to_string(size) + (size == 1 ? " value" : " values") + " of '" + name +
                "' are in the tail, and their mean would disclose them",
            std::string("choose a larger ‹") + parameter + "› with at least three values, or 0");
}

// From the least value, so that equal values have exactly that value as their mean.
double mean_at(const Numbers& values, std::span<const std::uint32_t> rows) {
  const double least = values[rows.front()];
  double sum = 0.0;
  for (const std::uint32_t row : rows) sum += values[row] - least;
  return least + sum / static_cast<double>(rows.size());
}

}  // namespace

CodedTails with_tail_means(const Column& column, const std::string& name, double bottom, double top) {
  CodedTails result{column};
  if (bottom <= 0.0 && top <= 0.0) return result;
  Numbers values = column.to_numbers();
  const std::vector<std::uint32_t> order = stats::ascending_order(values);
  const std::size_t n = order.size();
  const auto share_of = [&](double share) {
    return static_cast<std::size_t>(static_cast<double>(n) * share);
  };
  std::size_t low = std::min(share_of(bottom), n), high = n - std::min(share_of(top), n);
  // Values equal to the first that stays, stay.
  while (low > 0 && low < n && values[order[low - 1]] == values[order[low]]) --low;
  while (high > 0 && high < n && values[order[high]] == values[order[high - 1]]) ++high;
  require_tail(low, name, "bottom");
  require_tail(n - high, name, "top");
  const std::span<const std::uint32_t> sorted(order);
  const bool numbers = column.get_if<Numbers>() != nullptr || column.get_if<Integers>() != nullptr;
  std::vector<std::size_t> source(values.size());
  std::iota(source.begin(), source.end(), std::size_t{0});
  for (const auto& tail : {sorted.first(low), sorted.subspan(high)}) {
    if (tail.empty()) continue;
    result.coded += tail.size();
    const double mean = mean_at(values, tail);
    const std::size_t middle = tail[(tail.size() - 1) / 2];
    for (const std::uint32_t row : tail) {
      values[row] = mean;
      source[row] = middle;
    }
  }
  if (result.coded > 0) result.column = numbers ? Column(std::move(values)) : column.taking(source);
  return result;
}

}  // namespace sfumato::masking
