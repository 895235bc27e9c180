// Sets of columns by key, of which only the minimal ones are kept. A search finds a set before its supersets,
// and with many columns a key has so many sets that subsets are looked up instead.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/minimal_uniques.hpp"

namespace sfumato::stats {

// A set of columns on which a key is unique.
struct UniqueSet {
  std::uint64_t columns = 0;
  std::uint32_t key = 0;
  bool operator==(const UniqueSet&) const = default;
};

// Sets by key, of which only those without a stored subset are kept; smaller sets must come first.
class MinimalSets {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  MinimalSets(std::size_t keys, std::size_t columns, const Run& run)
      : run_(run), last_(keys, none), numbers_(columns > few_columns ? keys : 0, 0) {}

  void add(std::uint32_t key, std::uint64_t set) {
    if (++asked_ % often == 0) run_.check_stop();
    if (has_part(key, set)) return;
    before_.push_back(last_[key]);
    last_[key] = static_cast<std::uint32_t>(found_.size());
    found_.push_back({set, key});
    if (numbers_.empty()) return;
    if (++numbers_[key] == few_sets) {
      for (std::uint32_t at = last_[key]; at != none; at = before_[at]) index_.insert(found_[at]);
    } else if (numbers_[key] > few_sets) {
      index_.insert(found_.back());
    }
    if (found_.size() % often == 0) check_number_of_uniques(found_.size());
  }
  std::vector<UniqueSet> take_found() { return std::move(found_); }

 private:
  static constexpr std::size_t often = 4096;
  static constexpr std::size_t few_columns = 10;  // of which a key has 252 sets at most
  static constexpr std::uint32_t few_sets = 64;   // of a key, which are scanned

  struct Hash {
    std::size_t operator()(const UniqueSet& one) const {
      std::uint64_t mixed = (one.columns ^ std::uint64_t{one.key} << 32U) * 0x9e3779b97f4a7c15ULL;
      mixed = (mixed ^ mixed >> 29U ^ one.key) * 0xbf58476d1ce4e5b9ULL;
      return mixed ^ mixed >> 32U;
    }
  };

  // Scans all sets of the key or looks up all subsets of this one, whichever are fewer.
  bool has_part(std::uint32_t key, std::uint64_t set) const {
    const int size = std::popcount(set);
    if (!numbers_.empty() && numbers_[key] >= few_sets && size < 32 &&
        std::uint64_t{1} << size < std::uint64_t{4} * numbers_[key]) {
      for (std::uint64_t part = (set - 1) & set; part != 0; part = (part - 1) & set) {
        if (index_.contains({part, key})) return true;
      }
      return false;
    }
    for (std::uint32_t at = last_[key]; at != none; at = before_[at]) {
      if ((found_[at].columns & ~set) == 0) return true;
    }
    return false;
  }

  const Run& run_;
  std::vector<UniqueSet> found_;
  std::vector<std::uint32_t> before_;          // what was found before for the same key
  std::vector<std::uint32_t> last_;            // by key
  std::vector<std::uint32_t> numbers_;         // of sets by key, where there are many columns
  std::unordered_set<UniqueSet, Hash> index_;  // the sets of keys that have many
  std::size_t asked_ = 0;
};

}  // namespace sfumato::stats
