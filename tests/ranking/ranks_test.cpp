#include "ranking/ranks.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/rng.hpp"

namespace {

using sfumato::ranking::overall_ranks;
using sfumato::ranking::ranks;
using sfumato::ranking::Span;
using sfumato::ranking::Wanted;
using Ranks = std::vector<std::optional<std::size_t>>;

TEST(Ranks, PutTheBetterEndFirst) {
  const std::vector<std::optional<Span>> points{Span{3, 3}, Span{1, 1}, Span{2, 2}};
  EXPECT_EQ(ranks(points, Wanted::low), (Ranks{3, 1, 2}));
  EXPECT_EQ(ranks(points, Wanted::high), (Ranks{1, 3, 2}));
}

TEST(Ranks, OverlappingIntervalsShareARank) {
  // 0.17; 0.243 to 0.27; 0.24 to 0.31; 0.28 to 0.72: only the second is wholly better than the fourth.
  const std::vector<std::optional<Span>> spans{Span{0.17, 0.17}, Span{0.243, 0.27}, Span{0.24, 0.31},
                                               Span{0.28, 0.72}};
  EXPECT_EQ(ranks(spans, Wanted::low), (Ranks{1, 2, 2, 3}));
}

TEST(Ranks, TouchingIntervalsOverlap) {
  EXPECT_EQ(ranks({Span{1, 2}, Span{2, 3}}, Wanted::low), (Ranks{1, 1}));
  EXPECT_EQ(ranks({Span{1, 2}, Span{2, 3}}, Wanted::high), (Ranks{1, 1}));
}

TEST(Ranks, ACandidateWithoutAnIntervalHasNoRankAndDoesNotCount) {
  EXPECT_EQ(ranks({std::nullopt, Span{5, 5}, Span{4, 4}}, Wanted::low), (Ranks{std::nullopt, 2, 1}));
}

// Against the definition, pair by pair, with many ties and infinite ends.
TEST(Ranks, CountThoseWhoseWholeIntervalIsBetter) {
  sfumato::Rng rng({7, 8});
  const double infinite = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 200; ++round) {
    std::vector<std::optional<Span>> spans(1 + rng.below(30));
    for (auto& span : spans) {
      if (rng.below(8) == 0) continue;
      const double low = rng.below(12) == 0 ? -infinite : static_cast<double>(rng.below(9));
      span = Span{low, rng.below(12) == 0 ? infinite : low + static_cast<double>(rng.below(3))};
    }
    for (const Wanted wanted : {Wanted::low, Wanted::high}) {
      const Ranks found = ranks(spans, wanted);
      for (std::size_t i = 0; i < spans.size(); ++i) {
        ASSERT_EQ(found[i].has_value(), spans[i].has_value());
        if (!spans[i]) continue;
        std::size_t rank = 1;
        for (const auto& other : spans) {
          if (!other) continue;
          rank += (wanted == Wanted::low ? other->upper < spans[i]->lower : other->lower > spans[i]->upper);
        }
        EXPECT_EQ(*found[i], rank);
      }
    }
  }
}

TEST(OverallRanks, AddUpRanksOverMeasures) {
  // Sums 2, 5, 5, 8.
  EXPECT_EQ(overall_ranks({{1, 2, 3, 4}, {1, 3, 2, 4}}), (Ranks{1, 2, 2, 4}));
}

TEST(OverallRanks, NeedARankInEveryMeasure) {
  EXPECT_EQ(overall_ranks({{1, 2}, {std::nullopt, 1}}), (Ranks{std::nullopt, 1}));
  EXPECT_TRUE(overall_ranks({}).empty());
}

}  // namespace
