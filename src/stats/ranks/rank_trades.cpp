// A ring of slots holds the ranks from the next one to the end of its reach.
#include "stats/ranks/rank_trades.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t head_words = 5;

// Rng::below, bit for bit, which also counts the draws of bits that it took.
std::uint64_t counted_below(Rng& rng, std::uint64_t bound, std::uint64_t& position) {
  __extension__ using Wide = unsigned __int128;
  const auto drawn = [&] {
    ++position;
    return static_cast<Wide>(rng.bits()) * bound;
  };
  Wide product = drawn();
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = drawn();
  }
  return static_cast<std::uint64_t>(product >> 64U);
}

}  // namespace

void RankTrades::Candidates::add(std::uint32_t slot) {
  place[slot] = static_cast<std::uint32_t>(slots.size());
  slots.push_back(slot);
}

void RankTrades::Candidates::remove(std::uint32_t slot) {
  slots[place[slot]] = slots.back();
  place[slots.back()] = place[slot];
  slots.pop_back();
}

RankTrades::RankTrades(std::uint64_t ranks, std::uint64_t reach, const Rng& rng)
    : RankTrades(ranks, reach, reach, nullptr, rng) {}

RankTrades::RankTrades(std::uint64_t ranks, std::uint64_t reach, std::uint64_t far_reach, AtRisk at_risk,
                       const Rng& rng)
    : ranks_(ranks),
      reach_(reach),
      far_reach_(at_risk ? std::max(reach, far_reach) : reach),
      at_risk_(std::move(at_risk)),
      rng_(rng),
      slot_count_(ranks == 0 ? 0 : std::min(far_reach_, ranks - 1) + 1) {
  if (slot_count_ > UINT32_MAX) {
    bad_param("window", "the window reaches over " + std::to_string(slot_count_ - 1) + " records",
              "choose a smaller window, of less than 2³² records");
  }
  near_.place.resize(slot_count_);
  if (at_risk_) far_.place.resize(slot_count_);
  back_.resize(slot_count_, 0);
}

void RankTrades::next(std::span<std::uint64_t> partners) {
  for (std::uint64_t& partner : partners) partner = trade();
}

void RankTrades::skip(std::uint64_t ranks) {
  for (std::uint64_t i = 0; i < ranks; ++i) trade();
}

std::uint32_t RankTrades::slot_of(std::uint64_t rank) const {
  const std::uint64_t slot = now_slot_ + (rank - now_);
  return static_cast<std::uint32_t>(slot < slot_count_ ? slot : slot - slot_count_);
}

// Ranks that come into reach.
void RankTrades::enter() {
  for (; near_.entered <= std::min(ranks_ - 1, now_ + reach_); ++near_.entered) {
    const std::uint32_t slot = slot_of(near_.entered);
    if (back_[slot] == 0 && !risky(near_.entered)) near_.add(slot);
  }
  for (; at_risk_ && far_.entered <= std::min(ranks_ - 1, now_ + far_reach_); ++far_.entered) {
    far_.add(slot_of(far_.entered));
  }
}

// `distance` is that to the partner below, 0 for the rank that draws.
void RankTrades::leave(std::uint64_t rank, std::uint32_t slot, std::uint32_t distance) {
  back_[slot] = distance;
  if (rank < near_.entered && !risky(rank)) near_.remove(slot);
  if (at_risk_) far_.remove(slot);
}

std::uint64_t RankTrades::trade() {
  const std::uint64_t rank = now_;
  const std::uint32_t slot = now_slot_;
  std::uint64_t partner = rank;
  enter();
  if (back_[slot] != 0) {
    partner = rank - back_[slot];
  } else {
    leave(rank, slot, 0);
    const bool at_risk = risky(rank);
    const std::vector<std::uint32_t>& candidates = at_risk ? far_.slots : near_.slots;
    if (!candidates.empty()) {
      const std::uint32_t drawn = candidates[counted_below(rng_, candidates.size(), position_)];
      const std::uint64_t distance = drawn >= slot ? drawn - slot : drawn + slot_count_ - slot;
      partner = rank + distance;
      leave(partner, drawn, static_cast<std::uint32_t>(distance));
    } else if (at_risk) {
      ++risky_unswapped_;
    }
  }
  back_[slot] = 0;  // the slot is for another rank from here on
  ++now_;
  now_slot_ = now_slot_ + 1 < slot_count_ ? now_slot_ + 1 : 0;
  return partner;
}

// The words: the next rank, the position in the stream, ranks at risk without partner, the numbers of
// candidates; then 32 bits for each distance and each candidate, two in a word.
std::vector<std::int64_t> RankTrades::state() const {
  const std::size_t halves = back_.size() + near_.slots.size() + far_.slots.size();
  std::vector<std::int64_t> words(head_words + (halves + 1) / 2, 0);
  const std::uint64_t head[head_words] = {now_, position_, risky_unswapped_, near_.slots.size(),
                                          far_.slots.size()};
  for (std::size_t i = 0; i < head_words; ++i) words[i] = static_cast<std::int64_t>(head[i]);
  std::size_t place = 2 * head_words;
  for (const std::vector<std::uint32_t>* part : {&back_, &near_.slots, &far_.slots}) {
    for (const std::uint32_t half : *part) {
      const std::uint64_t moved = static_cast<std::uint64_t>(half) << (place % 2 == 0 ? 0U : 32U);
      words[place / 2] |= static_cast<std::int64_t>(moved);
      ++place;
    }
  }
  return words;
}

void RankTrades::resume(std::span<const std::int64_t> state) {
  const auto refuse = [] {
    bad_input("the state of rank swapping is damaged, or belongs to other ranks",
              "give back what the call for the ranks before gave");
  };
  const auto word = [&](std::size_t place) { return static_cast<std::uint64_t>(state[place]); };
  if (state.size() < head_words || word(0) > ranks_ || word(3) > slot_count_ || word(4) > slot_count_ ||
      state.size() != head_words + (slot_count_ + word(3) + word(4) + 1) / 2) {
    refuse();
  }
  now_ = word(0);
  now_slot_ = slot_count_ == 0 ? 0 : static_cast<std::uint32_t>(now_ % slot_count_);
  position_ = word(1);
  rng_ = rng_.at(position_);
  risky_unswapped_ = word(2);
  near_.entered = now_ == 0 ? 0 : std::min(ranks_, now_ + reach_);
  far_.entered = now_ == 0 || !at_risk_ ? 0 : std::min(ranks_, now_ + far_reach_);
  near_.slots.resize(word(3));
  far_.slots.resize(word(4));
  std::size_t place = 2 * head_words;
  for (std::vector<std::uint32_t>* part : {&back_, &near_.slots, &far_.slots}) {
    for (std::uint32_t& half : *part) {
      half = static_cast<std::uint32_t>(word(place / 2) >> (place % 2 == 0 ? 0U : 32U));
      ++place;
    }
  }
  for (Candidates* candidates : {&near_, &far_}) {
    for (std::size_t i = 0; i < candidates->slots.size(); ++i) {
      if (candidates->slots[i] >= slot_count_ || candidates->place.empty()) refuse();
      candidates->place[candidates->slots[i]] = static_cast<std::uint32_t>(i);
    }
  }
  if (!fits(near_, true) || !fits(far_, false)) refuse();
  // Ranks that come into reach later are not traded.
  for (std::uint64_t rank = std::max(near_.entered, far_.entered); rank < now_ + slot_count_; ++rank) {
    if (back_[slot_of(rank)] != 0) refuse();
  }
}

bool RankTrades::fits(const Candidates& candidates, bool near) const {
  std::size_t wanted = 0;
  for (std::uint64_t rank = now_; rank < candidates.entered; ++rank) {
    const std::uint32_t slot = slot_of(rank);
    if (back_[slot] > rank) return false;
    if (back_[slot] != 0 || (near && risky(rank))) continue;
    ++wanted;
    const std::uint32_t at = candidates.place[slot];
    if (at >= candidates.slots.size() || candidates.slots[at] != slot) return false;
  }
  return wanted == candidates.slots.size();
}

std::uint64_t reach_of(std::uint64_t ranks, double percent) {
  return static_cast<std::uint64_t>(static_cast<double>(ranks) * percent / 100.0);
}

}  // namespace sfumato::stats
