// Records below k are sorted by their keys and divided into blocks, which use the original keys of the other
// blocks and of the pool of records that are safe. Suppression only adds agreements, so what blocks do not
// know about each other can only make a record safer.
#include "masking/wildcard_suppression.hpp"

#include <algorithm>
#include <numeric>

#include "masking/suppression_block.hpp"

namespace sfumato::masking {
namespace {

// The time of a block grows with the square of its records; where they are many, smaller blocks find nearly
// as good partners, since similar keys lie close. Half a block must have k records.
std::size_t block_records(std::size_t records, std::size_t k) {
  return std::max<std::size_t>(records <= 32768 ? 2048 : 512, 2 * k);
}

CountedKeys counted_keys(const stats::KeyTable& keys, const stats::KeyClasses& classes,
                         const std::vector<bool>& wanted) {
  CountedKeys result;
  result.width = keys.columns.size();
  for (std::size_t number = 0; number < classes.count(); ++number) {
    if (!wanted[number]) continue;
    for (const stats::KeyColumn& column : keys.columns)
      result.codes.push_back(column.codes[classes.first[number]]);
    result.counts.push_back(classes.sizes[number]);
  }
  return result;
}

std::vector<bool> unsafe_classes(const stats::KeyTable& keys, const stats::KeyClasses& classes, std::size_t k,
                                 const Run& run) {
  const CountedKeys all = counted_keys(keys, classes, std::vector<bool>(classes.count(), true));
  const std::vector<std::uint64_t> agreeing = agreeing_records(all, k, run);
  std::vector<bool> unsafe(classes.count());
  for (std::size_t number = 0; number < unsafe.size(); ++number) unsafe[number] = agreeing[number] < k;
  return unsafe;
}

// Rows of these classes, ordered so that similar keys are close: by the columns with few values first, which
// differ least often, and by the order of the file among equal keys.
std::vector<std::uint32_t> rows_by_key(const stats::KeyTable& keys, const stats::KeyClasses& classes,
                                       const std::vector<bool>& wanted) {
  std::vector<std::size_t> columns(keys.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::stable_sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) {
    return keys.columns[a].distinct < keys.columns[b].distinct;
  });
  std::vector<std::uint32_t> rows;
  for (std::size_t row = 0; row < keys.rows; ++row) {
    if (wanted[classes.of_row[row]]) rows.push_back(static_cast<std::uint32_t>(row));
  }
  std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (const std::size_t j : columns) {
      const std::int32_t x = keys.columns[j].codes[a], y = keys.columns[j].codes[b];
      if (x != y) return x < y;
    }
    return a < b;
  });
  return rows;
}

// Where blocks begin; records with equal keys are never separated, and the last block is not small.
std::vector<std::size_t> block_starts(const std::vector<std::uint32_t>& rows,
                                      const stats::KeyClasses& classes, std::size_t k) {
  const std::size_t size = block_records(rows.size(), k);
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const bool full = i - starts.back() >= size && rows.size() - i >= size / 2;
    if (full && classes.of_row[rows[i]] != classes.of_row[rows[i - 1]]) starts.push_back(i);
  }
  starts.push_back(rows.size());
  return starts;
}

// Rows that have a key.
std::vector<std::uint32_t> rows_with_keys(const stats::KeyTable& keys) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < keys.rows; ++row) {
    const bool any = std::any_of(
        keys.columns.begin(), keys.columns.end(),
        [&](const stats::KeyColumn& column) { return column.codes[row] != stats::KeyColumn::missing; });
    if (any) rows.push_back(row);
  }
  return rows;
}

stats::KeyTable taking_rows(const stats::KeyTable& keys, const std::vector<std::uint32_t>& rows) {
  stats::KeyTable result{rows.size(), {}};
  for (const stats::KeyColumn& column : keys.columns) {
    stats::KeyColumn& taken = result.columns.emplace_back(stats::KeyColumn{{}, column.distinct});
    for (const std::uint32_t row : rows) taken.codes.push_back(column.codes[row]);
  }
  return result;
}

// Of records that all have a key; those that become blank still count here.
std::vector<ColumnMask> suppressed_among(const stats::KeyTable& keys, std::size_t k,
                                         const std::vector<double>& costs, const Run& run) {
  const stats::KeyClasses classes = stats::equal_classes(keys, run);
  std::vector<bool> unsafe = unsafe_classes(keys, classes, k, run);
  std::vector<ColumnMask> suppressed(keys.rows, 0);
  const std::vector<std::uint32_t> rows = rows_by_key(keys, classes, unsafe);
  if (rows.empty()) return suppressed;
  unsafe.flip();
  const KeyPool pool(counted_keys(keys, classes, unsafe));
  const std::vector<std::size_t> starts = block_starts(rows, classes, k);
  run.parallel(starts.size() - 1, [&](std::size_t b) {
    const std::span<const std::uint32_t> own(rows.data() + starts[b], starts[b + 1] - starts[b]);
    SuppressionBlock block(keys, own, pool, k, costs);
    block.protect(run);
    for (std::size_t i = 0; i < own.size(); ++i) suppressed[own[i]] = block.suppressed()[i];
  });
  return suppressed;
}

std::size_t below_among(const stats::KeyTable& keys, std::size_t k, const Run& run) {
  const stats::KeyClasses classes = stats::equal_classes(keys, run);
  const std::vector<bool> unsafe = unsafe_classes(keys, classes, k, run);
  std::size_t below = 0;
  for (std::size_t number = 0; number < unsafe.size(); ++number) {
    if (unsafe[number]) below += classes.sizes[number];
  }
  return below;
}

}  // namespace

std::vector<ColumnMask> wildcard_suppression(const stats::KeyTable& keys, std::size_t k,
                                             const std::vector<double>& costs, const Run& run) {
  stats::KeyTable left = keys;
  std::vector<ColumnMask> suppressed(keys.rows, 0);
  std::vector<std::uint32_t> rows = rows_with_keys(left);
  // Blank records become more in every round but the last.
  while (!rows.empty()) {
    std::vector<ColumnMask> found(rows.size(),
                                  ~ColumnMask{0});  // fewer than k records have a key: none keeps it
    if (rows.size() >= k) found = suppressed_among(taking_rows(left, rows), k, costs, run);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < left.columns.size(); ++j) {
        std::int32_t& code = left.columns[j].codes[rows[i]];
        if (((found[i] >> j) & 1U) == 0 || code == stats::KeyColumn::missing) continue;
        code = stats::KeyColumn::missing;
        suppressed[rows[i]] |= ColumnMask{1} << j;
      }
    }
    std::vector<std::uint32_t> still = rows_with_keys(left);
    if (still.size() == rows.size()) break;
    rows = std::move(still);
  }
  return suppressed;
}

std::size_t records_below(const stats::KeyTable& keys, std::size_t k, const Run& run) {
  const std::vector<std::uint32_t> rows = rows_with_keys(keys);
  const std::size_t blank = keys.rows - rows.size();
  return below_among(taking_rows(keys, rows), k, run) + (keys.rows < k ? blank : 0);
}

}  // namespace sfumato::masking
