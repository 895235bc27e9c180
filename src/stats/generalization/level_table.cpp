// Codes of a record are digits of one number of 64 bits; where they do not fit, those so far become the
// numbers of the classes that they form. Numbers that are small enough are array indices.
#include "stats/generalization/level_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {
namespace {

// Multiplication by 2^64 over the golden ratio spreads similar keys (Knuth 1998, vol. 3, §6.4).
std::size_t place(std::uint64_t key, std::size_t mask) {
  key = (key ^ (key >> 32)) * 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>(key >> 32) & mask;
}

}  // namespace

LevelTable level_table(std::vector<LevelColumn> columns,
                       const std::vector<std::vector<std::uint32_t>>& leaf_of_row, std::size_t rows,
                       const Run& run, const RecordCounts& counts) {
  KeyTable keys{rows, std::vector<KeyColumn>(columns.size()), counts};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    keys.columns[j].codes.assign(leaf_of_row[j].begin(), leaf_of_row[j].end());
    keys.columns[j].distinct = static_cast<std::int32_t>(columns[j].leaves());
  }
  KeyClasses classes = equal_classes(keys, run);
  LevelTable table{counts.records(rows), std::move(columns),        {},
                   classes.sizes,        std::move(classes.of_row), counts};
  for (const std::vector<std::uint32_t>& leaves : leaf_of_row) {
    std::vector<std::uint32_t>& taken = table.leaves.emplace_back(classes.count());
    for (std::size_t entry = 0; entry < taken.size(); ++entry) taken[entry] = leaves[classes.first[entry]];
  }
  return table;
}

std::vector<std::uint32_t> take_population(LevelTable& table, std::size_t sample) {
  std::vector<std::uint32_t> population(table.entries(), 0);
  for (std::size_t row = sample; row < table.rows; ++row) ++population[table.entry_of_row[row]];
  for (std::size_t entry = 0; entry < population.size(); ++entry) table.counts[entry] -= population[entry];
  table.rows = sample;
  table.entry_of_row.resize(sample);
  return population;
}

ClassCounter::ClassCounter(const LevelTable& table)
    : table_(table),
      keys_(table.entries()),
      slots_(std::bit_ceil(std::max<std::size_t>(16, 2 * table.entries())), 0) {
  for (const LevelColumn& column : table.columns) {
    std::vector<std::uint64_t>& radices = radices_.emplace_back();
    for (const auto& codes : column.codes) {
      radices.push_back(codes.empty() ? 1U
                                      : *std::max_element(codes.begin(), codes.end()) + std::uint64_t{1});
    }
  }
  classes_.of_entry.resize(table.entries());
}

void ClassCounter::number_keys(bool small) {
  ++round_;
  class_keys_.clear();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
    const std::uint64_t key = keys_[entry];
    for (std::size_t at = small ? key : place(key, mask);; at = (at + 1) & mask) {
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

void ClassCounter::pack(std::size_t column, std::uint32_t level, std::uint64_t radix) {
  const std::uint32_t* codes = table_.columns[column].codes[level].data();
  const std::uint32_t* leaves = table_.leaves[column].data();
  for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
    keys_[entry] = keys_[entry] * radix + codes[leaves[entry]];
  }
}

const EntryClasses& ClassCounter::count(const Levels& levels) {
  std::fill(keys_.begin(), keys_.end(), 0);
  std::uint64_t used = 1;  // keys are below it
  for (std::size_t j = 0; j < levels.size(); ++j) {
    const std::uint64_t radix = radices_[j][levels[j]];
    if (radix == 1) continue;
    if (used > std::numeric_limits<std::uint64_t>::max() / radix) {
      number_keys(false);
      std::copy(classes_.of_entry.begin(), classes_.of_entry.end(), keys_.begin());
      used = class_keys_.size();
    }
    pack(j, levels[j], radix);
    used *= radix;
  }
  number_keys(used <= slots_.size());
  classes_.sizes.assign(class_keys_.size(), 0);
  for (std::size_t entry = 0; entry < keys_.size(); ++entry) {
    classes_.sizes[classes_.of_entry[entry]] += table_.counts[entry];
  }
  return classes_;
}

}  // namespace sfumato::stats
