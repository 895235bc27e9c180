// Stable counting sorts by one column after the other, the last column last.
#include "stats/classes/sorted_keys.hpp"

#include <algorithm>
#include <numeric>

namespace sfumato::stats {
namespace {

std::vector<std::uint32_t> sorted_by(const std::vector<std::int32_t>& codes, std::int32_t distinct,
                                     const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> starts(static_cast<std::size_t>(distinct) + 2, 0), result(order.size());
  for (const std::int32_t code : codes) ++starts[static_cast<std::size_t>(code + 2)];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const std::uint32_t number : order) {
    result[starts[static_cast<std::size_t>(codes[number] + 1)]++] = number;
  }
  return result;
}

}  // namespace

SortedKeys sorted_keys(const KeyTable& keys, const KeyClasses& classes) {
  SortedKeys result;
  result.places.resize(keys.columns.size());
  std::iota(result.places.begin(), result.places.end(), std::size_t{0});
  std::stable_sort(result.places.begin(), result.places.end(), [&](std::size_t a, std::size_t b) {
    return keys.columns[a].distinct < keys.columns[b].distinct;
  });
  std::vector<std::uint32_t> order(classes.count());
  std::iota(order.begin(), order.end(), 0U);
  for (const std::size_t place : result.places) {
    const KeyColumn& column = keys.columns[place];
    std::vector<std::int32_t>& codes = result.codes.emplace_back();
    codes.reserve(order.size());
    for (const std::uint32_t row : classes.first) codes.push_back(column.codes[row]);
    order = sorted_by(codes, column.distinct, order);
    result.most_codes = std::max(result.most_codes, column.distinct);
  }
  result.by_row.resize(order.size());
  std::vector<std::int32_t> moved(order.size());
  for (std::vector<std::int32_t>& codes : result.codes) {
    std::transform(order.begin(), order.end(), moved.begin(),
                   [&](std::uint32_t number) { return codes[number]; });
    codes.swap(moved);
  }
  for (std::uint32_t key = 0; key < order.size(); ++key) {
    result.by_row[order[key]] = key;
    result.rows.push_back(classes.first[order[key]]);
    result.members.push_back(classes.sizes[order[key]] > 1 ? key | SortedKeys::many : key);
  }
  return result;
}

PlacesBefore places_before(const SortedKeys& keys, const KeyTable& table) {
  PlacesBefore result;
  std::size_t combinations = 1;
  std::vector<std::uint32_t> place(keys.rows.size(), 0);
  for (std::size_t column = 0; column < keys.places.size() && combinations < place.size(); ++column) {
    result.combinations.push_back(combinations);
    result.place.push_back(place);
    const auto values = static_cast<std::uint32_t>(table.columns[keys.places[column]].distinct + 1);
    for (std::size_t key = 0; key < place.size(); ++key) {
      place[key] = place[key] * values + static_cast<std::uint32_t>(keys.codes[column][key] + 1);
    }
    combinations *= values;
  }
  return result;
}

}  // namespace sfumato::stats
