// Partners of rank swapping: which ranks exchange their values. Only the ranks within reach are in memory, so
// that the partners of some ranks of very many are found without a table.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/rng.hpp"

namespace sfumato::stats {

// From the lowest rank on, a rank that is not traded yet draws its partner among the ranks up to `reach`
// above it that are not traded either. A rank at risk draws up to `far_reach` above, and others do not draw
// it.
class RankTrades {
 public:
  using AtRisk = std::function<bool(std::uint64_t rank)>;

  // `far_reach` is at least `reach`. A reach of 2³² ranks and more is an error of the parameter `window`.
  RankTrades(std::uint64_t ranks, std::uint64_t reach, const Rng& rng);
  RankTrades(std::uint64_t ranks, std::uint64_t reach, std::uint64_t far_reach, AtRisk at_risk,
             const Rng& rng);

  // The partners of the next ranks, from rank 0 on; a rank without partner has itself.
  void next(std::span<std::uint64_t> partners);
  void skip(std::uint64_t ranks);

  // All that the next draws depend on beside the parameters, about 8 bytes for each rank within reach, or 12
  // where ranks are at risk; and back, into trades with the same parameters. Words that no trades gave are an
  // error. It asks which ranks are at risk up to `reach` above the next one.
  std::vector<std::int64_t> state() const;
  void resume(std::span<const std::int64_t> state);

  std::uint64_t next_rank() const { return now_; }
  // Ranks at risk so far that found no partner.
  std::uint64_t risky_unswapped() const { return risky_unswapped_; }

 private:
  // Ranks that can be drawn, by their slots: drawing and removing any of them takes constant time. Their
  // order has no meaning.
  struct Candidates {
    std::vector<std::uint32_t> slots = {};
    std::vector<std::uint32_t> place = {};  // in `slots`, by slot
    std::uint64_t entered = 0;              // ranks below have been here, or were left out

    void add(std::uint32_t slot);
    void remove(std::uint32_t slot);
  };

  std::uint64_t trade();
  void enter();
  void leave(std::uint64_t rank, std::uint32_t slot, std::uint32_t distance);
  bool risky(std::uint64_t rank) const { return at_risk_ && at_risk_(rank); }
  std::uint32_t slot_of(std::uint64_t rank) const;
  // Are these the candidates, in any order? A rank below `entered` is one where it is not traded; among the
  // near ones, where it is not at risk either.
  bool fits(const Candidates& candidates, bool near) const;

  std::uint64_t ranks_, reach_, far_reach_;
  AtRisk at_risk_;
  Rng rng_;                     // from its start
  std::uint64_t position_ = 0;  // in the stream
  std::uint64_t slot_count_;    // of the ranks in reach, which take turns
  std::uint64_t now_ = 0;       // the next rank
  std::uint32_t now_slot_ = 0;
  Candidates near_, far_;
  std::vector<std::uint32_t> back_;  // by slot: how far below the partner is that drew the rank; 0 for none
  std::uint64_t risky_unswapped_ = 0;
};

// The ranks that a window in percent reaches over.
std::uint64_t reach_of(std::uint64_t ranks, double percent);

}  // namespace sfumato::stats
