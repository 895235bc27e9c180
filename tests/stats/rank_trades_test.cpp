// Partners of rank swapping: the ring gives those of the algorithm with everything in memory, from any rank
// on.
#include "stats/ranks/rank_trades.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

using Partners = std::vector<std::uint64_t>;

Rng stream(std::uint64_t seed) { return Rng(derive_key({seed, 3}, "trades")); }

// As the method had it before ranks came in pieces: candidates of all ranks, with their places.
struct AllCandidates {
  explicit AllCandidates(std::size_t count) : place(count) {}
  void add(std::uint64_t rank) {
    place[rank] = ranks.size();
    ranks.push_back(rank);
  }
  void remove(std::uint64_t rank) {
    ranks[place[rank]] = ranks.back();
    place[ranks.back()] = place[rank];
    ranks.pop_back();
  }
  std::vector<std::uint64_t> ranks = {};
  std::vector<std::size_t> place;
};

Partners in_memory(std::uint64_t n, std::uint64_t reach, std::uint64_t far_reach,
                   const std::vector<char>& risky, Rng rng, std::uint64_t& unswapped) {
  Partners result(n);
  std::iota(result.begin(), result.end(), std::uint64_t{0});
  AllCandidates near(n), far(n);
  std::vector<char> traded(n, 0);
  std::uint64_t entered = 0, entered_far = 0;
  const auto at_risk = [&](std::uint64_t rank) { return !risky.empty() && risky[rank] != 0; };
  const auto leave = [&](std::uint64_t rank) {
    traded[rank] = 1;
    if (!at_risk(rank) && rank < entered) near.remove(rank);
    if (!risky.empty() && rank < entered_far) far.remove(rank);
  };
  for (std::uint64_t rank = 0; rank < n; ++rank) {
    for (; entered <= std::min(n - 1, rank + reach); ++entered) {
      if (traded[entered] == 0 && !at_risk(entered)) near.add(entered);
    }
    for (; !risky.empty() && entered_far <= std::min(n - 1, rank + far_reach); ++entered_far) {
      far.add(entered_far);
    }
    if (traded[rank] != 0) continue;
    leave(rank);
    const AllCandidates& candidates = at_risk(rank) ? far : near;
    if (candidates.ranks.empty()) {
      unswapped += at_risk(rank) ? 1 : 0;
      continue;
    }
    const std::uint64_t partner = candidates.ranks[rng.below(candidates.ranks.size())];
    leave(partner);
    std::swap(result[rank], result[partner]);
  }
  return result;
}

TEST(RankTrades, AreThoseOfTheWholeForAnyCuts) {
  Rng draw = stream(1);
  for (int trial = 0; trial < 300; ++trial) {
    const std::uint64_t n = draw.below(trial % 10 == 0 ? 2000 : 60);
    const std::uint64_t reach = trial % 7 == 0 ? 0 : draw.below(n + 5);
    std::uint64_t none = 0;
    const Rng own = stream(100 + static_cast<std::uint64_t>(trial));
    const Partners expected = in_memory(n, reach, reach, {}, own, none);
    for (int cut = 0; cut < 4; ++cut) {
      const std::uint64_t begin = draw.below(n + 1), end = begin + draw.below(n - begin + 1);
      RankTrades trades(n, reach, own);
      trades.skip(begin);
      Partners found(end - begin);
      trades.next(std::span(found).first(found.size() / 2));
      trades.next(std::span(found).subspan(found.size() / 2));
      EXPECT_EQ(found, Partners(expected.begin() + static_cast<std::ptrdiff_t>(begin),
                                expected.begin() + static_cast<std::ptrdiff_t>(end)))
          << n << " ranks, reach " << reach << ", from " << begin;
    }
  }
}

TEST(RankTrades, OfRanksAtRiskAreThoseOfTheWhole) {
  Rng draw = stream(2);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint64_t n = draw.below(200), reach = draw.below(n + 5), far_reach = reach + draw.below(n + 5);
    std::vector<char> risky(n);
    for (char& one : risky) one = draw.chance(0.2) ? 1 : 0;
    if (n == 0) continue;
    std::uint64_t unswapped = 0;
    const Rng own = stream(1000 + static_cast<std::uint64_t>(trial));
    const Partners expected = in_memory(n, reach, far_reach, risky, own, unswapped);
    RankTrades trades(
        n, reach, far_reach, [&](std::uint64_t rank) { return risky[rank] != 0; }, own);
    Partners found(n);
    trades.next(found);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(trades.risky_unswapped(), unswapped);
  }
}

// Trades that are stopped at any rank and resumed from their state draw what one sweep draws.
TEST(RankTrades, GoOnFromTheirState) {
  Rng draw = stream(3);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint64_t n = 1 + draw.below(300), reach = draw.below(n + 5),
                        far_reach = reach + draw.below(n + 5);
    const bool with_risk = trial % 2 == 0;
    std::vector<char> risky(n);
    for (char& one : risky) one = draw.chance(0.2) ? 1 : 0;
    const Rng own = stream(2000 + static_cast<std::uint64_t>(trial));
    const auto made = [&] {
      const auto at_risk = [&](std::uint64_t rank) { return risky.at(rank) != 0; };
      return with_risk ? RankTrades(n, reach, far_reach, at_risk, own) : RankTrades(n, reach, own);
    };
    RankTrades whole = made();
    Partners expected(n), found(n);
    whole.next(expected);
    std::vector<std::int64_t> state = made().state();
    for (std::uint64_t begin = 0; begin < n;) {
      const std::uint64_t end = begin + 1 + draw.below(n - begin);
      RankTrades part = made();
      part.resume(state);
      EXPECT_EQ(part.next_rank(), begin);
      part.next(std::span(found).subspan(begin, end - begin));
      state = part.state();
      begin = end;
    }
    EXPECT_EQ(found, expected);
    RankTrades last = made();
    last.resume(state);
    EXPECT_EQ(last.risky_unswapped(), whole.risky_unswapped());
  }
}

// Changed words are refused, or give some partners; nothing is read or written outside of the ring.
TEST(RankTrades, ADamagedStateDoesNoHarm) {
  Rng draw = stream(4);
  std::size_t refused = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const auto at_risk = [](std::uint64_t rank) { return rank % 5 == 0; };
    const auto made = [&] { return RankTrades(60, 7, 20, at_risk, stream(9)); };
    RankTrades trades = made();
    trades.skip(draw.below(60));
    std::vector<std::int64_t> state = trades.state();
    std::int64_t& word = state[draw.below(state.size())];
    word =
        trial % 2 == 0 ? static_cast<std::int64_t>(draw.bits()) : word ^ (std::int64_t{1} << draw.below(40));
    RankTrades resumed = made();
    try {
      resumed.resume(state);
      resumed.skip(60 - resumed.next_rank());
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 300U);
  RankTrades short_of_words = RankTrades(60, 7, stream(9));
  EXPECT_THROW(short_of_words.resume(std::vector<std::int64_t>{1, 2, 3}), Error);
}

TEST(RankTrades, ArePairsWithinReach) {
  RankTrades trades(5000, 40, stream(5));
  Partners found(5000);
  trades.next(found);
  for (std::uint64_t rank = 0; rank < 5000; ++rank) {
    EXPECT_EQ(found[found[rank]], rank);
    EXPECT_LE(rank > found[rank] ? rank - found[rank] : found[rank] - rank, 40U);
  }
}

TEST(RankTrades, AHugeReachIsRefusedAndManyRanksAreNot) {
  EXPECT_THROW(RankTrades(std::uint64_t{1} << 40, std::uint64_t{1} << 32, stream(1)), Error);
  RankTrades trades(std::uint64_t{1} << 40, 100, stream(1));
  trades.skip(1000);
}

}  // namespace
}  // namespace sfumato::stats
