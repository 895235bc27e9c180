// The network simplex that takes arcs after a solution, against a plain assignment and its own certificate.
#include "stats/transport/tree_simplex.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/plain_assignment.hpp"

namespace sfumato::stats {
namespace {

struct Problem {
  std::vector<std::int64_t> supply, demand;
  std::vector<std::vector<std::int64_t>> cost;
};

// Few distinct costs and equal masses make ties and pivots that move nothing.
Problem random_problem(std::size_t sources, std::size_t sinks, std::uint64_t most_cost,
                       std::uint64_t most_mass, Rng& rng) {
  Problem problem;
  std::int64_t left = 0;
  for (std::size_t i = 0; i < sources; ++i) {
    problem.supply.push_back(1 + static_cast<std::int64_t>(rng.below(most_mass)));
    left += problem.supply.back();
  }
  left = std::max(left, static_cast<std::int64_t>(sinks));
  problem.supply.front() +=
      left - std::accumulate(problem.supply.begin(), problem.supply.end(), std::int64_t{0});
  problem.demand.assign(sinks, 1);
  for (left -= static_cast<std::int64_t>(sinks); left > 0; --left) ++problem.demand[rng.below(sinks)];
  for (std::size_t i = 0; i < sources; ++i) {
    problem.cost.emplace_back();
    for (std::size_t j = 0; j < sinks; ++j) {
      problem.cost.back().push_back(static_cast<std::int64_t>(rng.below(most_cost)));
    }
  }
  return problem;
}

TreeSimplex::Start north_west(const Problem& problem) {
  TreeSimplex::Start start;
  std::vector<std::int64_t> supply = problem.supply, demand = problem.demand;
  for (std::uint32_t i = 0, j = 0; i < supply.size() && j < demand.size();) {
    const std::int64_t moved = std::min(supply[i], demand[j]);
    if (moved > 0) {
      start.arcs.push_back({i, j, problem.cost[i][j]});
      start.moved.push_back(moved);
    }
    supply[i] -= moved;
    demand[j] -= moved;
    if (supply[i] == 0) {
      ++i;
    } else {
      ++j;
    }
  }
  return start;
}

// Is the plan one, and do the prices prove that none is cheaper? Returns its cost.
std::int64_t proven_cost(const Problem& problem, const TreeSimplex& simplex) {
  std::vector<std::int64_t> supply = problem.supply, demand = problem.demand;
  std::int64_t cost = 0;
  for (std::size_t a = 0; a < simplex.arcs().size(); ++a) {
    const TreeSimplex::Arc& arc = simplex.arcs()[a];
    const std::int64_t moved = simplex.moved(a);
    EXPECT_GE(moved, 0);
    supply[arc.source] -= moved;
    demand[arc.sink] -= moved;
    cost += moved * arc.cost;
    const std::int64_t reduced = arc.cost + simplex.source_price(arc.source) - simplex.sink_price(arc.sink);
    EXPECT_GE(reduced, 0);
    if (moved > 0) {
      EXPECT_EQ(reduced, 0);
    }
  }
  EXPECT_EQ(supply, std::vector<std::int64_t>(supply.size(), 0));
  EXPECT_EQ(demand, std::vector<std::int64_t>(demand.size(), 0));
  return cost;
}

void add_pairs(const Problem& problem, TreeSimplex& simplex, std::size_t every, std::size_t offset) {
  for (std::uint32_t i = 0; i < problem.supply.size(); ++i) {
    for (std::uint32_t j = 0; j < problem.demand.size(); ++j) {
      if ((i + j) % every == offset) simplex.add({i, j, problem.cost[i][j]});
    }
  }
}

TEST(TreeSimplex, ProvesItsPlansAsArcsAreAdded) {
  Rng rng({5, 5});
  for (int round = 0; round < 300; ++round) {
    const std::size_t sources = 1 + rng.below(25), sinks = 1 + rng.below(25);
    const Problem problem =
        random_problem(sources, sinks, round % 3 == 0 ? 3 : 1000, round % 2 == 0 ? 1 : 20, rng);
    TreeSimplex grown(sources, sinks, north_west(problem));
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (std::size_t part = 0; part < 4; ++part) {
      add_pairs(problem, grown, 4, part);
      grown.solve(sfumato::Run());
      const std::int64_t cost = proven_cost(problem, grown);
      EXPECT_LE(cost, last);
      last = cost;
    }
    TreeSimplex at_once(sources, sinks, north_west(problem));
    add_pairs(problem, at_once, 1, 0);
    at_once.solve(sfumato::Run());
    EXPECT_EQ(proven_cost(problem, at_once), last) << round;
  }
}

TEST(TreeSimplex, EqualsAPlainAssignment) {
  Rng rng({6, 6});
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 2 + rng.below(60);
    Problem problem = random_problem(n, n, 100, 1, rng);
    TreeSimplex simplex(n, n, north_west(problem));
    add_pairs(problem, simplex, 1, 0);
    simplex.solve(sfumato::Run());
    EXPECT_EQ(static_cast<double>(proven_cost(problem, simplex)),
              testing::plain_assignment(
                  n, [&](auto i, auto j) { return static_cast<double>(problem.cost[i][j]); }));
  }
}

}  // namespace
}  // namespace sfumato::stats
