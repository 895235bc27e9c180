// Pivots on a spanning tree with lists of children. A search looks at blocks of arcs in turn and takes the
// arc of the lowest reduced cost of the first block that has one below 0.
#include "stats/transport/tree_simplex.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sfumato::stats {

TreeSimplex::TreeSimplex(std::size_t sources, std::size_t sinks, const Start& start)
    : sources_(sources), price_(sources + sinks + 1), tree_(sources + sinks + 1) {
  for (const Arc& arc : start.arcs) add(arc);
  std::copy(start.moved.begin(), start.moved.end(), moved_.begin());
  plant(start);
}

void TreeSimplex::add(const Arc& arc) {
  arcs_.push_back(arc);
  moved_.push_back(0);
}

// Each connected part of the start becomes a tree below the root. The arc between them never carries flow,
// since none leads away from the root, so that its cost does not matter.
void TreeSimplex::plant(const Start& start) {
  const std::size_t nodes = tree_.size() - 1;
  std::vector<std::vector<std::uint32_t>> of_node(nodes);
  for (std::uint32_t a = 0; a < start.arcs.size(); ++a) {
    if (moved_[a] == 0) continue;  // an arc without flow might lead away from the root
    of_node[source_node(arcs_[a])].push_back(a);
    of_node[sink_node(arcs_[a])].push_back(a);
  }
  const auto root = static_cast<Node>(nodes);
  std::vector<Node> waiting;
  for (Node top = 0; top < nodes; ++top) {
    if (tree_[top].parent != none) continue;
    hang(top, root, no_arc);
    waiting.assign(1, top);
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      for (const std::uint32_t a : of_node[node]) {
        if (a == tree_[node].arc) continue;
        const Node other = source_node(arcs_[a]) == node ? sink_node(arcs_[a]) : source_node(arcs_[a]);
        assert(tree_[other].parent == none);
        hang(other, node, a);
        waiting.push_back(other);
      }
    }
  }
  for (Node top = tree_[root].first_child; top != none; top = tree_[top].next) refresh(top);
}

void TreeSimplex::hang(Node child, Node parent, std::uint32_t arc) {
  Link& link = tree_[child];
  link.parent = parent;
  link.arc = arc;
  link.upwards = arc == no_arc || source_node(arcs_[arc]) == child;
  link.previous = none;
  link.next = tree_[parent].first_child;
  if (link.next != none) tree_[link.next].previous = child;
  tree_[parent].first_child = child;
}

void TreeSimplex::cut(Node child) {
  const Link& link = tree_[child];
  if (link.next != none) tree_[link.next].previous = link.previous;
  if (link.previous != none) {
    tree_[link.previous].next = link.next;
  } else {
    tree_[link.parent].first_child = link.next;
  }
}

// Depths and prices below and at `top`, from those of its parent: arcs of the tree have a reduced cost of 0.
void TreeSimplex::refresh(Node top) {
  Node node = top;
  while (true) {
    Link& link = tree_[node];
    link.depth = tree_[link.parent].depth + 1;
    const std::int64_t cost = link.arc == no_arc ? 0 : arcs_[link.arc].cost;
    price_[node] = price_[link.parent] + (link.upwards ? -cost : cost);
    if (link.first_child != none) {
      node = link.first_child;
      continue;
    }
    while (node != top && tree_[node].next == none) node = tree_[node].parent;
    if (node == top) return;
    node = tree_[node].next;
  }
}

std::uint32_t TreeSimplex::entering() {
  const std::size_t count = arcs_.size();
  const std::size_t block = std::max<std::size_t>(16, static_cast<std::size_t>(std::sqrt(count)));
  std::int64_t lowest = 0;
  std::uint32_t best = no_arc;
  std::size_t left = block;
  for (std::size_t looked = 0; looked < count; ++looked) {
    if (next_arc_ >= count) next_arc_ = 0;
    const std::int64_t reduced = reduced_cost(arcs_[next_arc_]);
    if (reduced < lowest) {
      lowest = reduced;
      best = static_cast<std::uint32_t>(next_arc_);
    }
    ++next_arc_;
    if (--left == 0) {
      if (best != no_arc) return best;
      left = block;
    }
  }
  return best;
}

// Moves as much as the cycle allows: arcs against its direction lose flow. Of those that lose all, the last
// one on the way from the top of the cycle along its direction leaves the tree, which keeps trees strongly
// feasible.
void TreeSimplex::pivot(std::uint32_t entering) {
  const Node first = source_node(arcs_[entering]), second = sink_node(arcs_[entering]);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  Node leaving = none;
  bool below_first = true;
  Node a = first, b = second;
  Node leaving_second = none;
  std::int64_t least_second = least;
  while (a != b) {
    if (tree_[a].depth >= tree_[b].depth) {
      // From the top down to `first`: the first found going up is the last of the direction.
      if (tree_[a].upwards && flow(a) < least) {
        least = flow(a);
        leaving = a;
      }
      a = tree_[a].parent;
    } else {
      if (!tree_[b].upwards && flow(b) <= least_second) {
        least_second = flow(b);
        leaving_second = b;
      }
      b = tree_[b].parent;
    }
  }
  if (leaving_second != none && least_second <= least) {
    least = least_second;
    leaving = leaving_second;
    below_first = false;
  }
  assert(leaving != none);
  if (least > 0) {
    moved_[entering] += least;
    for (Node node = first; node != a; node = tree_[node].parent) {
      moved_[tree_[node].arc] += tree_[node].upwards ? -least : least;
    }
    for (Node node = second; node != a; node = tree_[node].parent) {
      moved_[tree_[node].arc] += tree_[node].upwards ? least : -least;
    }
  }
  if (below_first) {
    rehang(first, second, leaving, entering);
  } else {
    rehang(second, first, leaving, entering);
  }
}

// The part of the tree below `top`, which contains `inside`, is hung from `outside` by the entering arc.
void TreeSimplex::rehang(Node inside, Node outside, Node top, std::uint32_t entering) {
  Node node = inside, new_parent = outside;
  std::uint32_t arc = entering;
  while (true) {
    const Node old_parent = tree_[node].parent;
    const std::uint32_t old_arc = tree_[node].arc;
    cut(node);
    hang(node, new_parent, arc);
    if (node == top) break;
    new_parent = node;
    arc = old_arc;
    node = old_parent;
  }
  refresh(inside);
}

void TreeSimplex::solve(const Run& run) {
  constexpr std::size_t pivots_between_checks = 4096;
  for (std::size_t pivots = 0;; ++pivots) {
    if (pivots % pivots_between_checks == 0) run.check_stop();
    const std::uint32_t found = entering();
    if (found == no_arc) return;
    pivot(found);
  }
}

}  // namespace sfumato::stats
