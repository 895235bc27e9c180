// Keys of a record's codes are packed into 64 bits; where they do not fit, those so far become the numbers of
// the classes that they form.
#include "stats/level_table.hpp"

#include <algorithm>
#include <bit>

#include "stats/key_classes.hpp"

namespace sfumato::stats {
namespace {

// Multiplication by 2^64 over the golden ratio spreads near keys (Knuth 1998, vol. 3, §6.4).
std::size_t place(std::uint64_t key, std::size_t mask) {
  key = (key ^ (key >> 32)) * 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>(key >> 32) & mask;
}

}  // namespace

LevelTable level_table(std::vector<LevelColumn> columns,
                       const std::vector<std::vector<std::uint32_t>>& leaf_of_row, std::size_t rows,
                       const Run& run) {
  KeyTable keys{rows, std::vector<KeyColumn>(columns.size())};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    keys.columns[j].codes.assign(leaf_of_row[j].begin(), leaf_of_row[j].end());
    keys.columns[j].distinct = static_cast<std::int32_t>(columns[j].leaves());
  }
  KeyClasses classes = equal_classes(keys, run);
  LevelTable table{rows, std::move(columns), {}, classes.sizes, std::move(classes.of_row)};
  for (const std::vector<std::uint32_t>& leaves : leaf_of_row) {
    std::vector<std::uint32_t>& taken = table.leaves.emplace_back(classes.count());
    for (std::size_t entry = 0; entry < taken.size(); ++entry) taken[entry] = leaves[classes.first[entry]];
  }
  return table;
}

LevelTable taking_entries(const LevelTable& table, const std::vector<std::uint32_t>& entries) {
  LevelTable part{0, table.columns, {}, {}, {}};
  for (const std::uint32_t entry : entries) {
    part.rows += table.counts[entry];
    part.counts.push_back(table.counts[entry]);
  }
  for (const std::vector<std::uint32_t>& leaves : table.leaves) {
    std::vector<std::uint32_t>& taken = part.leaves.emplace_back();
    for (const std::uint32_t entry : entries) taken.push_back(leaves[entry]);
  }
  return part;
}

ClassCounter::ClassCounter(const LevelTable& table)
    : table_(table),
      keys_(table.entries()),
      slots_(std::bit_ceil(std::max<std::size_t>(16, 2 * table.entries())), 0) {
  for (const LevelColumn& column : table.columns) {
    std::uint32_t largest = 0;
    for (const auto& codes : column.codes) {
      for (const std::uint32_t code : codes) largest = std::max(largest, code);
    }
    widths_.push_back(static_cast<unsigned>(std::bit_width(largest)));
  }
  classes_.of_entry.resize(table.entries());
}

void ClassCounter::number_keys() {
  ++round_;
  class_keys_.clear();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
    const std::uint64_t key = keys_[entry];
    for (std::size_t at = place(key, mask);; at = (at + 1) & mask) {
      if (slots_[at] >> 32 != round_) {
        slots_[at] = round_ << 32 | class_keys_.size();
        class_keys_.push_back(key);
      } else if (class_keys_[slots_[at] & 0xffffffffU] != key) {
        continue;
      }
      classes_.of_entry[entry] = static_cast<std::uint32_t>(slots_[at]);
      break;
    }
  }
}

const EntryClasses& ClassCounter::count(const Levels& levels) {
  std::fill(keys_.begin(), keys_.end(), 0);
  unsigned used = 0;
  for (std::size_t j = 0; j < levels.size(); ++j) {
    if (used + widths_[j] > 64) {
      number_keys();
      std::copy(classes_.of_entry.begin(), classes_.of_entry.end(), keys_.begin());
      used = static_cast<unsigned>(std::bit_width(class_keys_.size()));
    }
    const std::uint32_t* codes = table_.columns[j].codes[levels[j]].data();
    const std::uint32_t* leaves = table_.leaves[j].data();
    for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
      keys_[entry] = keys_[entry] << widths_[j] | codes[leaves[entry]];
    }
    used += widths_[j];
  }
  number_keys();
  classes_.sizes.assign(class_keys_.size(), 0);
  for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
    classes_.sizes[classes_.of_entry[entry]] += table_.counts[entry];
  }
  return classes_;
}

}  // namespace sfumato::stats
