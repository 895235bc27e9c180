// Sorting by radix: doubles as unsigned integers in the same order, eleven bits at a time, with the
// passes left out in which all values agree.
#include "stats/ranks/ranks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/scratch_memory.hpp"

namespace sfumato::stats {
namespace {

constexpr int digit_bits = 11;
constexpr std::size_t buckets = std::size_t{1} << digit_bits;
constexpr int passes = 6;  // 6·11 ≥ 64
constexpr std::size_t few_items = 256;

// In 12 bytes: a key of 64 bits in one piece would take 16 with its padding.
struct Item {
  std::uint32_t high, low;
  std::uint32_t row;

  Item() = default;
  Item(std::uint64_t key, std::uint32_t at)
      : high(static_cast<std::uint32_t>(key >> 32)), low(static_cast<std::uint32_t>(key)), row(at) {}
  std::uint64_t key() const { return std::uint64_t{high} << 32 | low; }
};

// Unsigned integers in the order of the doubles: flip the sign bit of positive numbers and every
// bit of negative ones. Adding 0.0 turns −0.0 into 0.0.
std::uint64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}

std::size_t digit(std::uint64_t key, int pass) { return (key >> (pass * digit_bits)) & (buckets - 1); }

void radix_sort(ScratchVector<Item>& items) {
  std::vector<std::array<std::uint32_t, buckets>> counts(passes);
  for (const Item& item : items) {
    for (int pass = 0; pass < passes; ++pass)
      ++counts[static_cast<std::size_t>(pass)][digit(item.key(), pass)];
  }
  ScratchVector<Item> other(items.size());
  for (int pass = 0; pass < passes; ++pass) {
    auto& count = counts[static_cast<std::size_t>(pass)];
    if (count[digit(items.front().key(), pass)] == items.size()) continue;
    std::uint32_t start = 0;
    for (std::uint32_t& entry : count) start += std::exchange(entry, start);
    for (const Item& item : items) other[count[digit(item.key(), pass)]++] = item;
    items.swap(other);
  }
}

ScratchVector<Item> sorted_items(std::span<const double> values) {
  ScratchVector<Item> items(values.size());
  std::size_t present = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    items[present] = {ordered_bits(values[i]), static_cast<std::uint32_t>(i)};
    present += std::isnan(values[i]) ? 0 : 1;
  }
  items.resize(present);
  if (items.size() < few_items) {
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      return a.key() != b.key() ? a.key() < b.key() : a.row < b.row;
    });
  } else {
    radix_sort(items);
  }
  return items;
}

std::vector<std::uint32_t> rows_of(const ScratchVector<Item>& items) {
  std::vector<std::uint32_t> order(items.size());
  std::transform(items.begin(), items.end(), order.begin(), [](const Item& item) { return item.row; });
  return order;
}

std::vector<double> ranks_of(const ScratchVector<Item>& items, std::size_t rows) {
  std::vector<double> ranks(rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = begin + 1;
    while (end < items.size() && items[end].key() == items[begin].key()) ++end;
    const double rank = static_cast<double>(begin + end + 1) / 2.0;  // the mean of begin + 1 … end
    for (std::size_t i = begin; i < end; ++i) ranks[items[i].row] = rank;
    begin = end;
  }
  return ranks;
}

}  // namespace

std::vector<std::uint32_t> ascending_order(std::span<const double> values) {
  return rows_of(sorted_items(values));
}

std::vector<double> average_ranks(std::span<const double> values) {
  return ranks_of(sorted_items(values), values.size());
}

Ranking ranking(std::span<const double> values) {
  const ScratchVector<Item> items = sorted_items(values);
  return {rows_of(items), ranks_of(items, values.size())};
}

}  // namespace sfumato::stats
