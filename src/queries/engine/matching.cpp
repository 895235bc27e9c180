// Leaves are compared as unsigned distances: v lies in [lo, hi] if and only if v − lo, modulo the type, is at
// most hi − lo. Loops have no branches and are vectorised.
#include "queries/engine/matching.hpp"

#include <algorithm>
#include <type_traits>

#include "core/error.hpp"
#include "core/vector_clones.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t few_ranges = 6;           // compared one by one
constexpr std::int64_t small_domain = 1 << 16;  // more values are searched, not looked up

template <class T>
[[gnu::always_inline]] inline void accept_range(const T* values, std::size_t count, T low, T high,
                                                std::uint8_t* mask) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto base = static_cast<Unsigned>(low);
  const auto span = static_cast<Unsigned>(static_cast<Unsigned>(high) - base);
  for (std::size_t i = 0; i < count; ++i) {
    const auto distance = static_cast<Unsigned>(static_cast<Unsigned>(values[i]) - base);
    mask[i] = static_cast<std::uint8_t>(mask[i] | static_cast<std::uint8_t>(distance <= span));
  }
}

SFUMATO_VECTOR_CLONES void accept(const std::int32_t* values, std::size_t count, std::int32_t low,
                                  std::int32_t high, std::uint8_t* mask) {
  accept_range(values, count, low, high, mask);
}

SFUMATO_VECTOR_CLONES void accept(const std::int64_t* values, std::size_t count, std::int64_t low,
                                  std::int64_t high, std::uint8_t* mask) {
  accept_range(values, count, low, high, mask);
}

SFUMATO_VECTOR_CLONES void both(const std::uint8_t* other, std::size_t count, std::uint8_t* mask) {
  for (std::size_t i = 0; i < count; ++i) mask[i] = static_cast<std::uint8_t>(mask[i] & other[i]);
}

SFUMATO_VECTOR_CLONES void either(const std::uint8_t* other, std::size_t count, std::uint8_t* mask) {
  for (std::size_t i = 0; i < count; ++i) mask[i] = static_cast<std::uint8_t>(mask[i] | other[i]);
}

template <class T>
void accept_ranges(const T* values, std::span<std::uint8_t> mask, const std::vector<Range>& ranges) {
  for (const Range& range : ranges) {
    // NULL, the least value of the type, is in no range.
    const std::int64_t low = std::max<std::int64_t>(range.first, null_value<T> + 1);
    const std::int64_t high = std::min<std::int64_t>(range.last, std::numeric_limits<T>::max());
    if (low > high) continue;
    accept(values, mask.size(), static_cast<T>(low), static_cast<T>(high), mask.data());
  }
}

template <class T>
void look_up(const T* values, std::span<std::uint8_t> mask, const std::vector<std::uint8_t>& accepted,
             std::int64_t first) {
  const std::size_t others = accepted.size() - 1;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const std::uint64_t place = static_cast<std::uint64_t>(values[i]) - static_cast<std::uint64_t>(first);
    mask[i] = accepted[std::min<std::uint64_t>(place, others)];
  }
}

// Binary search for the last range that begins at or before the value, with the same number of steps for
// every value.
template <class T>
void search(const T* values, std::span<std::uint8_t> mask, const std::vector<Range>& ranges) {
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const std::int64_t value = values[i];
    std::size_t at = 0;
    for (std::size_t left = ranges.size(); left > 1;) {
      const std::size_t half = left / 2;
      at += ranges[at + half].first <= value ? half : 0;
      left -= half;
    }
    const Range range = ranges[at];
    mask[i] = static_cast<std::uint8_t>((value >= range.first) & (value <= range.last) &
                                        (values[i] != null_value<T>));
  }
}

}  // namespace

const DataColumn& needed_column(const DataTable& data, std::size_t index) {
  const auto size = [](const DataColumn& column) {
    return std::visit([](const auto& values) { return values.size(); }, column);
  };
  if (index >= data.columns.size() || size(data.columns[index]) != data.rows) {
    throw Error(ErrorCode::internal, "a column that the query needs was not loaded");
  }
  return data.columns[index];
}

Matcher::Matcher(const Condition& condition, const CatalogueTable& table, const DataTable& data)
    : root_(made(condition, table, data)), depth_(depth(root_)) {}

Matcher::Node Matcher::made(const Condition& condition, const CatalogueTable& table, const DataTable& data) {
  Node node;
  node.kind = condition.kind;
  if (node.kind == Condition::Kind::leaf) {
    const CatalogueColumn& column = table.columns[condition.column];
    node.column = &needed_column(data, condition.column);
    node.null = condition.null;
    node.ranges = condition.values.ranges();
    node.first = column.first();
    const std::int64_t last_place = column.last() - column.first();  // a domain has 2^54 units at most
    if (node.ranges.size() > few_ranges && last_place >= 0 && last_place < small_domain) {
      node.accepted.assign(static_cast<std::size_t>(last_place) + 2, 0);
      for (std::int64_t place = 0; place <= last_place; ++place) {
        node.accepted[static_cast<std::size_t>(place)] =
            condition.values.contains(node.first + place) ? 1 : 0;
      }
    }
  }
  for (const Condition& part : condition.parts) node.parts.push_back(made(part, table, data));
  return node;
}

std::size_t Matcher::depth(const Node& node) {
  std::size_t deepest = 0;
  for (const Node& part : node.parts) deepest = std::max(deepest, depth(part) + 1);
  return deepest;
}

void Matcher::match(std::size_t begin, std::span<std::uint8_t> mask, std::span<std::uint8_t> scratch) const {
  match(root_, begin, mask, scratch);
}

void Matcher::match(const Node& node, std::size_t begin, std::span<std::uint8_t> mask,
                    std::span<std::uint8_t> scratch) {
  const bool starts_full = node.kind == Condition::Kind::always || node.kind == Condition::Kind::all;
  std::fill(mask.begin(), mask.end(), starts_full ? std::uint8_t{1} : std::uint8_t{0});
  if (node.kind == Condition::Kind::leaf) {
    std::visit(
        [&](const auto& column) {
          const auto* values = column.data() + begin;
          using T = std::remove_cvref_t<decltype(*values)>;
          if (!node.accepted.empty()) {
            look_up(values, mask, node.accepted, node.first);
          } else if (node.ranges.size() > few_ranges) {
            search(values, mask, node.ranges);
          } else {
            accept_ranges(values, mask, node.ranges);
          }
          if (node.null) accept(values, mask.size(), null_value<T>, null_value<T>, mask.data());
        },
        *node.column);
    return;
  }
  for (const Node& part : node.parts) {
    const auto own = scratch.first(mask.size());
    match(part, begin, own, scratch.subspan(block_rows));
    (node.kind == Condition::Kind::all ? both : either)(own.data(), own.size(), mask.data());
  }
}

void leave_out_null(const DataColumn& column, std::size_t begin, std::span<std::uint8_t> mask) {
  std::visit(
      [&](const auto& all) {
        const auto* values = all.data() + begin;
        using T = std::remove_cvref_t<decltype(*values)>;
        std::uint8_t present[block_rows] = {};
        accept(values, mask.size(), static_cast<T>(null_value<T> + 1), std::numeric_limits<T>::max(),
               present);
        both(present, mask.size(), mask.data());
      },
      column);
}

}  // namespace sfumato::queries
