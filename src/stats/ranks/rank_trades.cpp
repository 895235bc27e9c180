// A ring of slots holds the ranks from the next one to the end of its reach.
#include "stats/ranks/rank_trades.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace sfumato::stats {

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
      const std::uint32_t drawn = candidates[rng_.below(candidates.size())];
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

std::uint64_t reach_of(std::uint64_t ranks, double percent) {
  return static_cast<std::uint64_t>(static_cast<double>(ranks) * percent / 100.0);
}

}  // namespace sfumato::stats
