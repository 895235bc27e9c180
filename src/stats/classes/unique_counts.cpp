// Distinct keys are counted in place of records, each once or "more than once"; sets of columns with few
// combinations of values are counted in an array and others by their packed keys.
#include "stats/classes/unique_counts.hpp"

#include <algorithm>

namespace sfumato::stats {
namespace {

constexpr double most_places = 1 << 20;  // bytes, which stay in a cache

// The first record of each class represents it.
struct DistinctKeys {
  KeyTable keys;
  std::vector<std::uint8_t> amount;  // records: 1, or 2 for more
};

DistinctKeys distinct_keys(const KeyTable& keys, const Run& run) {
  const KeyClasses classes = equal_classes(keys, run);
  DistinctKeys result{{classes.count(), {}}, {}};
  for (const std::uint32_t size : classes.sizes) result.amount.push_back(size == 1 ? 1 : 2);
  for (const KeyColumn& column : keys.columns) {
    KeyColumn& shorter = result.keys.columns.emplace_back();
    shorter.distinct = column.distinct;
    shorter.codes.reserve(classes.count());
    for (const std::uint32_t row : classes.first) shorter.codes.push_back(column.codes[row]);
  }
  return result;
}

std::uint32_t counted_by_place(const DistinctKeys& distinct, const ColumnPositions& set, double places) {
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(places), 0);
  for (std::size_t row = 0; row < distinct.keys.rows; ++row) {
    std::size_t place = 0;
    for (const std::size_t position : set) {
      const KeyColumn& column = distinct.keys.columns[position];
      place = place * (static_cast<std::size_t>(column.distinct) + 1) +
              static_cast<std::size_t>(column.codes[row] + 1);
    }
    seen[place] = static_cast<std::uint8_t>(std::min(2, seen[place] + distinct.amount[row]));
  }
  return static_cast<std::uint32_t>(std::count(seen.begin(), seen.end(), std::uint8_t{1}));
}

std::uint32_t counted_by_class(const DistinctKeys& distinct, const ColumnPositions& set, const Run& run) {
  const KeyClasses classes = equal_classes(distinct.keys, set, run);
  std::uint32_t uniques = 0;
  for (std::size_t number = 0; number < classes.count(); ++number) {
    if (classes.sizes[number] == 1 && distinct.amount[classes.first[number]] == 1) ++uniques;
  }
  return uniques;
}

void add_sets(std::size_t columns, std::size_t size, ColumnPositions& begun,
              std::vector<ColumnPositions>& sets) {
  if (begun.size() == size) {
    sets.push_back(begun);
    return;
  }
  for (std::size_t next = begun.empty() ? 0 : begun.back() + 1; next < columns; ++next) {
    begun.push_back(next);
    add_sets(columns, size, begun, sets);
    begun.pop_back();
  }
}

}  // namespace

std::vector<ColumnPositions> column_sets(std::size_t columns, std::size_t largest) {
  std::vector<ColumnPositions> sets;
  ColumnPositions begun;
  for (std::size_t size = 1; size <= std::min(columns, largest); ++size) add_sets(columns, size, begun, sets);
  return sets;
}

std::vector<std::uint32_t> unique_counts(const KeyTable& keys, const std::vector<ColumnPositions>& sets,
                                         const Run& run) {
  const DistinctKeys distinct = distinct_keys(keys, run);
  std::vector<std::uint32_t> result(sets.size());
  run.parallel(sets.size(), [&](std::size_t i) {
    double places = 1.0;
    for (const std::size_t position : sets[i]) places *= keys.columns[position].distinct + 1.0;
    result[i] = places <= most_places ? counted_by_place(distinct, sets[i], places)
                                      : counted_by_class(distinct, sets[i], run);
  });
  return result;
}

}  // namespace sfumato::stats
