// A key is a group and a distance in one number, of 64 bits if that is enough; the radix sort takes eight
// bits per pass, least significant first.
#include "queries/engine/ordered.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "queries/engine.hpp"
#include "queries/engine/group_places.hpp"
#include "queries/engine/matching.hpp"

namespace sfumato::queries {
namespace {

__extension__ using WideKey = unsigned __int128;

template <class Key>
void sort_keys(std::vector<Key>& keys, int bits) {
  std::vector<Key> other(keys.size());
  for (int shift = 0; shift < bits; shift += 8) {
    std::array<std::size_t, 256> at{};
    for (const Key key : keys) ++at[static_cast<std::size_t>((key >> shift) & 255)];
    std::size_t before = 0;
    for (std::size_t& place : at) before += std::exchange(place, before);
    for (const Key key : keys) other[at[static_cast<std::size_t>((key >> shift) & 255)]++] = key;
    keys.swap(other);
  }
}

template <class Key>
Ordered ordered_by(const Query& query, const CatalogueTable& table, const DataTable& data,
                   const GroupPlaces& groups, int value_bits, const Run& run) {
  const CatalogueColumn& info = table.columns[*query.column];
  const DataColumn& column = needed_column(data, *query.column);
  const Matcher matcher(query.where, table, data);
  std::vector<Key> keys(data.rows);
  run.blocks(data.rows, 16 * block_rows, [&](std::size_t, std::size_t from, std::size_t to) {
    std::vector<std::uint8_t> scratch(matcher.scratch_size()), mask(block_rows);
    std::vector<std::uint32_t> places(block_rows);
    for (std::size_t begin = from; begin < to; begin += block_rows) {
      const std::size_t count = std::min(block_rows, to - begin);
      const auto own = std::span(mask).first(count);
      matcher.match(begin, own, scratch);
      if (info.nullable) leave_out_null(column, begin, own);
      groups.places(begin, own, std::span(places).first(count));
      std::visit(
          [&](const auto& values) {
            for (std::size_t i = 0; i < count; ++i) {
              const std::int64_t inside =
                  std::clamp<std::int64_t>(values[begin + i], info.first(), info.last());
              keys[begin + i] = (static_cast<Key>(places[i]) << value_bits) |
                                static_cast<Key>(static_cast<std::uint64_t>(inside - info.first()));
            }
          },
          column);
    }
  });
  sort_keys(keys, value_bits + static_cast<int>(std::bit_width(groups.count())));
  Ordered result;
  result.distances.resize(keys.size());
  result.ends.assign(groups.count() + 1, 0);
  const Key value_mask = (static_cast<Key>(1) << value_bits) - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    result.distances[i] = static_cast<std::uint64_t>(keys[i] & value_mask);
    ++result.ends[static_cast<std::size_t>(keys[i] >> value_bits)];
  }
  for (std::size_t group = 1; group < result.ends.size(); ++group) {
    result.ends[group] += result.ends[group - 1];
  }
  return result;
}

}  // namespace

Ordered ordered(const Query& query, const CatalogueTable& table, const DataTable& data, const Run& run) {
  const CatalogueColumn& info = table.columns[*query.column];
  const GroupPlaces groups(query, table, data);
  const auto value_bits =
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(info.last() - info.first())));
  if (value_bits + static_cast<int>(std::bit_width(groups.count())) < 64) {
    return ordered_by<std::uint64_t>(query, table, data, groups, value_bits, run);
  }
  return ordered_by<WideKey>(query, table, data, groups, value_bits, run);
}

std::vector<std::vector<std::int64_t>> ordered_values(const Query& query, const CatalogueTable& table,
                                                      const DataTable& data, const Run& run) {
  const Ordered all = ordered(query, table, data, run);
  const std::int64_t first = table.columns[*query.column].first();
  std::vector<std::vector<std::int64_t>> result(all.ends.size() - 1);
  for (std::size_t group = 0; group < result.size(); ++group) {
    for (const std::uint64_t distance : all.group(group)) {
      result[group].push_back(first + static_cast<std::int64_t>(distance));
    }
  }
  return result;
}

}  // namespace sfumato::queries
