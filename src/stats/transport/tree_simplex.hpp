// The network simplex for transport between sources and sinks, on arcs that may be added after a solution:
// the plan and its spanning tree stay, so that a few more arcs cost a few more pivots and not a new start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"

namespace sfumato::stats {

// Ahuja, Magnanti, Orlin (1993), Network Flows, chapter 11. Trees are strongly feasible (arcs without flow
// lead towards the root), so that pivots cannot cycle. Arcs have no capacity. All sums of costs along a path
// must stay below 2^62.
class TreeSimplex {
 public:
  struct Arc {
    std::uint32_t source, sink;
    std::int64_t cost;
  };

  // A plan to start from: what each listed arc moves, with each source and sink balanced and no cycle of
  // arcs.
  struct Start {
    std::vector<Arc> arcs;
    std::vector<std::int64_t> moved;
  };

  TreeSimplex(std::size_t sources, std::size_t sinks, const Start& start);

  void add(const Arc& arc);

  // Pivots until no arc would lower the cost. Of several best plans it finds one that depends on the order of
  // arcs alone.
  void solve(const Run& run);

  // For all arcs in the order in which they came.
  std::span<const Arc> arcs() const { return arcs_; }
  std::int64_t moved(std::size_t arc) const { return moved_[arc]; }

  // No arc costs less than the price of its sink minus that of its source, once solved.
  std::int64_t source_price(std::size_t source) const { return price_[source]; }
  std::int64_t sink_price(std::size_t sink) const { return price_[sources_ + sink]; }

 private:
  using Node = std::uint32_t;
  static constexpr Node none = 0xFFFFFFFF;
  static constexpr std::uint32_t no_arc = 0xFFFFFFFF;  // between the root and the top of a tree of the start

  // The place of a node in the tree: its arc leads to the parent or comes from it.
  struct Link {
    Node parent = none, first_child = none, next = none, previous = none;
    std::uint32_t arc = no_arc, depth = 0;
    bool upwards = true;
  };

  Node source_node(const Arc& arc) const { return arc.source; }
  Node sink_node(const Arc& arc) const { return static_cast<Node>(sources_ + arc.sink); }
  std::int64_t reduced_cost(const Arc& arc) const {
    return arc.cost + price_[source_node(arc)] - price_[sink_node(arc)];
  }
  std::int64_t flow(Node child) const { return tree_[child].arc == no_arc ? 0 : moved_[tree_[child].arc]; }

  void plant(const Start& start);
  void hang(Node child, Node parent, std::uint32_t arc);
  void cut(Node child);
  std::uint32_t entering();
  void pivot(std::uint32_t entering);
  void rehang(Node inside, Node outside, Node top, std::uint32_t entering);
  void refresh(Node top);

  std::size_t sources_;
  std::vector<Arc> arcs_;
  std::vector<std::int64_t> moved_;
  std::vector<std::int64_t> price_;  // of sources, sinks and the root
  std::vector<Link> tree_;
  std::size_t next_arc_ = 0;  // where the search for an arc goes on
};

}  // namespace sfumato::stats
