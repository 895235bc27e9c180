// A lazy greedy search: what an action wins is found again when its turn comes, and it waits if another has
// become better.
#include "masking/suppression_block.hpp"

#include <algorithm>
#include <bit>
#include <queue>
#include <unordered_map>

namespace sfumato::masking {
namespace {

// All sets of a size are tried where they are so few; else those by which records of the block differ.
constexpr std::size_t most_sets = 70;
// Sets of so many columns are counted in an array.
constexpr std::size_t most_direct = 10;

ColumnMask bit(std::size_t column) { return ColumnMask{1} << column; }
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

bool SuppressionBlock::Action::operator<(const Action& other) const {
  if (score != other.score) return score < other.score;
  return record > other.record;
}

SuppressionBlock::SuppressionBlock(const stats::KeyTable& keys, std::span<const std::uint32_t> rows,
                                   const KeyCrowd& crowd, std::size_t k, const std::vector<double>& costs)
    : crowd_(crowd),
      k_(k),
      costs_(costs),
      width_(keys.columns.size()),
      size_(rows.size()),
      columns_(width_, std::vector<Short>(size_)),
      keys_(width_ * size_),
      missing_(size_),
      suppressed_(size_),
      agreeing_(size_),
      differences_((width_ + 15) / 16, std::vector<Short>(size_)),
      counts_(width_ <= most_direct ? std::size_t{1} << width_ : 0) {
  for (std::size_t j = 0; j < width_; ++j) {
    std::unordered_map<std::int32_t, Short> number{{stats::KeyColumn::missing, Short{0}}};
    for (std::size_t i = 0; i < size_; ++i) {
      const std::int32_t code = keys.columns[j].codes[rows[i]];
      columns_[j][i] = number.emplace(code, static_cast<Short>(number.size())).first->second;
      keys_[i * width_ + j] = code;
    }
  }
  for (std::size_t i = 0; i < size_; ++i) missing_[i] = missing_columns({keys_.data() + i * width_, width_});
  originals_ = columns_;
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
      const bool alike = (codes[other] == own) | (codes[other] == 0);
      out[other] = static_cast<Short>(out[other] | (alike ? Short{0} : flag));
    }
  }
}

// The sets of columns in which records of the block differ from this one, small sets first.
void SuppressionBlock::tally_differences(std::size_t i) {
  tally_.clear();
  if (!counts_.empty()) {
    std::fill(counts_.begin(), counts_.end(), std::array<std::uint32_t, 2>{0, 0});
    for (std::size_t other = 0; other < size_; ++other) {
      auto& [records, lacking] = counts_[differences_[0][other]];
      ++records;
      lacking += agreeing_[other] < k_ ? 1 : 0;
    }
    for (std::size_t set = 1; set < counts_.size(); ++set) {
      if (counts_[set][0] > 0) tally_.push_back({set, counts_[set][0], counts_[set][1]});
    }
  } else {
    std::unordered_map<ColumnMask, std::size_t> place;
    for (std::size_t other = 0; other < size_; ++other) {
      const ColumnMask columns = difference(other);
      if (other == i || columns == 0) continue;
      const auto [entry, fresh] = place.emplace(columns, tally_.size());
      if (fresh) tally_.push_back({columns, 0, 0});
      ++tally_[entry->second].records;
      tally_[entry->second].lacking += agreeing_[other] < k_ ? 1 : 0;
    }
  }
  std::stable_sort(tally_.begin(), tally_.end(), [](const Difference& a, const Difference& b) {
    return count_of(a.columns) < count_of(b.columns);
  });
}

std::uint64_t SuppressionBlock::crowd_count(std::size_t i, ColumnMask more) const {
  return crowd_.count({keys_.data() + i * width_, width_}, missing_[i] | more);
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
      if (count_of(entry.columns) == size) sets.push_back(entry.columns);
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
  const std::uint64_t before = crowd_count(i, 0);
  for (const ColumnMask columns : candidates(i, size)) {
    std::uint64_t won = 0, helped = 0;
    for (const Difference& entry : tally_) {
      if (count_of(entry.columns) > size) break;
      if (!within(entry.columns, columns)) continue;
      won += entry.records;
      helped += entry.lacking;
    }
    if (won < lack(i)) won += crowd_count(i, columns) - before;
    if (won == 0) continue;
    const double gain = static_cast<double>(helped + std::min<std::uint64_t>(won, lack(i)));
    const double score = gain / cost(columns);
    if (score > best.score) best = {score, i, columns, step_};
  }
}

// Sets of one column first, of two where those win nothing, and so on: all columns win somebody, since there
// are k records.
SuppressionBlock::Action SuppressionBlock::best_action(std::size_t i) {
  find_differences(i);
  tally_differences(i);
  Action best{0.0, i, 0, step_};
  for (std::size_t size = 1; size <= width_ && best.columns == 0; ++size) add_best(i, size, best);
  return best;
}

void SuppressionBlock::suppress(const Action& action) {
  const std::size_t i = action.record;
  const std::uint64_t before = crowd_count(i, 0);
  find_differences(i);
  for (std::size_t other = 0; other < size_; ++other) {
    const ColumnMask differs = difference(other);
    if (differs == 0 || !within(differs, action.columns)) continue;
    ++agreeing_[other];
    ++agreeing_[i];
  }
  for (std::size_t j = 0; j < width_; ++j) {
    if ((action.columns & bit(j)) == 0) continue;
    columns_[j][i] = 0;
    history_.emplace_back(i, j);
  }
  missing_[i] |= action.columns;
  suppressed_[i] |= action.columns;
  agreeing_[i] += crowd_count(i, 0) - before;
  ++step_;
}

void SuppressionBlock::count_all() {
  for (std::size_t i = 0; i < size_; ++i) {
    find_differences(i);
    agreeing_[i] = crowd_count(i, 0);
    for (std::size_t other = 0; other < size_; ++other) agreeing_[i] += difference(other) == 0 ? 1 : 0;
  }
}

void SuppressionBlock::search(const Run& run) {
  std::priority_queue<Action> queue;
  for (std::size_t i = 0; i < size_; ++i) {
    if (lack(i) > 0) queue.push(best_action(i));
    if (i % 64 == 0) run.check_stop();
  }
  while (!queue.empty()) {
    const Action found = queue.top();
    const std::size_t i = found.record;
    queue.pop();
    if (lack(i) == 0) continue;
    run.check_stop();
    const Action action = found.step == step_ ? found : best_action(i);
    if (!queue.empty() && action < queue.top()) {
      queue.push(action);
      continue;
    }
    suppress(action);
    if (lack(i) > 0) queue.push(best_action(i));
  }
}

// Whether the record and all that would no longer agree with it have enough without this suppression. Records
// of the crowd were safe before anything was suppressed.
bool SuppressionBlock::can_give_back(std::size_t i, std::size_t column) {
  const Short value = originals_[column][i];
  find_differences(i);
  std::uint64_t lost = crowd_.count({keys_.data() + i * width_, width_}, missing_[i]) -
                       crowd_.count({keys_.data() + i * width_, width_}, missing_[i] & ~bit(column));
  for (std::size_t other = 0; other < size_; ++other) {
    if (other == i || difference(other) != 0) continue;
    const Short code = columns_[column][other];
    if (code == 0 || code == value) continue;
    if (agreeing_[other] <= k_) return false;
    ++lost;
  }
  return agreeing_[i] >= k_ + lost;
}

void SuppressionBlock::give_back(const Run& run) {
  for (auto cell = history_.rbegin(); cell != history_.rend(); ++cell) {
    const auto [i, column] = *cell;
    run.check_stop();
    if (!can_give_back(i, column)) continue;
    const std::uint64_t crowd_before = crowd_count(i, 0);
    for (std::size_t other = 0; other < size_; ++other) {
      const Short code = columns_[column][other];
      if (other == i || difference(other) != 0 || code == 0 || code == originals_[column][i]) continue;
      --agreeing_[other];
      --agreeing_[i];
    }
    columns_[column][i] = originals_[column][i];
    missing_[i] &= ~bit(column);
    suppressed_[i] &= ~bit(column);
    agreeing_[i] -= crowd_before - crowd_count(i, 0);
  }
}

void SuppressionBlock::protect(const Run& run) {
  count_all();
  search(run);
  give_back(run);
}

}  // namespace sfumato::masking
