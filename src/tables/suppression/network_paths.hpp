// Paths through a network by which a cell moves: the cheapest cycles of cells that have room for it, where a
// suppressed cell costs nothing. Shortest paths replace the linear program of other tables, in a fraction of
// its time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tables/suppression/incremental_deviation.hpp"
#include "tables/suppression/network_graph.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

class NetworkPaths {
 public:
  // Both must outlive this object.
  NetworkPaths(const SuppressionProblem& problem, const NetworkGraph& graph);

  // Suppresses cells so that the demanded cell can move as far as it must, or as far as it can.
  void meet(const Demand& demand);

  // The cheapest deviation that moves the cell by `amount`; empty if it cannot move so far. Suppresses
  // nothing.
  std::optional<Deviation> cheapest(std::size_t cell, double amount);
  void hide(std::size_t cell);

  const Pattern& pattern() const { return pattern_; }

 private:
  // The cost of a path: the cells that it adds, then its number of arcs.
  struct Length {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t arcs = 0;
    auto operator<=>(const Length&) const = default;
  };
  struct Arrival {
    std::size_t from = 0;
    std::size_t cell = 0;
    bool forward = true;
  };
  // Cells that let a cell move, how far they move, the cost of those not suppressed yet, and the distance
  // still missing.
  struct Plan {
    std::vector<std::size_t> cells;
    std::vector<double> amounts;
    double cost = 0;
    double missing = 0;
  };

  std::optional<Plan> one_path(std::size_t cell, double up, double down);
  Plan several_paths(const Demand& demand, double up, double share);
  void add(Plan& plan, std::size_t cell, double amount);
  void forget_plan(const Plan& plan);
  double room(const NetworkArc& arc, bool ahead) const;
  bool shortest(std::size_t from, std::size_t to, double ahead, double back);
  double widest(std::size_t from, std::size_t to);
  double flow(std::size_t from, std::size_t to, double target, double least, Plan& plan);
  template <class Body>
  void for_each_arc(std::size_t from, std::size_t to, const Body& body) const {
    for (std::size_t node = to; node != from; node = arrivals_[node].from) body(arrivals_[node]);
  }

  const SuppressionProblem& problem_;
  const NetworkGraph& graph_;
  Pattern pattern_;
  std::vector<std::uint8_t> known_;  // and the cell in question
  std::vector<std::uint8_t> planned_;
  std::vector<double> moved_;
  std::vector<Length> lengths_;
  std::vector<double> widths_;
  std::vector<Arrival> arrivals_;
  std::vector<std::vector<NetworkArc>> hidden_later_;  // per node: of cells that were open at first
  std::vector<std::pair<Length, std::size_t>> queue_;
};

}  // namespace sfumato::tables
