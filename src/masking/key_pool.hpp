// How many records of a pool agree with a key outside some columns, where missing values agree with every
// value: what a record would gain if those columns were suppressed. Tables are built when they are first
// needed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linkage/agreement_index.hpp"

namespace sfumato::masking {

// A set of key columns, bit j for column j; at most 64 columns.
using ColumnMask = std::uint64_t;

// Different keys, row by row, with a negative code where missing, and how many records have each.
struct CountedKeys {
  std::size_t width = 0;
  std::vector<std::int32_t> codes;
  std::vector<std::uint32_t> counts;

  std::size_t size() const { return counts.size(); }
  std::span<const std::int32_t> key(std::size_t i) const { return {codes.data() + i * width, width}; }
};

// The columns of a key that are missing.
ColumnMask missing_columns(std::span<const std::int32_t> key);

// Keys by their values outside `ignored`, looked up by hash and compared in full.
class ProjectedCounts {
 public:
  ProjectedCounts(const CountedKeys& keys, std::span<const std::uint32_t> chosen, ColumnMask ignored);
  std::uint64_t count(std::span<const std::int32_t> key) const;

 private:
  struct Slot {
    std::uint32_t key = 0;
    std::uint32_t count = 0;  // 0: empty; stays at the largest number once reached
  };
  std::uint64_t hash(std::span<const std::int32_t> key) const;
  bool same(std::span<const std::int32_t> a, std::span<const std::int32_t> b) const;

  const CountedKeys* keys_;
  std::vector<std::size_t> columns_;  // that are compared
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
};

// Keys grouped by which columns they miss.
class MissingPatterns {
 public:
  explicit MissingPatterns(const CountedKeys& keys);
  struct Pattern {
    ColumnMask missing;
    std::vector<std::uint32_t> keys;
  };
  const std::vector<Pattern>& patterns() const { return patterns_; }
  // Whether a pattern has so few keys that scanning all keys is faster than a table for each pattern.
  bool scattered(std::size_t keys) const { return keys < 32 * patterns_.size(); }

 private:
  std::vector<Pattern> patterns_;
};

// For each key the number of records that agree with it, itself included; exact below `enough`, and at
// least `enough` otherwise.
std::vector<std::uint64_t> agreeing_records(const CountedKeys& keys, std::uint64_t enough, const Run& run);

class KeyPool {
 public:
  explicit KeyPool(CountedKeys keys);
  KeyPool(const KeyPool&) = delete;  // tables point to the keys
  KeyPool& operator=(const KeyPool&) = delete;

  // Records of the pool that agree with the key outside `ignored`, which has all that the key misses. May
  // be called from several threads at once.
  std::uint64_t count(std::span<const std::int32_t> key, ColumnMask ignored) const;
  // The tables whose counts add up to that, for keys that miss no column outside `ignored`.
  std::vector<const ProjectedCounts*> tables(ColumnMask ignored) const;
  // Whether there are too many patterns for tables, so that each key is to be counted by itself.
  bool scattered() const { return index_.has_value(); }

 private:
  const ProjectedCounts& table(std::size_t pattern, ColumnMask ignored) const;

  CountedKeys keys_;
  MissingPatterns patterns_;
  std::optional<stats::AgreementIndex> index_;  // of the keys, where there are many patterns
  mutable std::mutex guard_;
  mutable std::map<std::pair<std::size_t, ColumnMask>, std::unique_ptr<ProjectedCounts>> tables_;
};

}  // namespace sfumato::masking
