// LEMON's network simplex on a sparse graph that grows by pricing; LEMON stays in this file.
#include "stats/transport/transport.hpp"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/neighbours/packed_points.hpp"
#include "stats/neighbours/point_boxes.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t first_neighbours = 12;  // arcs of each point at the start, on both sides
constexpr std::size_t most_priced = 8;        // arcs that a point gains in a round

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
        supplies_(graph_),
        costs_(graph_) {
    for (const std::int64_t mass : problem.sources.mass) supplies_[graph_.addNode()] = mass;
    for (const std::int64_t mass : problem.sinks.mass) supplies_[graph_.addNode()] = -mass;
    add(first_pairs());
  }

  Transport solved() {
    Transport result;
    std::vector<Pair> gained;
    do {
      run_.check_stop();
      ++result.rounds;
      gained = solve();
      add(gained);
    } while (!gained.empty());
    result.distance = cost_;
    result.arcs = pairs_.size();
    return result;
  }

 private:
  using Graph = lemon::SmartDigraph;
  using Simplex = lemon::NetworkSimplex<Graph, std::int64_t, std::int64_t>;

  std::size_t source_count() const { return problem_.sources.mass.size(); }
  std::size_t sink_count() const { return problem_.sinks.mass.size(); }
  Graph::Node source(std::size_t i) const { return Graph::nodeFromId(static_cast<int>(i)); }
  Graph::Node sink(std::size_t j) const { return Graph::nodeFromId(static_cast<int>(source_count() + j)); }
  std::int64_t units(double squared) const { return std::llround(std::sqrt(squared) * scale_); }

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

  // Neighbours, and the pairs that some plan needs, so that there is one.
  std::vector<Pair> first_pairs() const {
    std::vector<Pair> pairs;
    in_order(problem_, all_rows(source_count()), all_rows(sink_count()),
             [&](std::uint32_t from, std::uint32_t to, std::int64_t) { pairs.emplace_back(from, to); });
    nearest_pairs(problem_.sources.points, problem_.sinks.points, true, pairs);
    nearest_pairs(problem_.sinks.points, problem_.sources.points, false, pairs);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  void add(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
      const Graph::Arc arc = graph_.addArc(source(pair.first), sink(pair.second));
      squares_.push_back(
          squared_distance(problem_.sources.points, pair.first, problem_.sinks.points, pair.second));
      costs_[arc] = units(squares_.back());
    }
    pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  }

  // Solves on the present arcs; returns the pairs that would lower the cost.
  std::vector<Pair> solve() {
    Simplex simplex(graph_);
    simplex.supplyMap(supplies_).costMap(costs_);
    if (simplex.run() != Simplex::OPTIMAL) throw Error(ErrorCode::internal, "optimal transport failed");
    cost_ = 0.0;
    for (std::size_t a = 0; a < pairs_.size(); ++a) {
      const std::int64_t flow = simplex.flow(Graph::arcFromId(static_cast<int>(a)));
      if (flow > 0) cost_ += static_cast<double>(flow) * std::sqrt(squares_[a]);
    }
    std::vector<std::int64_t> prices(sink_count());
    for (std::size_t j = 0; j < prices.size(); ++j) prices[j] = simplex.potential(sink(j));
    std::vector<std::vector<Pair>> gained(source_count());
    run_.blocks(source_count(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        gained[i] = priced(static_cast<std::uint32_t>(i), simplex.potential(source(i)), prices);
      }
    });
    std::vector<Pair> all;
    for (const std::vector<Pair>& pairs : gained) all.insert(all.end(), pairs.begin(), pairs.end());
    return all;
  }

  // The pairs of a source of the lowest reduced costs below 0. Doubles choose the candidates: their error is
  // far less than 2^20 units, since potentials stay below 2^63.
  std::vector<Pair> priced(std::uint32_t from, std::int64_t potential,
                           const std::vector<std::int64_t>& prices) const {
    std::vector<double> squared(sinks_.padded_size());
    sinks_.squared_distances_to(sources_.data() + from * problem_.sources.points.columns(), squared.data());
    std::vector<std::pair<std::int64_t, std::uint32_t>> lowest;
    for (std::size_t j = 0; j < prices.size(); ++j) {
      const std::int64_t gap = prices[j] - potential;
      if (std::sqrt(squared[j]) * scale_ > static_cast<double>(gap) + 0x1p20) continue;
      const std::int64_t reduced = units(squared[j]) - gap;
      if (reduced >= 0 || (lowest.size() == most_priced && reduced >= lowest.back().first)) continue;
      if (lowest.size() == most_priced) lowest.pop_back();
      const std::pair entry{reduced, static_cast<std::uint32_t>(j)};
      lowest.insert(std::upper_bound(lowest.begin(), lowest.end(), entry), entry);
    }
    std::vector<Pair> pairs;
    for (const auto& [reduced, to] : lowest) pairs.emplace_back(from, to);
    return pairs;
  }

  const Imbalance& problem_;
  const Run& run_;
  std::vector<double> sources_;
  PackedPoints sinks_;
  double scale_;
  Graph graph_;
  Graph::NodeMap<std::int64_t> supplies_;
  Graph::ArcMap<std::int64_t> costs_;
  std::vector<Pair> pairs_;      // of each arc, by its number
  std::vector<double> squares_;  // their squared distances
  double cost_ = 0.0;
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
