// Sums of pieces while queries are added and removed, and the resulting bound.
#include "queries/ledger/column_cost.hpp"

#include <algorithm>
#include <functional>

#include "queries/ledger/pair_search.hpp"

namespace sfumato::queries {

namespace {

constexpr std::size_t max_ranges = 64;
// Updates of the tree in one search: some tens of milliseconds.
constexpr std::int64_t max_steps = 1 << 18;

std::int64_t steps_of(const ColumnPart& set) {
  const auto k = static_cast<std::int64_t>(set.first.size() + (set.second ? 1 : 0));
  return k + 2 * k * k;
}

bool takes(const ColumnPart& set, const ColumnPlace& place) {
  if (place.kind != ColumnPlace::Kind::value) return place.kind == ColumnPlace::Kind::null && set.second;
  const auto after =
      std::upper_bound(set.first.begin(), set.first.end(), place.value,
                       [](std::int64_t value, const Range& range) { return value < range.first; });
  return after != set.first.begin() && place.value <= std::prev(after)->last;
}

}  // namespace

RangeSet widened(const RangeSet& set) {
  const std::vector<Range>& ranges = set.ranges();
  if (ranges.size() <= max_ranges) return set;
  std::vector<std::size_t> gaps(ranges.size() - 1);
  for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] = i;
  const auto width = [&](std::size_t i) {
    return static_cast<std::uint64_t>(ranges[i + 1].first) - static_cast<std::uint64_t>(ranges[i].last);
  };
  std::stable_sort(gaps.begin(), gaps.end(),
                   [&](std::size_t a, std::size_t b) { return width(a) > width(b); });
  gaps.resize(max_ranges - 1);  // these gaps stay open
  std::sort(gaps.begin(), gaps.end());
  std::vector<Range> kept;
  std::int64_t first = ranges.front().first;
  for (const std::size_t gap : gaps) {
    kept.push_back({first, ranges[gap].last});
    first = ranges[gap + 1].first;
  }
  kept.push_back({first, ranges.back().last});
  return RangeSet(std::move(kept));
}

std::size_t ColumnCost::piece(std::int64_t cut) const {
  return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), cut) - cuts_.begin());
}

void ColumnCost::cut(std::int64_t at) {
  const std::size_t place = piece(at);
  if (place < cuts_.size() && cuts_[place] == at) return;
  const auto offset = static_cast<std::ptrdiff_t>(place);
  cuts_.insert(cuts_.begin() + offset, at);
  sums_.insert(sums_.begin() + offset, place == 0 ? 0 : sums_[place - 1]);
  last_.cuts.push_back(at);
}

void ColumnCost::raise(const ColumnPart& set, std::int64_t by) {
  for (const Range& range : set.first) {
    const std::size_t end = piece(range.last + 1);
    for (std::size_t i = piece(range.first); i < end; ++i) sums_[i] += by;
  }
  if (set.second) sums_.back() += by;
}

void ColumnCost::add(const RangeSet& values, bool null, std::int64_t micro_epsilon) {
  const auto [set, fresh] = weights_.try_emplace(ColumnPart(widened(values).ranges(), null), 0);
  last_ = {set, micro_epsilon, {}, pair_, unseen_};
  set->second += micro_epsilon;
  if (fresh) {
    steps_ += steps_of(set->first);
    for (const Range& range : set->first.first) {
      cut(range.first);
      cut(range.last + 1);
    }
  }
  raise(set->first, micro_epsilon);
  if (unseen_ || steps_ > max_steps) pair_.reset();
  unseen_ = false;
  if (!pair_) return;
  // If the new query covers one of the best places, these stay the best: no other pair gained more.
  if (takes(set->first, pair_->one) || takes(set->first, pair_->other)) {
    pair_->sum += micro_epsilon;
  } else {
    unseen_ = true;
  }
}

void ColumnCost::undo_last() {
  raise(last_.set->first, -last_.micro_epsilon);
  for (const std::int64_t at : last_.cuts) {
    const auto offset = static_cast<std::ptrdiff_t>(piece(at));
    cuts_.erase(cuts_.begin() + offset);
    sums_.erase(sums_.begin() + offset);
  }
  pair_ = last_.unseen ? std::nullopt : last_.pair;  // the unseen query is not known any more
  unseen_ = false;
  last_.set->second -= last_.micro_epsilon;
  if (last_.set->second != 0) return;
  steps_ -= steps_of(last_.set->first);
  weights_.erase(last_.set);
}

// Can two places, one of them in the set, be covered by queries with a larger sum?
bool ColumnCost::can_beat(const ColumnPart& set, std::int64_t sum) const {
  std::int64_t within = set.second ? sums_.back() : 0;
  for (const Range& range : set.first) {
    const std::size_t end = piece(range.last + 1);
    for (std::size_t i = piece(range.first); i < end; ++i) within = std::max(within, sums_[i]);
  }
  return within + *std::max_element(sums_.begin(), sums_.end()) > sum;
}

std::int64_t ColumnCost::best_pair() {
  const bool all = !pair_;
  if (!all && (!unseen_ || !can_beat(last_.set->first, pair_->sum))) {
    unseen_ = false;
    return pair_->sum;
  }
  const auto spans_of = [&](const ColumnPart& set) {
    std::vector<PieceSpan> spans;
    for (const Range& range : set.first) spans.push_back({piece(range.first), piece(range.last + 1)});
    if (set.second) spans.push_back({cuts_.size(), cuts_.size() + 1});
    return spans;
  };
  PairSearch search(sums_);
  for (const auto& [set, weight] : weights_) search.add(spans_of(set), weight);
  const PairSearch::Found found =
      search.best(all ? std::vector<PieceSpan>{{0, sums_.size()}} : spans_of(last_.set->first));
  const auto place = [&](std::size_t index) {
    if (index < cuts_.size()) return ColumnPlace{ColumnPlace::Kind::value, cuts_[index]};
    return ColumnPlace{index == cuts_.size() ? ColumnPlace::Kind::null : ColumnPlace::Kind::nowhere, 0};
  };
  if (all || found.sum > pair_->sum) pair_ = {found.sum, place(found.one), place(found.other)};
  unseen_ = false;
  return pair_->sum;
}

std::int64_t ColumnCost::bound() {
  if (pieces_ <= 1) return *std::max_element(sums_.begin(), sums_.end());
  const bool exact = steps_ <= max_steps;
  if (exact && pieces_ == 2) return best_pair();
  std::vector<std::int64_t> sums = sums_;
  const auto count =
      static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(sums.size(), static_cast<std::uint64_t>(pieces_)));
  std::partial_sort(sums.begin(), sums.begin() + count, sums.end(), std::greater<>());
  const std::int64_t pair = exact ? best_pair() : sums[0] + (count > 1 ? sums[1] : 0);
  std::int64_t bound = pair;
  for (std::ptrdiff_t i = 2; i < count; ++i)
    if (__builtin_add_overflow(bound, sums[static_cast<std::size_t>(i)], &bound)) return INT64_MAX;
  std::int64_t pairs = 0;
  if (__builtin_mul_overflow(pair, pieces_ / 2 + pieces_ % 2, &pairs)) return bound;
  return std::min(bound, pairs);
}

}  // namespace sfumato::queries
