// The network simplex on a few pairs, and rounds of pricing that add the pairs which would lower the cost.
#include "stats/transport/transport.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "stats/neighbours/nearest_rows.hpp"
#include "stats/neighbours/packed_points.hpp"
#include "stats/neighbours/point_boxes.hpp"
#include "stats/ranks/ranks.hpp"
#include "stats/transport/tree_simplex.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t first_neighbours = 12;      // arcs of each point at the start, on both sides
constexpr std::size_t most_priced = 8;            // arcs that a point gains in a round
constexpr std::size_t most_kept_costs = 1 << 22;  // pairs; 32 MiB

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // source, sink

// Points with a surplus and points with a deficit.
struct Imbalance {
  PointMasses sources;
  PointMasses sinks;
};

int compared(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
  for (std::size_t c = 0; c < a.columns(); ++c) {
    if (a(i, c) != b(j, c)) return a(i, c) < b(j, c) ? -1 : 1;
  }
  return 0;
}

PointMasses taking(const PointMasses& side, const std::vector<std::size_t>& rows,
                   std::vector<std::int64_t> mass) {
  return {taking_rows(side.points, rows), std::move(mass)};
}

std::vector<std::size_t> lexicographic_order(const Matrix& points) {
  std::vector<std::size_t> order(points.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int sign = compared(points, a, points, b);
    return sign != 0 ? sign < 0 : a < b;
  });
  return order;
}

// The mass of the rows equal to the one at `place` of `order`; moves `place` behind them.
std::int64_t mass_of_equals(const PointMasses& side, const std::vector<std::size_t>& order,
                            std::size_t& place) {
  const std::size_t first = order[place];
  std::int64_t mass = 0;
  while (place < order.size() && compared(side.points, first, side.points, order[place]) == 0) {
    mass += side.mass[order[place++]];
  }
  return mass;
}

// What is left to move, where the first row of equal ones represents all; rows in their order, since rows of
// a masked file often lie near those of the same number.
Imbalance imbalance(const PointMasses& from, const PointMasses& to) {
  const std::vector<std::size_t> froms = lexicographic_order(from.points),
                                 tos = lexicographic_order(to.points);
  std::vector<std::int64_t> surplus(froms.size()), deficit(tos.size());
  std::size_t f = 0, t = 0;
  while (f < froms.size() || t < tos.size()) {
    const std::size_t first_from = f < froms.size() ? froms[f] : 0, first_to = t < tos.size() ? tos[t] : 0;
    const int sign = f == froms.size() ? 1
                     : t == tos.size() ? -1
                                       : compared(from.points, first_from, to.points, first_to);
    const std::int64_t gained = sign <= 0 ? mass_of_equals(from, froms, f) : 0;
    const std::int64_t lost = sign >= 0 ? mass_of_equals(to, tos, t) : 0;
    if (gained > lost) surplus[first_from] = gained - lost;
    if (lost > gained) deficit[first_to] = lost - gained;
  }
  const auto kept = [](const PointMasses& side, const std::vector<std::int64_t>& mass) {
    std::vector<std::size_t> rows;
    std::vector<std::int64_t> left;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      if (mass[i] == 0) continue;
      rows.push_back(i);
      left.push_back(mass[i]);
    }
    return taking(side, rows, std::move(left));
  };
  return {kept(from, surplus), kept(to, deficit)};
}

// Pairs the masses of both sides in the given orders, as much at a time as both have left.
template <class Visit>
void in_order(const Imbalance& problem, std::span<const std::uint32_t> sources,
              std::span<const std::uint32_t> sinks, Visit visit) {
  std::size_t t = 0;
  std::int64_t room = sinks.empty() ? 0 : problem.sinks.mass[sinks[0]];
  for (const std::uint32_t source : sources) {
    for (std::int64_t left = problem.sources.mass[source]; left > 0;) {
      while (room == 0) room = problem.sinks.mass[sinks[++t]];
      const std::int64_t moved = std::min(left, room);
      visit(source, sinks[t], moved);
      left -= moved;
      room -= moved;
    }
  }
}

// On a line the sorted masses move without crossing.
double along_line(const Imbalance& problem) {
  double sum = 0.0;
  in_order(problem, ascending_order(problem.sources.points.column(0)),
           ascending_order(problem.sinks.points.column(0)),
           [&](std::uint32_t source, std::uint32_t sink, std::int64_t moved) {
             sum += static_cast<double>(moved) *
                    std::fabs(problem.sources.points(source, 0) - problem.sinks.points(sink, 0));
           });
  return sum;
}

double diameter(const Imbalance& problem) {
  double squared = 0.0;
  for (std::size_t j = 0; j < problem.sources.points.columns(); ++j) {
    const auto [low, high] = std::ranges::minmax(problem.sources.points.column(j));
    const auto [lowest, highest] = std::ranges::minmax(problem.sinks.points.column(j));
    const double width = std::max(high, highest) - std::min(low, lowest);
    squared += width * width;
  }
  return std::sqrt(squared);
}

std::vector<std::uint32_t> all_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

class SparseTransport {
 public:
  SparseTransport(const Imbalance& problem, const Run& run)
      : problem_(problem),
        run_(run),
        sources_(row_by_row(problem.sources.points)),
        sinks_(problem.sinks.points),
        scale_(0x1p44 / diameter(problem)),
        costs_(kept_costs()),
        simplex_(source_count(), sink_count(), start()) {
    for (const Pair& pair : neighbours()) simplex_.add({pair.first, pair.second, cost(pair)});
  }

  Transport solved() {
    Transport result;
    std::vector<TreeSimplex::Arc> gained;
    do {
      ++result.rounds;
      simplex_.solve(run_);
      gained = all_priced();
      for (const TreeSimplex::Arc& arc : gained) simplex_.add(arc);
    } while (!gained.empty());
    const std::span<const TreeSimplex::Arc> arcs = simplex_.arcs();
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      if (simplex_.moved(a) == 0) continue;
      result.distance += static_cast<double>(simplex_.moved(a)) *
                         std::sqrt(squared_distance(problem_.sources.points, arcs[a].source,
                                                    problem_.sinks.points, arcs[a].sink));
    }
    result.arcs = arcs.size();
    return result;
  }

 private:
  std::size_t source_count() const { return problem_.sources.mass.size(); }
  std::size_t sink_count() const { return problem_.sinks.mass.size(); }
  std::int64_t units(double squared) const {
    return static_cast<std::int64_t>(std::sqrt(squared) * scale_ + 0.5);
  }

  std::int64_t cost(const Pair& pair) const {
    return units(squared_distance(problem_.sources.points, pair.first, problem_.sinks.points, pair.second));
  }

  // The costs of all pairs, source by source, where there are few enough of them: rounds of pricing read them
  // faster than they compute distances. Empty otherwise.
  std::vector<std::int64_t> kept_costs() const {
    if (source_count() > most_kept_costs / sink_count()) return {};
    std::vector<std::int64_t> costs(source_count() * sink_count());
    run_.blocks(source_count(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) costs_of(i, costs.data() + i * sink_count());
    });
    return costs;
  }

  void costs_of(std::size_t from, std::int64_t* costs) const {
    std::vector<double> squared(sinks_.padded_size());
    sinks_.squared_distances_to(sources_.data() + from * problem_.sources.points.columns(), squared.data());
    for (std::size_t j = 0; j < sink_count(); ++j) costs[j] = units(squared[j]);
  }

  // Rows in their order: those of a masked file often lie near those of the same number.
  TreeSimplex::Start start() const {
    TreeSimplex::Start start;
    in_order(problem_, all_rows(source_count()), all_rows(sink_count()),
             [&](std::uint32_t from, std::uint32_t to, std::int64_t moved) {
               start.arcs.push_back({from, to, cost({from, to})});
               start.moved.push_back(moved);
             });
    return start;
  }

  void nearest_pairs(const Matrix& queries, const Matrix& points, bool queries_are_sources,
                     std::vector<Pair>& pairs) const {
    const PointBoxes boxes(points, all_rows(points.rows()));
    std::vector<std::vector<FoundRow>> found(queries.rows());
    run_.blocks(queries.rows(), 128, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::vector<double> centre(queries.columns());
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = 0; j < centre.size(); ++j) centre[j] = queries(i, j);
        found[i] = boxes.nearest(centre, std::min(first_neighbours, points.rows()));
      }
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto query = static_cast<std::uint32_t>(i);
      for (const FoundRow& near : found[i]) {
        pairs.push_back(queries_are_sources ? Pair{query, near.row} : Pair{near.row, query});
      }
    }
  }

  std::vector<Pair> neighbours() const {
    std::vector<Pair> pairs;
    nearest_pairs(problem_.sources.points, problem_.sinks.points, true, pairs);
    nearest_pairs(problem_.sinks.points, problem_.sources.points, false, pairs);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  // The pairs that would lower the cost, by the prices of the present plan.
  std::vector<TreeSimplex::Arc> all_priced() const {
    std::vector<std::int64_t> prices(sink_count());
    for (std::size_t j = 0; j < prices.size(); ++j) prices[j] = simplex_.sink_price(j);
    std::vector<std::vector<TreeSimplex::Arc>> gained(source_count());
    run_.blocks(source_count(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::vector<std::int64_t> computed(costs_.empty() ? sink_count() : 0);
      for (std::size_t i = begin; i < end; ++i) {
        if (costs_.empty()) costs_of(i, computed.data());
        const std::int64_t* costs = costs_.empty() ? computed.data() : costs_.data() + i * sink_count();
        gained[i] = priced(static_cast<std::uint32_t>(i), costs, prices);
      }
    });
    std::vector<TreeSimplex::Arc> all;
    for (const std::vector<TreeSimplex::Arc>& arcs : gained) all.insert(all.end(), arcs.begin(), arcs.end());
    return all;
  }

  // The pairs of a source of the lowest reduced costs below 0.
  std::vector<TreeSimplex::Arc> priced(std::uint32_t from, const std::int64_t* costs,
                                       const std::vector<std::int64_t>& prices) const {
    const std::int64_t price = simplex_.source_price(from);
    std::int64_t limit = 0;  // only lower reduced costs are of interest
    std::vector<std::pair<std::int64_t, std::uint32_t>> lowest;
    for (std::size_t j = 0; j < prices.size(); ++j) {
      const std::int64_t reduced = costs[j] + price - prices[j];
      if (reduced >= limit) continue;
      if (lowest.size() == most_priced) lowest.pop_back();
      const std::pair entry{reduced, static_cast<std::uint32_t>(j)};
      lowest.insert(std::upper_bound(lowest.begin(), lowest.end(), entry), entry);
      if (lowest.size() == most_priced) limit = lowest.back().first;
    }
    std::vector<TreeSimplex::Arc> arcs;
    for (const auto& [reduced, to] : lowest) arcs.push_back({from, to, costs[to]});
    return arcs;
  }

  const Imbalance& problem_;
  const Run& run_;
  std::vector<double> sources_;
  PackedPoints sinks_;
  double scale_;
  std::vector<std::int64_t> costs_;
  TreeSimplex simplex_;
};

}  // namespace

Transport transport(const PointMasses& from, const PointMasses& to, const Run& run) {
  const std::int64_t total = std::accumulate(from.mass.begin(), from.mass.end(), std::int64_t{0});
  assert(total == std::accumulate(to.mass.begin(), to.mass.end(), std::int64_t{0}));
  const Imbalance problem = imbalance(from, to);
  if (problem.sources.mass.empty()) return {};
  Transport result;
  if (from.points.columns() == 1) {
    result.distance = along_line(problem);
  } else {
    result = SparseTransport(problem, run).solved();
  }
  result.distance /= static_cast<double>(total);
  return result;
}

}  // namespace sfumato::stats
