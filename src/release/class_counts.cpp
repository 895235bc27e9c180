#include "release/class_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "core/hmac.hpp"
#include "core/rng.hpp"
#include "release/class_entries.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::release {
namespace {

using Hash = RecordHash;

// Hashes of cells and of records, under a random key that is not known in advance.
class RecordHashes {
 public:
  RecordHashes() : hmac_(random_key(key_)) {}

  // Adds the cells of a column to the hashes of records; `present` marks records with a value.
  void add(const Column& column, std::vector<Hash>& hashes, std::vector<char>& present) const {
    if (const Codes* codes = column.get_if<Codes>()) {
      std::vector<Hash> of_label;
      for (const std::string& label : codes->labels) of_label.push_back(text_hash(label));
      for (std::size_t row = 0; row < hashes.size(); ++row) {
        const std::int32_t code = codes->codes[row];
        if (code == Codes::missing) {
          mix(hashes[row], {0, 0}, 0);
          continue;
        }
        mix(hashes[row], of_label[static_cast<std::size_t>(code)], 1);
        present[row] = 1;
      }
      return;
    }
    for (std::size_t row = 0; row < hashes.size(); ++row) {
      if (column.missing(row)) {
        mix(hashes[row], {0, 0}, 0);
        continue;
      }
      mix(hashes[row], {value_bits(column, row), 0}, 1);
      present[row] = 1;
    }
  }

  static std::uint64_t value_bits(const Column& column, std::size_t row) {
    if (const Numbers* numbers = column.get_if<Numbers>())
      return std::bit_cast<std::uint64_t>((*numbers)[row] + 0.0);  // −0 equals 0
    if (const Integers* integers = column.get_if<Integers>()) {
      return static_cast<std::uint64_t>(integers->values[row]);
    }
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      return static_cast<std::uint64_t>(times->ticks[row]);
    }
    return static_cast<std::uint64_t>(column.get_if<Dates>()->days[row]);
  }

 private:
  static std::string random_key(StreamKey& key) {
    SecureRng random;
    key = {random.bits(), random.bits()};
    std::string text;
    for (int word = 0; word < 4; ++word) text += std::to_string(random.bits());
    return text;
  }
  Hash text_hash(const std::string& text) const {
    const Digest digest = hmac_(text);
    Hash hash{};
    std::memcpy(hash.data(), digest.data(), sizeof hash);
    return hash;
  }
  void mix(Hash& hash, const Hash& cell, std::uint64_t tag) const {
    const auto mixed = philox({hash[0], hash[1] + tag, cell[0], cell[1]}, key_);
    hash = {mixed[0], mixed[1]};
  }

  StreamKey key_{};
  Hmac hmac_;
};

// One record of each class, and whether the class has more than one.
struct DistinctKeys {
  explicit DistinctKeys(std::size_t columns) : codes_of_text(columns) { texts.codes.resize(columns); }

  void add(const Hash& hash, const Table& block, const ColumnSet& columns, std::size_t row) {
    const auto [place, fresh] = places.try_emplace(hash, classes.size());
    const auto record = static_cast<std::uint32_t>(place->second);
    if (!fresh) {
      if (classes[record].size() == 1) classes[record].push_back(record);
      return;
    }
    classes.push_back({record});
    for (std::size_t key = 0; key < columns.size(); ++key) {
      const Column& column = block.column(columns[key]);
      auto& codes = codes_of_text[key];
      texts.codes[key].push_back(
          column.missing(row)
              ? verify::KeyTexts::missing
              : codes.try_emplace(column.text(row), static_cast<std::uint32_t>(codes.size())).first->second);
    }
  }

  struct Bits {
    std::size_t operator()(const Hash& hash) const { return hash[0]; }
  };
  std::unordered_map<Hash, std::size_t, Bits> places;
  std::vector<std::unordered_map<std::string, std::uint32_t>> codes_of_text;
  verify::KeyTexts texts;
  std::vector<verify::Rows> classes;
};

// The classes of records: codes of the keys of each, and how many records it has.
class ClassKeys {
 public:
  explicit ClassKeys(std::size_t columns) : codes_of_label_(columns), codes_of_value_(columns) {
    found.keys.columns.resize(columns);
  }

  void add(const Hash& hash, const Table& block, const ColumnSet& columns, std::size_t row) {
    const auto [place, fresh] = places_.try_emplace(hash, found.records.size());
    if (!fresh) {
      found.records[place->second] += 1.0;
      return;
    }
    found.records.push_back(1.0);
    ++found.keys.rows;
    for (std::size_t key = 0; key < columns.size(); ++key) {
      stats::KeyColumn& column = found.keys.columns[key];
      column.codes.push_back(code_of(key, block.column(columns[key]), row));
      column.distinct = static_cast<std::int32_t>(codes_of_label_[key].size() + codes_of_value_[key].size());
    }
  }

  StoredClasses found;

 private:
  std::int32_t code_of(std::size_t key, const Column& column, std::size_t row) {
    if (column.missing(row)) return stats::KeyColumn::missing;
    const auto next = static_cast<std::int32_t>(codes_of_label_[key].size() + codes_of_value_[key].size());
    if (column.is_text()) return codes_of_label_[key].try_emplace(column.text(row), next).first->second;
    return codes_of_value_[key].try_emplace(RecordHashes::value_bits(column, row), next).first->second;
  }

  struct Bits {
    std::size_t operator()(const Hash& hash) const { return hash[0]; }
  };
  std::unordered_map<Hash, std::size_t, Bits> places_;
  std::vector<std::unordered_map<std::string, std::int32_t>> codes_of_label_;
  std::vector<std::unordered_map<std::uint64_t, std::int32_t>> codes_of_value_;
};

// By record: has it this text in every column?
std::vector<char> having_text(const Table& block, const ColumnSet& columns, const std::string& text) {
  std::vector<char> result(block.rows(), text.empty() ? 0 : 1);
  for (const ColumnId id : columns) {
    const Codes* codes = block.column(id).get_if<Codes>();
    for (std::size_t row = 0; row < result.size(); ++row) {
      if (result[row] == 0) continue;
      const std::int32_t code = codes == nullptr ? Codes::missing : codes->codes[row];
      if (code == Codes::missing || codes->labels[static_cast<std::size_t>(code)] != text) result[row] = 0;
    }
  }
  return result;
}

void add_classes(ClassEntries& entries, ClassCounts& counts, const Run& run) {
  counts.of_size = entries.sizes(run);
  for (const auto& [size, classes] : counts.of_size) counts.classes += classes;
  if (counts.of_size.empty()) return;
  const auto unique = counts.of_size.find(1);
  counts.unique = unique == counts.of_size.end() ? 0 : unique->second;
  counts.smallest = counts.of_size.begin()->first;
  counts.largest = counts.of_size.rbegin()->first;
}

std::size_t hashes_in_memory(const Run& run) {
  constexpr std::uint64_t usual = std::uint64_t{256} << 20;
  return (run.memory() == 0 ? usual : run.memory() / 8) / sizeof(CountedHash);
}

}  // namespace

ClassCounts count_classes(const io::StoredTable& table, const ColumnSet& columns, const std::string& folder,
                          const Run& run, std::size_t hashes) {
  ClassCounts counts;
  if (columns.empty()) return counts;
  const RecordHashes keys;
  ClassEntries entries(table.rows(), hashes == 0 ? hashes_in_memory(run) : hashes, folder);
  BlockClasses classes;
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = table.block(block, run, &columns);
    std::vector<Hash> own(part.rows(), Hash{});
    std::vector<char> present(part.rows(), 0);
    for (const ColumnId id : columns) {
      counts.gaps = counts.gaps || part.column(id).missing_count() > 0;
      keys.add(part.column(id), own, present);
    }
    counts.records += static_cast<std::size_t>(std::count(present.begin(), present.end(), 1));
    entries.add(classes.of(own, present));
  }
  add_classes(entries, counts, run);
  return counts;
}

std::optional<std::size_t> unique_with_wildcards(const io::StoredTable& table, const ColumnSet& columns,
                                                 const Run& run, std::size_t most) {
  const RecordHashes hashes;
  DistinctKeys found(columns.size());
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = table.block(block, run, &columns);
    std::vector<Hash> own(part.rows(), Hash{});
    std::vector<char> present(part.rows(), 0);
    for (const ColumnId id : columns) hashes.add(part.column(id), own, present);
    for (std::size_t row = 0; row < own.size(); ++row) {
      if (present[row] != 0) found.add(own[row], part, columns, row);
    }
    if (found.classes.size() > most) return std::nullopt;
  }
  return verify::wildcard_agreement(found.texts, found.classes, 2, run).below;
}

std::optional<StoredClasses> stored_classes(const io::StoredTable& table, const ColumnSet& columns,
                                            const std::string& left_out, const Run& run, std::size_t most) {
  const RecordHashes hashes;
  ClassKeys classes(columns.size());
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = table.block(block, run, &columns);
    std::vector<Hash> own(part.rows(), Hash{});
    std::vector<char> present(part.rows(), 0);
    for (const ColumnId id : columns) hashes.add(part.column(id), own, present);
    const std::vector<char> without = having_text(part, columns, left_out);
    for (std::size_t row = 0; row < own.size(); ++row) {
      if (without[row] == 0) classes.add(own[row], part, columns, row);
    }
    if (classes.found.records.size() > most) return std::nullopt;
  }
  return std::move(classes.found);
}

}  // namespace sfumato::release
