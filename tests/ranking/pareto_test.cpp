#include "ranking/pareto.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace {

using sfumato::ranking::MapPoint;
using sfumato::ranking::pareto_frontier;
using sfumato::ranking::Wanted;
using Positions = std::vector<std::size_t>;

TEST(ParetoFrontier, KeepsPointsThatAreNotDominated) {
  // (2, 3) is beaten by (2, 2), and (4, 1.5) by (3, 1).
  const std::vector<MapPoint> points{{3, 1}, {1, 4}, {2, 2}, {2, 3}, {4, 1.5}};
  EXPECT_EQ(pareto_frontier(points, Wanted::low, Wanted::low), (Positions{1, 2, 0}));
}

TEST(ParetoFrontier, ReversesWhereHighIsBetter) {
  const std::vector<MapPoint> points{{0.45, 0.17}, {0.45, 0.26}, {0.5, 0.3}, {0.4, 0.1}, {0.42, 0.2}};
  EXPECT_EQ(pareto_frontier(points, Wanted::high, Wanted::low), (Positions{3, 0, 2}));
}

TEST(ParetoFrontier, KeepsEqualPointsAndLeavesOutNaN) {
  const std::vector<MapPoint> points{{1, 1}, {std::nan(""), 0}, {1, 1}, {0, std::nan("")}};
  EXPECT_EQ(pareto_frontier(points, Wanted::low, Wanted::low), (Positions{0, 2}));
  EXPECT_TRUE(pareto_frontier({}, Wanted::low, Wanted::low).empty());
}

// By the definition, pair by pair.
bool beaten(const std::vector<MapPoint>& points, std::size_t i, Wanted risk, Wanted utility) {
  const auto cost = [](double value, Wanted wanted) { return wanted == Wanted::low ? value : -value; };
  for (const MapPoint& other : points) {
    const double risk_ahead = cost(points[i].risk, risk) - cost(other.risk, risk);
    const double utility_ahead = cost(points[i].utility, utility) - cost(other.utility, utility);
    if (risk_ahead >= 0 && utility_ahead >= 0 && risk_ahead + utility_ahead > 0) return true;
  }
  return false;
}

TEST(ParetoFrontier, IsWhatTheDefinitionSaysForRandomPoints) {
  sfumato::Rng rng({1, 2});
  for (int round = 0; round < 200; ++round) {
    std::vector<MapPoint> points(1 + rng.below(30));
    for (MapPoint& point : points) {
      point = {static_cast<double>(rng.below(8)), static_cast<double>(rng.below(8))};
    }
    const Wanted risk = rng.chance(0.5) ? Wanted::low : Wanted::high;
    const Wanted utility = rng.chance(0.5) ? Wanted::low : Wanted::high;
    const Positions found = pareto_frontier(points, risk, utility);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool on = std::find(found.begin(), found.end(), i) != found.end();
      EXPECT_EQ(on, !beaten(points, i, risk, utility));
    }
  }
}

}  // namespace
