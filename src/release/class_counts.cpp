#include "release/class_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "core/hmac.hpp"
#include "core/rng.hpp"
#include "io/scratch_file.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::release {
namespace {

using Hash = std::array<std::uint64_t, 2>;

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

 private:
  static std::string random_key(StreamKey& key) {
    SecureRng random;
    key = {random.bits(), random.bits()};
    std::string text;
    for (int word = 0; word < 4; ++word) text += std::to_string(random.bits());
    return text;
  }
  static std::uint64_t value_bits(const Column& column, std::size_t row) {
    if (const Numbers* numbers = column.get_if<Numbers>())
      return std::bit_cast<std::uint64_t>((*numbers)[row]);
    if (const Integers* integers = column.get_if<Integers>()) {
      return static_cast<std::uint64_t>(integers->values[row]);
    }
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      return static_cast<std::uint64_t>(times->ticks[row]);
    }
    return static_cast<std::uint64_t>(column.get_if<Dates>()->days[row]);
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

// Counts the classes among the hashes of one part.
void count_part(std::vector<Hash>& hashes, ClassCounts& counts) {
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t begin = 0; begin < hashes.size();) {
    std::size_t end = begin + 1;
    while (end < hashes.size() && hashes[end] == hashes[begin]) ++end;
    const std::size_t size = end - begin;
    ++counts.classes;
    counts.unique += size == 1 ? 1 : 0;
    counts.smallest = counts.smallest == 0 ? size : std::min(counts.smallest, size);
    counts.largest = std::max(counts.largest, size);
    begin = end;
  }
}

// Hashes on disk in parts by their first bits, each of which fits into memory.
class HashParts {
 public:
  HashParts(std::size_t records, std::size_t in_memory, const std::string& folder)
      : file_(folder),
        bits_(static_cast<unsigned>(std::bit_width(2 * records / std::max<std::size_t>(1, in_memory)))),
        waiting_(std::size_t{1} << bits_),
        written_(waiting_.size()) {}

  void add(const Hash& hash) {
    std::vector<Hash>& part = waiting_[bits_ == 0 ? 0 : hash[0] >> (64 - bits_)];
    part.push_back(hash);
    if (part.size() == at_once) write(static_cast<std::size_t>(&part - waiting_.data()));
  }

  void count(ClassCounts& counts, const Run& run) {
    for (std::size_t part = 0; part < waiting_.size(); ++part) {
      run.check_stop();
      write(part);
      std::size_t size = 0;
      for (const auto& [offset, hashes] : written_[part]) size += hashes;
      std::vector<Hash> all(size);
      std::size_t place = 0;
      for (const auto& [offset, hashes] : written_[part]) {
        file_.read(offset, all.data() + place, hashes * sizeof(Hash));
        place += hashes;
      }
      count_part(all, counts);
    }
  }

 private:
  static constexpr std::size_t at_once = 4096;

  void write(std::size_t part) {
    std::vector<Hash>& hashes = waiting_[part];
    if (hashes.empty()) return;
    const std::uint64_t offset =
        file_.append({reinterpret_cast<const char*>(hashes.data()), hashes.size() * sizeof(Hash)});
    written_[part].emplace_back(offset, hashes.size());
    hashes.clear();
  }

  io::ScratchFile file_;
  unsigned bits_;
  std::vector<std::vector<Hash>> waiting_;
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> written_;
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

std::size_t hashes_in_memory(const Run& run) {
  constexpr std::uint64_t usual = std::uint64_t{256} << 20;
  return (run.memory() == 0 ? usual : run.memory() / 8) / sizeof(Hash);
}

}  // namespace

ClassCounts count_classes(const io::StoredTable& table, const ColumnSet& columns, const std::string& folder,
                          const Run& run, std::size_t hashes) {
  ClassCounts counts;
  if (columns.empty()) return counts;
  const std::size_t in_memory = hashes == 0 ? hashes_in_memory(run) : hashes;
  const RecordHashes keys;
  std::vector<Hash> all;
  std::optional<HashParts> parts;
  if (table.rows() > in_memory) parts.emplace(table.rows(), in_memory, folder);
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = table.block(block, run, &columns);
    std::vector<Hash> own(part.rows(), Hash{});
    std::vector<char> present(part.rows(), 0);
    for (const ColumnId id : columns) {
      counts.gaps = counts.gaps || part.column(id).missing_count() > 0;
      keys.add(part.column(id), own, present);
    }
    for (std::size_t row = 0; row < own.size(); ++row) {
      if (present[row] == 0) continue;
      ++counts.records;
      parts ? parts->add(own[row]) : all.push_back(own[row]);
    }
  }
  parts ? parts->count(counts, run) : count_part(all, counts);
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

}  // namespace sfumato::release
