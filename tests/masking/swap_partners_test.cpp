// Swap partners: the order of service, the allowed partners, and how often each is drawn.
#include "masking/swap_partners.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace sfumato::masking {
namespace {

Movers random_movers(std::size_t households, Rng& rng) {
  Movers movers;
  const std::uint64_t sorts = 1 + rng.below(4), places = 1 + rng.below(4);
  for (std::size_t h = 0; h < households; ++h) {
    movers.sorts.push_back(static_cast<std::uint32_t>(rng.below(sorts)));
    movers.places.push_back(rng.chance(0.1) ? std::nullopt
                                            : std::optional(static_cast<std::uint32_t>(rng.below(places))));
    movers.at_risk.push_back(rng.chance(0.2));
  }
  return movers;
}

TEST(SwapPartners, AreOfTheSameSortElsewhereAndUsedOnce) {
  Rng rng({6, 1});
  for (std::uint64_t round = 0; round < 200; ++round) {
    const Movers movers = random_movers(rng.below(80), rng);
    const std::size_t wanted = rng.below(80);
    const SwapPartners found = swap_partners(movers, wanted, sfumato::Run({.seed = round}));
    std::set<std::size_t> moved;
    std::size_t for_others = 0;
    for (const auto& [one, other] : found.pairs) {
      EXPECT_EQ(movers.sorts[one], movers.sorts[other]);
      EXPECT_TRUE(movers.places[one] && movers.places[other]);
      EXPECT_NE(movers.places[one], movers.places[other]);
      EXPECT_TRUE(moved.insert(one).second && moved.insert(other).second);
      for_others += !movers.at_risk[one];
    }
    if (for_others > 0) {
      EXPECT_LE(moved.size(), wanted + 1);
    }
    std::size_t left = 0;
    for (std::size_t h = 0; h < movers.sorts.size(); ++h) {
      left += movers.at_risk[h] && movers.places[h] && !moved.contains(h);
    }
    EXPECT_EQ(found.at_risk_alone, left);
  }
}

TEST(SwapPartners, EveryPartnerElsewhereIsEquallyLikely) {
  // The first lives in place 0 with one neighbour; four of its sort live elsewhere, one of another sort too.
  const Movers movers{
      {0, 0, 0, 0, 0, 0, 1}, {0U, 0U, 1U, 1U, 1U, 2U, 2U}, {true, false, false, false, false, false, false}};
  std::map<std::size_t, int> partner;
  constexpr int draws = 20000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const SwapPartners found = swap_partners(movers, 0, sfumato::Run({.seed = seed}));
    ASSERT_EQ(found.pairs.size(), 1U);
    ASSERT_EQ(found.pairs.front().first, 0U);
    ++partner[found.pairs.front().second];
  }
  ASSERT_EQ(partner.size(), 4U);
  for (const auto& [household, count] : partner) {
    EXPECT_NEAR(count, draws / 4.0, 5.0 * std::sqrt(draws * 3.0 / 16.0)) << household;
  }
}

TEST(SwapPartners, FindTheOneElsewhereAmongVeryMany) {
  Movers movers{std::vector<std::uint32_t>(100000, 3), std::vector<std::optional<std::uint32_t>>(100000, 5U),
                std::vector<bool>(100000, false)};
  movers.places[70000] = 6U;
  movers.at_risk[123] = movers.at_risk[124] = true;
  const SwapPartners found = swap_partners(movers, 0, sfumato::Run({.seed = 1}));
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs.front().second, 70000U);
  EXPECT_EQ(found.at_risk_alone, 1U);
}

TEST(SwapPartners, NoHouseholdMovesWithoutRiskAndWithoutARate) {
  const Movers movers{{0, 0}, {0U, 1U}, {false, false}};
  EXPECT_TRUE(swap_partners(movers, 0, sfumato::Run({.seed = 1})).pairs.empty());
  EXPECT_EQ(swap_partners(movers, 1, sfumato::Run({.seed = 1})).pairs.size(), 1U);
}

}  // namespace
}  // namespace sfumato::masking
