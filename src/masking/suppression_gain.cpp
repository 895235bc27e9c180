// The gain of an action: agreements with records of the block, near ones first, and with the pool.
#include <algorithm>
#include <bit>
#include <limits>

#include "masking/suppression_block.hpp"

namespace sfumato::masking {
namespace {

// All sets of a size are tried where they are so few; else those by which records of the block differ.
constexpr std::size_t most_sets = 70;
// Sets of so many columns are found in an array.
constexpr std::size_t most_direct = 10;
// Near records are listed in blocks of so many.
constexpr std::size_t most_listed = 8192;
constexpr std::uint32_t unknown_gain = std::numeric_limits<std::uint32_t>::max();

bool within(ColumnMask part, ColumnMask whole) { return (part & ~whole) == 0; }
std::size_t count_of(ColumnMask columns) { return static_cast<std::size_t>(std::popcount(columns)); }

double combinations(std::size_t n, std::size_t size) {
  double result = 1.0;
  for (std::size_t i = 0; i < size; ++i) result *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return result;
}

// The next set of as many bits (Gosper's hack: Beeler, Gosper, Schroeppel 1972, HAKMEM, item 175).
std::uint64_t next_set(std::uint64_t set) {
  const std::uint64_t lowest = set & (~set + 1), ripple = set + lowest;
  return ripple | (((set ^ ripple) >> 2) / lowest);
}

}  // namespace

SuppressionBlock::SuppressionBlock(const stats::KeyTable& keys, std::span<const std::uint32_t> rows,
                                   const KeyPool& pool, std::size_t k, const std::vector<double>& costs)
    : pool_(pool),
      k_(k),
      costs_(costs),
      width_(keys.columns.size()),
      size_(rows.size()),
      columns_(width_, std::vector<Short>(size_)),
      cells_(width_ * size_),
      keys_(width_ * size_),
      missing_(size_),
      suppressed_(size_),
      agreeing_(size_),
      differences_((width_ + 15) / 16, std::vector<Short>(size_)),
      direct_place_(width_ <= most_direct ? std::size_t{1} << width_ : 0, 0),
      near_(size_ <= most_listed ? size_ : 0),
      pool_gains_(width_ * size_, unknown_gain) {
  for (std::size_t j = 0; j < width_; ++j) {
    std::unordered_map<std::int32_t, Short> number{{stats::KeyColumn::missing, Short{0}}};
    for (std::size_t i = 0; i < size_; ++i) {
      const std::int32_t code = keys.columns[j].codes[rows[i]];
      columns_[j][i] = number.emplace(code, static_cast<Short>(number.size())).first->second;
      cells_[i * width_ + j] = columns_[j][i];
      keys_[i * width_ + j] = code;
    }
  }
  for (std::size_t i = 0; i < size_; ++i) missing_[i] = missing_columns({keys_.data() + i * width_, width_});
  originals_ = cells_;
}

double SuppressionBlock::cost(ColumnMask columns) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < width_; ++j) sum += (columns & bit(j)) != 0 ? costs_[j] : 0.0;
  return sum;
}

// Column by column in lanes of sixteen bits, which compilers turn into vector code.
void SuppressionBlock::find_differences(std::size_t i) {
  for (auto& group : differences_) std::fill(group.begin(), group.end(), Short{0});
  for (std::size_t j = 0; j < width_; ++j) {
    const Short own = columns_[j][i];
    if (own == 0) continue;
    const Short flag = static_cast<Short>(1U << (j % 16));
    const Short* codes = columns_[j].data();
    Short* out = differences_[j / 16].data();
    for (std::size_t other = 0; other < size_; ++other) {
      const bool agrees = (codes[other] == own) | (codes[other] == 0);
      out[other] = static_cast<Short>(out[other] | (agrees ? Short{0} : flag));
    }
  }
}

ColumnMask SuppressionBlock::difference_between(std::size_t i, std::size_t other) const {
  const Short* a = cells_.data() + i * width_;
  const Short* b = cells_.data() + other * width_;
  ColumnMask columns = 0;
  for (std::size_t j = 0; j < width_; ++j) {
    const bool differ = (a[j] != b[j]) & (a[j] != 0) & (b[j] != 0);
    columns |= static_cast<ColumnMask>(differ) << j;
  }
  return columns;
}

void SuppressionBlock::add_to_tally(ColumnMask columns, std::size_t other) {
  std::size_t place = tally_.size();
  if (direct_place_.empty()) {
    place = place_.emplace(columns, place).first->second;
  } else if (direct_place_[columns] > 0) {
    place = direct_place_[columns] - 1;
  } else {
    direct_place_[columns] = static_cast<std::uint32_t>(place) + 1;
  }
  if (place == tally_.size()) tally_.push_back({columns, count_of(columns), 0, 0});
  ++tally_[place].records;
  tally_[place].lacking += agreeing_[other] < k_ ? 1 : 0;
}

// Small sets first.
void SuppressionBlock::sort_tally() {
  for (const Difference& entry : tally_) {
    if (!direct_place_.empty()) direct_place_[entry.columns] = 0;
  }
  place_.clear();
  std::sort(tally_.begin(), tally_.end(), [](const Difference& a, const Difference& b) {
    return a.size != b.size ? a.size < b.size : a.columns < b.columns;
  });
}

// The sets of one or two columns in which records of the block differ from this one.
void SuppressionBlock::tally_near(std::size_t i) {
  tally_.clear();
  for (const std::uint32_t other : near_[i]) {
    const ColumnMask columns = difference_between(i, other);
    if (columns != 0) add_to_tally(columns, other);
  }
  sort_tally();
}

// The sets of any size.
void SuppressionBlock::tally_all(std::size_t i) {
  find_differences(i);
  tally_.clear();
  visit_differences([&](std::size_t other, ColumnMask columns) {
    if (columns != 0) add_to_tally(columns, other);
  });
  sort_tally();
}

std::uint64_t SuppressionBlock::pool_count(std::size_t i, ColumnMask more) {
  const ColumnMask ignored = missing_[i] | more;
  if (pool_.scattered()) return pool_.count({keys_.data() + i * width_, width_}, ignored);
  const auto [entry, fresh] = pool_tables_.try_emplace(ignored);
  if (fresh) entry->second = pool_.tables(ignored);
  std::uint64_t sum = 0;
  for (const ProjectedCounts* counts : entry->second)
    sum += counts->count({keys_.data() + i * width_, width_});
  return sum;
}

// Agreements with the pool that suppressing these columns gains.
std::uint64_t SuppressionBlock::pool_gain(std::size_t i, ColumnMask columns) {
  if (count_of(columns) > 1) return pool_count(i, columns) - pool_count(i, 0);
  std::uint32_t& known = pool_gains_[i * width_ + static_cast<std::size_t>(std::countr_zero(columns))];
  if (known == unknown_gain) {
    const std::uint64_t gain = pool_count(i, columns) - pool_count(i, 0);
    known = static_cast<std::uint32_t>(std::min<std::uint64_t>(gain, unknown_gain - 1));
  }
  return known;
}

void SuppressionBlock::reset_pool_gains(std::size_t i) {
  for (std::size_t j = 0; j < width_; ++j) pool_gains_[i * width_ + j] = unknown_gain;
}

std::vector<ColumnMask> SuppressionBlock::candidates(std::size_t i, std::size_t size) const {
  std::vector<std::size_t> open;
  for (std::size_t j = 0; j < width_; ++j) {
    if ((missing_[i] & bit(j)) == 0) open.push_back(j);
  }
  std::vector<ColumnMask> sets;
  if (size > open.size()) return sets;
  if (combinations(open.size(), size) > static_cast<double>(most_sets)) {
    for (const Difference& entry : tally_) {
      if (entry.size == size) sets.push_back(entry.columns);
    }
    return sets;
  }
  const std::uint64_t end = std::uint64_t{1} << open.size();  // fewer than 64: there are few sets
  for (std::uint64_t chosen = (std::uint64_t{1} << size) - 1; chosen < end; chosen = next_set(chosen)) {
    ColumnMask columns = 0;
    for (std::size_t place = 0; place < open.size(); ++place) {
      if (((chosen >> place) & 1U) != 0) columns |= bit(open[place]);
    }
    sets.push_back(columns);
  }
  return sets;
}

void SuppressionBlock::add_best(std::size_t i, std::size_t size, Action& best) {
  for (const ColumnMask columns : candidates(i, size)) {
    std::uint64_t won = 0, helped = 0;
    for (const Difference& entry : tally_) {
      if (entry.size > size) break;
      if (!within(entry.columns, columns)) continue;
      won += entry.records;
      helped += entry.lacking;
    }
    if (won < lack(i)) won += pool_gain(i, columns);
    if (won == 0) continue;
    const double gain = static_cast<double>(helped + std::min<std::uint64_t>(won, lack(i)));
    const double score = gain / cost(columns);
    if (score > best.score) best = {score, i, columns, step_};
  }
}

// Sets of one column first, of two where those gain nothing, and so on: the set of all columns always gains
// agreements, since there are k records.
SuppressionBlock::Action SuppressionBlock::best_action(std::size_t i) {
  Action best{0.0, i, 0, step_};
  std::size_t size = 1;
  if (!near_.empty()) {
    tally_near(i);
    for (; size <= std::min(reach, width_) && best.columns == 0; ++size) add_best(i, size, best);
  }
  if (best.columns != 0 || size > width_) return best;
  tally_all(i);
  for (; size <= width_ && best.columns == 0; ++size) add_best(i, size, best);
  return best;
}

}  // namespace sfumato::masking
