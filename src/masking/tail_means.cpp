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

}  // namespace

void require_tail(std::size_t size, const std::string& name, const char* parameter) {
  if (size == 0 || size >= least_in_tail) return;
  bad_param(parameter,
            std::to_string(size) + (size == 1 ? " value" : " values") + " of '" + name +
                "' are in the tail, and their mean would disclose them",
            std::string("choose a larger ‹") + parameter + "› with at least three values, or 0");
}

std::size_t values_in_tail(std::size_t present, double share) {
  return std::min(static_cast<std::size_t>(static_cast<double>(present) * share), present);
}

// What the rounded mean leaves of the sum is divided again: of equal values it is a small multiple of their
// last digit, so that nothing is rounded and the mean is their value.
double tail_mean(const ExactSum& sum, std::uint64_t count) {
  const double mean = sum.value() / static_cast<double>(count);
  ExactSum left = sum;
  constexpr std::uint64_t most_times = std::uint64_t{1} << 32;
  for (std::uint64_t done = 0; done < count; done += most_times) {
    left.add(-mean, std::min(most_times, count - done));
  }
  return mean + left.value() / static_cast<double>(count);
}

bool has_tail_means(const Column& column) {
  return column.get_if<Numbers>() != nullptr || column.get_if<Integers>() != nullptr;
}

CodedTails with_tail_means(const Column& column, const std::string& name, double bottom, double top) {
  CodedTails result{column};
  if (bottom <= 0.0 && top <= 0.0) return result;
  Numbers values = column.to_numbers();
  const std::vector<std::uint32_t> order = stats::ascending_order(values);
  const std::size_t n = order.size();
  std::size_t low = values_in_tail(n, bottom), high = n - values_in_tail(n, top);
  // Values equal to the first that stays, stay.
  while (low > 0 && low < n && values[order[low - 1]] == values[order[low]]) --low;
  while (high > 0 && high < n && values[order[high]] == values[order[high - 1]]) ++high;
  require_tail(low, name, "bottom");
  require_tail(n - high, name, "top");
  const std::span<const std::uint32_t> sorted(order);
  const bool numbers = has_tail_means(column);
  std::vector<std::size_t> source(values.size());
  std::iota(source.begin(), source.end(), std::size_t{0});
  for (const auto& tail : {sorted.first(low), sorted.subspan(high)}) {
    if (tail.empty()) continue;
    result.coded += tail.size();
    ExactSum sum;
    for (const std::uint32_t row : tail) sum.add(values[row]);
    const double mean = tail_mean(sum, tail.size());
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
