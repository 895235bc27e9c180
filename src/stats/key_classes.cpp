// Keys of up to 64 bits are looked up as they are; longer ones are first shortened column by column, by the
// numbers of the classes that their beginnings form.
#include "stats/key_classes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "stats/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t none = 0xffffffffU;
constexpr std::size_t block_rows = 1 << 16;

// A fixed mixing of 64 bits (the finalizer of MurmurHash3, Appleby 2008), so that near keys lie far apart.
std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
  key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return key ^ (key >> 33);
}

// An open-addressing table from keys to class numbers.
class ClassTable {
 public:
  explicit ClassTable(std::size_t expected) {
    reserve(std::bit_ceil(std::max<std::size_t>(16, 2 * expected)));
  }

  // The number of the key's class: a new one where it has not been seen.
  std::uint32_t number(std::uint64_t key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    for (std::size_t at = mixed(key) & mask_;; at = (at + 1) & mask_) {
      if (slots_[at] == none) {
        slots_[at] = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        return slots_[at];
      }
      if (keys_[slots_[at]] == key) return slots_[at];
    }
  }
  std::size_t size() const { return keys_.size(); }

 private:
  void reserve(std::size_t slots) {
    slots_.assign(slots, none);
    mask_ = slots - 1;
  }
  void grow() {
    reserve(2 * slots_.size());
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
      std::size_t at = mixed(keys_[number]) & mask_;
      while (slots_[at] != none) at = (at + 1) & mask_;
      slots_[at] = number;
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<std::uint64_t> keys_;
  std::size_t mask_ = 0;
};

// Bits for the codes of a column and one more for "missing".
unsigned width_of(std::int32_t distinct) {
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(distinct)));
}

void append(std::vector<std::uint64_t>& packed, const KeyColumn& column, unsigned width, const Run& run) {
  run.blocks(packed.size(), block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      packed[row] = (packed[row] << width) | static_cast<std::uint64_t>(column.codes[row] + 1);
    }
  });
}

KeyClasses numbered(const std::vector<std::uint64_t>& packed, std::size_t expected) {
  KeyClasses classes;
  classes.of_row.resize(packed.size());
  ClassTable table(expected);
  for (std::size_t row = 0; row < packed.size(); ++row) {
    const std::uint32_t number = table.number(packed[row]);
    if (number == classes.sizes.size()) {
      classes.sizes.push_back(0);
      classes.first.push_back(static_cast<std::uint32_t>(row));
    }
    ++classes.sizes[number];
    classes.of_row[row] = number;
  }
  return classes;
}

template <class T>
KeyColumn coded(const std::vector<T>& values, const std::vector<bool>& missing) {
  std::vector<T> known;
  known.reserve(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!missing[row]) known.push_back(values[row]);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  KeyColumn result{std::vector<std::int32_t>(values.size(), KeyColumn::missing),
                   static_cast<std::int32_t>(known.size())};
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (missing[row]) continue;
    const auto found = std::lower_bound(known.begin(), known.end(), values[row]);
    result.codes[row] = static_cast<std::int32_t>(found - known.begin());
  }
  return result;
}

// Codes that no record has are left out, so that keys are as short as can be.
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
  std::vector<bool> missing(column.size());
  for (std::size_t row = 0; row < missing.size(); ++row) missing[row] = column.missing(row);
  if (const Integers* integers = column.get_if<Integers>()) return coded(integers->values, missing);
  return coded(column.to_numbers(), missing);
}

KeyTable key_table(const Table& table, const ColumnSet& columns, const Run& run) {
  KeyTable result{table.rows(), std::vector<KeyColumn>(columns.size())};
  run.parallel(columns.size(),
               [&](std::size_t j) { result.columns[j] = key_column(table.column(columns[j])); });
  return result;
}

KeyClasses equal_classes(const KeyTable& keys, std::span<const std::size_t> columns, const Run& run) {
  std::vector<std::uint64_t> packed(keys.rows, 0);
  unsigned used = 0;
  for (const std::size_t position : columns) {
    run.check_stop();
    const KeyColumn& column = keys.columns[position];
    const unsigned width = width_of(column.distinct);
    if (used + width > 64) {
      const KeyClasses beginnings = numbered(packed, keys.rows / 4);
      used = static_cast<unsigned>(std::bit_width(beginnings.count()));
      std::copy(beginnings.of_row.begin(), beginnings.of_row.end(), packed.begin());
    }
    append(packed, column, width, run);
    used += width;
  }
  run.check_stop();
  return numbered(packed, keys.rows / 4);
}

KeyClasses equal_classes(const KeyTable& keys, const Run& run) {
  std::vector<std::size_t> all(keys.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return equal_classes(keys, all, run);
}

}  // namespace sfumato::stats
