// A record is unique on a set of columns if it agrees on the whole set with no other record, so only the sets
// on which it agrees with another, and their subsets, are needed.
#include "stats/classes/paired_uniques.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <unordered_map>

#include "core/vector_clones.hpp"
#include "stats/classes/column_lattice.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t narrow = 10;  // columns with so few sets that a search over them is fast
constexpr std::size_t block = 16;   // records

SFUMATO_VECTOR_CLONES void add_agreement(const std::int32_t* codes, std::int32_t own, std::uint32_t column,
                                         std::size_t count, std::uint32_t* agreement) {
  for (std::size_t i = 0; i < count; ++i) agreement[i] |= codes[i] == own ? column : 0U;
}

// The codes of each class, by column.
std::vector<std::vector<std::int32_t>> class_codes(const KeyTable& keys, const KeyClasses& classes) {
  std::vector<std::vector<std::int32_t>> result;
  for (const KeyColumn& column : keys.columns) {
    std::vector<std::int32_t>& codes = result.emplace_back();
    codes.reserve(classes.count());
    for (const std::uint32_t row : classes.first) codes.push_back(column.codes[row]);
  }
  return result;
}

class RecordUniques {
 public:
  RecordUniques(const std::vector<std::vector<std::int32_t>>& codes, std::size_t max_size)
      : codes_(codes), max_size_(max_size), lattice_(codes.size()), agreement_(codes.front().size()) {}

  // `own_classes` do not count as others; this one is among them.
  void add(std::uint32_t number, std::uint32_t row, std::span<const std::uint32_t> own_classes,
           std::vector<MinimalUnique>& found) {
    std::fill(agreement_.begin(), agreement_.end(), 0U);
    std::uint64_t known = 0;
    for (std::size_t j = 0; j < codes_.size(); ++j) {
      const std::int32_t own = codes_[j][number];
      if (own == KeyColumn::missing) continue;
      known |= std::uint64_t{1} << j;
      add_agreement(codes_[j].data(), own, 1U << j, agreement_.size(), agreement_.data());
    }
    for (const std::uint32_t same : own_classes) agreement_[same] = 0;
    lattice_.clear();
    for (const std::uint32_t set : agreement_) lattice_.mark(set);
    lattice_.find_minimal();
    lattice_.visit_minimal([&](std::uint64_t set) {
      if ((set & ~known) == 0 && static_cast<std::size_t>(std::popcount(set)) <= max_size_) {
        found.push_back({row, set});
      }
    });
  }

 private:
  const std::vector<std::vector<std::int32_t>>& codes_;
  std::size_t max_size_;
  ColumnLattice lattice_;
  std::vector<std::uint32_t> agreement_;  // by class, the columns in which it equals the current one
};

}  // namespace

// A member of a group costs the search about as much as eight words or lanes.
bool pairs_are_fewer(const KeyTable& keys, const KeyClasses& classes, std::size_t max_size) {
  const std::size_t columns = keys.columns.size();
  if (columns <= narrow || columns > ColumnLattice::most_columns) return false;
  double sets = 0.0, of_size = 1.0;
  for (std::size_t size = 1; size <= std::min(max_size, columns); ++size) {
    of_size *= static_cast<double>(columns - size + 1) / static_cast<double>(size);
    sets += of_size;
  }
  const auto single = static_cast<double>(std::count(classes.sizes.begin(), classes.sizes.end(), 1U));
  const auto all = static_cast<double>(classes.count()), width = static_cast<double>(columns);
  const double words = static_cast<double>(std::size_t{1} << columns) / 64.0;
  return single * width * (all / 8.0 + 2.0 * words) < 8.0 * sets * all;
}

namespace {

using OwnClasses = std::function<std::span<const std::uint32_t>(std::uint32_t number)>;

// `single` are the classes to look at, by their first records.
std::vector<MinimalUnique> uniques_of(const KeyTable& keys, const KeyClasses& classes,
                                      const std::vector<std::uint32_t>& single, const OwnClasses& own,
                                      std::size_t max_size, const Run& run) {
  const std::vector<std::vector<std::int32_t>> codes = class_codes(keys, classes);
  std::vector<std::vector<MinimalUnique>> found((single.size() + block - 1) / block);
  std::atomic<std::size_t> sets = 0;
  run.blocks(single.size(), block, [&](std::size_t number, std::size_t begin, std::size_t end) {
    RecordUniques records(codes, max_size);
    for (std::size_t i = begin; i < end; ++i) {
      run.check_stop();
      records.add(single[i], classes.first[single[i]], own(single[i]), found[number]);
    }
    check_number_of_uniques(sets += found[number].size());
  });
  std::vector<MinimalUnique> result;
  result.reserve(sets);
  for (std::vector<MinimalUnique>& part : found) {
    run.check_stop();
    result.insert(result.end(), part.begin(), part.end());
    std::vector<MinimalUnique>().swap(part);
  }
  return result;
}

}  // namespace

std::vector<MinimalUnique> paired_uniques(const KeyTable& keys, const KeyClasses& classes,
                                          std::size_t max_size, const Run& run) {
  std::vector<std::uint32_t> single, all(classes.count());
  std::iota(all.begin(), all.end(), 0U);
  for (const std::uint32_t number : all) {
    if (classes.sizes[number] == 1) single.push_back(number);
  }
  const auto itself = [&](std::uint32_t number) {
    return std::span<const std::uint32_t>(all).subspan(number, 1);
  };
  return uniques_of(keys, classes, single, itself, max_size, run);
}

std::vector<MinimalUnique> paired_uniques(const KeyTable& keys, const KeyClasses& classes,
                                          const ClassUnits& members, std::size_t max_size, const Run& run) {
  std::vector<std::uint32_t> single;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_unit;  // classes of this unit alone
  for (std::uint32_t number = 0; number < classes.count(); ++number) {
    if (members.count(number) != 1) continue;
    single.push_back(number);
    of_unit[members.of(number).front()].push_back(number);
  }
  if (single.empty()) return {};
  const auto own = [&](std::uint32_t number) {
    return std::span<const std::uint32_t>(of_unit.at(members.of(number).front()));
  };
  return uniques_of(keys, classes, single, own, max_size, run);
}

}  // namespace sfumato::stats
