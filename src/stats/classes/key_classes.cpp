// Keys of up to 64 bits are looked up as they are; longer ones are first shortened column by column, by the
// numbers of the classes that their beginnings form.
#include "stats/classes/key_classes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t none = 0xffffffffU;
constexpr std::size_t block_rows = 1 << 16;
constexpr std::size_t part_rows = 1 << 14;

// A fixed mixing of 64 bits (the finalizer of MurmurHash3, Appleby 2008), so that similar keys are far apart.
std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
  key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return key ^ (key >> 33);
}

// Bits for the codes of a column and one more for "missing".
unsigned width_of(std::int32_t distinct) {
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(distinct)));
}

// Appends the codes of some columns to keys, a block of rows at a time.
void append(std::vector<std::uint64_t>& packed, std::span<const KeyColumn* const> columns, const Run& run) {
  run.blocks(packed.size(), block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (const KeyColumn* column : columns) {
      const unsigned width = width_of(column->distinct);
      for (std::size_t row = begin; row < end; ++row) {
        packed[row] = (packed[row] << width) | static_cast<std::uint64_t>(column->codes[row] + 1);
      }
    }
  });
}

// Where keys have few bits, each has an array element of its own; the first record of each record's class.
std::vector<std::uint32_t> first_by_place(const std::vector<std::uint64_t>& packed, unsigned bits) {
  std::vector<std::uint32_t> places(std::size_t{1} << bits, none), result(packed.size());
  for (std::size_t row = 0; row < packed.size(); ++row) {
    std::uint32_t& first = places[packed[row]];
    if (first == none) first = static_cast<std::uint32_t>(row);
    result[row] = first;
  }
  return result;
}

struct KeyedRow {
  std::uint64_t key;
  std::uint32_t row;
};

// Rows in parts by the upper bits of their mixed keys, so that a part and its hash table fit in a fast cache;
// ascending in each part.
struct Parts {
  std::vector<KeyedRow> rows;
  std::vector<std::size_t> begin;  // of each part, and the end
};

Parts parts_of(const std::vector<std::uint64_t>& packed, const Run& run) {
  const unsigned bits = std::min(11U, static_cast<unsigned>(std::bit_width(packed.size() / part_rows)));
  const std::size_t parts = std::size_t{1} << bits, blocks = (packed.size() + block_rows - 1) / block_rows;
  const auto part_of = [&](std::uint64_t key) { return bits == 0 ? 0 : mixed(key) >> (64 - bits); };
  std::vector<std::size_t> place(parts * blocks, 0);  // of the next row, by part and block
  run.blocks(packed.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> counts(parts, 0);
    for (std::size_t row = begin; row < end; ++row) ++counts[part_of(packed[row])];
    for (std::size_t part = 0; part < parts; ++part) place[part * blocks + block] = counts[part];
  });
  Parts result{std::vector<KeyedRow>(packed.size()), {}};
  std::size_t before = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (i % blocks == 0) result.begin.push_back(before);
    before += std::exchange(place[i], before);
  }
  result.begin.push_back(before);
  run.blocks(packed.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> next(parts);
    for (std::size_t part = 0; part < parts; ++part) next[part] = place[part * blocks + block];
    for (std::size_t row = begin; row < end; ++row) {
      result.rows[next[part_of(packed[row])]++] = {packed[row], static_cast<std::uint32_t>(row)};
    }
  });
  return result;
}

// The same by hash tables of the parts, with linear probing; a slot has the place of a class in its part.
std::vector<std::uint32_t> first_by_hash(const std::vector<std::uint64_t>& packed, const Run& run) {
  std::vector<std::uint32_t> result(packed.size());
  if (packed.empty()) return result;
  const Parts parts = parts_of(packed, run);
  run.parallel(parts.begin.size() - 1, [&](std::size_t part) {
    const auto rows =
        std::span(parts.rows).subspan(parts.begin[part], parts.begin[part + 1] - parts.begin[part]);
    std::vector<std::uint32_t> slots(std::bit_ceil(rows.size() + rows.size() / 2 + 1), none);
    const std::size_t mask = slots.size() - 1;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      std::size_t at = mixed(rows[i].key) & mask;
      while (slots[at] != none && rows[slots[at]].key != rows[i].key) at = (at + 1) & mask;
      if (slots[at] == none) slots[at] = i;
      result[rows[i].row] = rows[slots[at]].row;
    }
  });
  return result;
}

// Numbers classes by their first records. A first record has its number when others of its class come.
KeyClasses numbered(std::vector<std::uint32_t> first_of_row) {
  KeyClasses classes;
  for (std::size_t row = 0; row < first_of_row.size(); ++row) {
    std::uint32_t& entry = first_of_row[row];
    if (entry == row) {
      entry = static_cast<std::uint32_t>(classes.first.size());
      classes.first.push_back(static_cast<std::uint32_t>(row));
      classes.sizes.push_back(1);
    } else {
      entry = first_of_row[entry];
      ++classes.sizes[entry];
    }
  }
  classes.of_row = std::move(first_of_row);
  return classes;
}

// Of keys of so many bits.
KeyClasses numbered(const std::vector<std::uint64_t>& packed, unsigned bits, const Run& run) {
  const bool few = bits <= 20 && std::size_t{1} << bits <= std::max<std::size_t>(1024, 4 * packed.size());
  return numbered(few ? first_by_place(packed, bits) : first_by_hash(packed, run));
}

// Codes by the place of a value in a sorted list of distinct ones.
template <class T, class Missing>
KeyColumn coded_by_order(const std::vector<T>& values, const Missing& missing) {
  std::vector<T> known;
  known.reserve(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!missing(row)) known.push_back(values[row]);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  KeyColumn result{std::vector<std::int32_t>(values.size(), KeyColumn::missing),
                   static_cast<std::int32_t>(known.size())};
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (missing(row)) continue;
    const auto found = std::lower_bound(known.begin(), known.end(), values[row]);
    result.codes[row] = static_cast<std::int32_t>(found - known.begin());
  }
  return result;
}

double distance(double lower, double upper) { return upper - lower; }
// Exact where it is small, as a difference of numbers beyond 2^53 would not be.
double distance(std::int64_t lower, std::int64_t upper) {
  return static_cast<double>(static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower));
}

// Integers of a narrow range have an array element each, and need no sorting.
template <class T, class Missing>  // missing(row)
KeyColumn coded(const std::vector<T>& values, const Missing& missing) {
  T lowest = 0, highest = 0;
  bool whole = true, any = false;
  for (std::size_t row = 0; row < values.size() && whole; ++row) {
    if (missing(row)) continue;
    const T value = values[row];
    if constexpr (std::is_floating_point_v<T>) whole = value == std::floor(value);
    lowest = any ? std::min(lowest, value) : value;
    highest = any ? std::max(highest, value) : value;
    any = true;
  }
  const double width = distance(lowest, highest);
  if (!whole || !(width <= std::min(1e6, 4.0 * static_cast<double>(values.size())))) {
    return coded_by_order(values, missing);
  }
  const auto place = [&](std::size_t row) { return static_cast<std::size_t>(values[row] - lowest); };
  std::vector<std::int32_t> code_of(static_cast<std::size_t>(width) + 1, KeyColumn::missing);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!missing(row)) code_of[place(row)] = 0;
  }
  KeyColumn result{std::vector<std::int32_t>(values.size(), KeyColumn::missing), 0};
  for (std::int32_t& code : code_of) {
    if (code == 0) code = result.distinct++;
  }
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!missing(row)) result.codes[row] = code_of[place(row)];
  }
  return result;
}

// Codes that no record has are left out, so that keys are as short as possible.
KeyColumn coded(const Codes& codes) {
  std::vector<std::int32_t> code_of(codes.labels.size(), KeyColumn::missing);
  for (const std::int32_t code : codes.codes) {
    if (code != Codes::missing) code_of[static_cast<std::size_t>(code)] = 0;
  }
  KeyColumn result{std::vector<std::int32_t>(codes.codes.size(), KeyColumn::missing), 0};
  for (std::int32_t& code : code_of) {
    if (code == 0) code = result.distinct++;
  }
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    if (codes.codes[row] != Codes::missing)
      result.codes[row] = code_of[static_cast<std::size_t>(codes.codes[row])];
  }
  return result;
}

}  // namespace

KeyColumn key_column(const Column& column) {
  if (const Codes* codes = column.get_if<Codes>()) return coded(*codes);
  if (const Integers* integers = column.get_if<Integers>()) {
    const bool all = integers->missing.empty();
    return coded(integers->values, [&](std::size_t row) { return !all && integers->missing[row] != 0; });
  }
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    return coded(times->ticks, [&](std::size_t row) { return times->ticks[row] == Timestamps::missing; });
  }
  const Numbers numbers = column.to_numbers();
  return coded(numbers, [&](std::size_t row) { return std::isnan(numbers[row]); });
}

KeyTable key_table(const Table& table, const ColumnSet& columns, const Run& run) {
  KeyTable result{table.rows(), std::vector<KeyColumn>(columns.size())};
  run.parallel(columns.size(),
               [&](std::size_t j) { result.columns[j] = key_column(table.column(columns[j])); });
  result.counts = record_counts(table);
  return result;
}

KeyClasses equal_classes(const KeyTable& keys, std::span<const std::size_t> columns, const Run& run) {
  std::vector<std::uint64_t> packed(keys.rows, 0);
  unsigned used = 0;
  std::vector<const KeyColumn*> waiting;
  for (const std::size_t position : columns) {
    const KeyColumn& column = keys.columns[position];
    const unsigned width = width_of(column.distinct);
    if (used + width > 64) {
      append(packed, waiting, run);
      waiting.clear();
      const KeyClasses beginnings = numbered(packed, used, run);
      used = static_cast<unsigned>(std::bit_width(beginnings.count()));
      std::copy(beginnings.of_row.begin(), beginnings.of_row.end(), packed.begin());
    }
    waiting.push_back(&column);
    used += width;
  }
  append(packed, waiting, run);
  run.check_stop();
  KeyClasses classes = numbered(packed, used, run);
  if (keys.counts.one_each()) return classes;
  std::fill(classes.sizes.begin(), classes.sizes.end(), 0U);
  for (std::size_t row = 0; row < keys.rows; ++row) classes.sizes[classes.of_row[row]] += keys.counts[row];
  return classes;
}

KeyClasses equal_classes(const KeyTable& keys, const Run& run) {
  std::vector<std::size_t> all(keys.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return equal_classes(keys, all, run);
}

}  // namespace sfumato::stats
