// Open addressing; a slot names the first of the keys that are equal outside the ignored columns.
#include "masking/key_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace sfumato::masking {
namespace {

// This many keys or fewer are compared one by one, which is faster than a table.
constexpr std::size_t few_keys = 8;

bool in(ColumnMask mask, std::size_t column) { return ((mask >> column) & 1U) != 0; }

bool agree(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (a[j] != b[j] && a[j] >= 0 && b[j] >= 0) return false;
  }
  return true;
}

// Each key by itself, which needs no patterns.
std::vector<std::uint64_t> agreeing_one_by_one(const CountedKeys& keys, const Run& run) {
  const stats::AgreementIndex index(keys.codes, keys.width);
  std::vector<std::uint64_t> result(keys.size(), 0);
  run.blocks(keys.size(), 256, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      run.check_stop();
      index.visit(keys.key(i), [&](std::size_t other) { result[i] += keys.counts[other]; });
    }
  });
  return result;
}

}  // namespace

ColumnMask missing_columns(std::span<const std::int32_t> key) {
  ColumnMask missing = 0;
  for (std::size_t j = 0; j < key.size(); ++j) {
    if (key[j] < 0) missing |= ColumnMask{1} << j;
  }
  return missing;
}

ProjectedCounts::ProjectedCounts(const CountedKeys& keys, std::span<const std::uint32_t> chosen,
                                 ColumnMask ignored)
    : keys_(&keys), slots_(std::bit_ceil(std::max<std::size_t>(16, 2 * chosen.size()))) {
  mask_ = slots_.size() - 1;
  for (std::size_t j = 0; j < keys.width; ++j) {
    if (!in(ignored, j)) columns_.push_back(j);
  }
  for (const std::uint32_t number : chosen) {
    std::size_t at = hash(keys.key(number)) & mask_;
    while (slots_[at].count > 0 && !same(keys.key(slots_[at].key), keys.key(number))) at = (at + 1) & mask_;
    if (slots_[at].count == 0) slots_[at].key = number;
    const std::uint64_t sum = std::uint64_t{slots_[at].count} + keys.counts[number];
    slots_[at].count =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
  }
}

std::uint64_t ProjectedCounts::count(std::span<const std::int32_t> key) const {
  for (std::size_t at = hash(key) & mask_; slots_[at].count > 0; at = (at + 1) & mask_) {
    if (same(keys_->key(slots_[at].key), key)) return slots_[at].count;
  }
  return 0;
}

// Codes one after the other through the finalizer of MurmurHash3 (Appleby 2008).
std::uint64_t ProjectedCounts::hash(std::span<const std::int32_t> key) const {
  std::uint64_t sum = 0x9e3779b97f4a7c15ULL;
  for (const std::size_t j : columns_) {
    sum = (sum ^ static_cast<std::uint64_t>(key[j])) * 0xff51afd7ed558ccdULL;
    sum ^= sum >> 33;
  }
  sum *= 0xc4ceb9fe1a85ec53ULL;
  return sum ^ (sum >> 29);
}

bool ProjectedCounts::same(std::span<const std::int32_t> a, std::span<const std::int32_t> b) const {
  return std::all_of(columns_.begin(), columns_.end(), [&](std::size_t j) { return a[j] == b[j]; });
}

MissingPatterns::MissingPatterns(const CountedKeys& keys) {
  std::map<ColumnMask, std::size_t> place;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const ColumnMask missing = missing_columns(keys.key(i));
    const auto [entry, fresh] = place.emplace(missing, patterns_.size());
    if (fresh) patterns_.push_back({missing, {}});
    patterns_[entry->second].keys.push_back(static_cast<std::uint32_t>(i));
  }
}

std::vector<std::uint64_t> agreeing_records(const CountedKeys& keys, std::uint64_t enough, const Run& run) {
  std::vector<std::uint64_t> result(keys.counts.begin(), keys.counts.end());
  const MissingPatterns groups(keys);
  if (groups.scattered(keys.size())) return agreeing_one_by_one(keys, run);
  // Large patterns first, so that most keys have enough after a few patterns.
  std::vector<const MissingPatterns::Pattern*> by_size;
  for (const MissingPatterns::Pattern& pattern : groups.patterns()) by_size.push_back(&pattern);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const auto* a, const auto* b) { return a->keys.size() > b->keys.size(); });
  run.parallel(groups.patterns().size(), [&](std::size_t p) {
    const MissingPatterns::Pattern& asking = groups.patterns()[p];
    std::vector<std::uint32_t> open = asking.keys;
    for (const MissingPatterns::Pattern* asked : by_size) {
      std::erase_if(open, [&](std::uint32_t i) { return result[i] >= enough; });
      if (open.empty()) return;
      if (&asking == asked) continue;  // keys that miss the same columns and agree are equal
      run.check_stop();
      if (std::min(open.size(), asked->keys.size()) <= few_keys) {
        for (const std::uint32_t i : open) {
          for (const std::uint32_t other : asked->keys) {
            if (agree(keys.key(i), keys.key(other))) result[i] += keys.counts[other];
          }
        }
        continue;
      }
      const ProjectedCounts counts(keys, asked->keys, asking.missing | asked->missing);
      for (const std::uint32_t i : open) result[i] += counts.count(keys.key(i));
    }
  });
  return result;
}

KeyPool::KeyPool(CountedKeys keys) : keys_(std::move(keys)), patterns_(keys_) {
  if (patterns_.scattered(keys_.size())) index_.emplace(keys_.codes, keys_.width);
}

std::vector<const ProjectedCounts*> KeyPool::tables(ColumnMask ignored) const {
  std::vector<const ProjectedCounts*> result;
  for (std::size_t p = 0; p < patterns_.patterns().size(); ++p) {
    result.push_back(&table(p, ignored | patterns_.patterns()[p].missing));
  }
  return result;
}

std::uint64_t KeyPool::count(std::span<const std::int32_t> key, ColumnMask ignored) const {
  std::uint64_t sum = 0;
  if (scattered()) {
    std::array<std::int32_t, 64> left{};
    for (std::size_t j = 0; j < key.size(); ++j) left[j] = in(ignored, j) ? -1 : key[j];
    index_->visit(std::span(left).first(key.size()), [&](std::size_t other) { sum += keys_.counts[other]; });
    return sum;
  }
  for (const ProjectedCounts* counts : tables(ignored)) sum += counts->count(key);
  return sum;
}

const ProjectedCounts& KeyPool::table(std::size_t pattern, ColumnMask ignored) const {
  const std::lock_guard lock(guard_);
  std::unique_ptr<ProjectedCounts>& entry = tables_[{pattern, ignored}];
  if (!entry) entry = std::make_unique<ProjectedCounts>(keys_, patterns_.patterns()[pattern].keys, ignored);
  return *entry;
}

}  // namespace sfumato::masking
