#include "tables/suppression/network_paths.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {
// Most paths of one demand: each is the widest left, so that the remainder is negligible.
constexpr int most_paths = 200;
// Several narrow paths through small cells may cost less than a wide one through totals.
constexpr std::array<double, 3> shares = {1, 1.0 / 4, 1.0 / 16};

bool reaches(double room, double need) { return room >= need * (1 - 1e-9); }

}  // namespace

NetworkPaths::NetworkPaths(const SuppressionProblem& problem, const NetworkGraph& graph)
    : problem_(problem),
      graph_(graph),
      pattern_(problem.least()),
      known_(problem.cells(), 0),
      planned_(problem.cells(), 0),
      moved_(problem.cells(), 0),
      lengths_(graph.nodes()),
      widths_(graph.nodes(), 0),
      arrivals_(graph.nodes()),
      hidden_later_(graph.nodes()) {}

void NetworkPaths::meet(const Demand& demand) {
  const std::size_t cell = demand.cell;
  if (graph_.tail(cell) == graph_.head(cell)) return;
  const std::vector<std::size_t>& own_cells = problem_.attackers[demand.attacker];
  for (const std::size_t own : own_cells) known_[own] = 1;
  const double up = std::min(std::max(demand.up, demand.width - demand.down), problem_.room_up[cell]);
  const double down = std::min(std::max(demand.down, demand.width - up), problem_.room_down[cell]);
  known_[cell] = 1;  // no path leads through the cell itself
  std::optional<Plan> best = one_path(cell, up, down);
  for (const double share : shares) {
    if (best && best->missing == 0 && best->cost == 0) break;
    Plan plan = several_paths(demand, up, share);
    if (!best || std::tie(plan.missing, plan.cost) < std::tie(best->missing, best->cost))
      best = std::move(plan);
  }
  known_[cell] = 0;
  for (const std::size_t own : own_cells) known_[own] = 0;
  for (const std::size_t other : best->cells) hide(other);
}

std::optional<Deviation> NetworkPaths::cheapest(std::size_t cell, double amount) {
  if (graph_.tail(cell) == graph_.head(cell)) return std::nullopt;
  const double target = std::abs(amount);
  const double own_room = amount > 0 ? problem_.room_up[cell] : problem_.room_down[cell];
  if (!reaches(own_room, target)) return std::nullopt;
  const std::size_t from = amount > 0 ? graph_.head(cell) : graph_.tail(cell);
  const std::size_t to = amount > 0 ? graph_.tail(cell) : graph_.head(cell);
  known_[cell] = 1;
  std::optional<Plan> best;
  for (const double share : shares) {
    if (best && best->cost == 0) break;
    Plan plan;
    plan.missing = target - flow(from, to, target, target * share, plan);
    forget_plan(plan);
    if (plan.missing <= target * 1e-9 && (!best || plan.cost < best->cost)) best = std::move(plan);
  }
  known_[cell] = 0;
  if (!best) return std::nullopt;
  best->cells.push_back(cell);
  best->amounts.push_back(amount);
  return Deviation{std::move(best->cells), std::move(best->amounts)};
}

// The same path up and down.
std::optional<NetworkPaths::Plan> NetworkPaths::one_path(std::size_t cell, double up, double down) {
  const std::size_t from = graph_.head(cell), to = graph_.tail(cell);
  if (!shortest(from, to, up, down)) return std::nullopt;
  Plan plan;
  for_each_arc(from, to, [&](const Arrival& arc) { add(plan, arc.cell, arc.forward ? up : -up); });
  forget_plan(plan);
  return plan;
}

// Separate paths up and down, each carrying at least this share where possible.
NetworkPaths::Plan NetworkPaths::several_paths(const Demand& demand, double up, double share) {
  const std::size_t head = graph_.head(demand.cell), tail = graph_.tail(demand.cell);
  Plan plan;
  const double reached = flow(head, tail, up, up * share, plan);
  const double down =
      std::min(std::max(demand.down, demand.width - reached), problem_.room_down[demand.cell]);
  const double lowered = flow(tail, head, down, down * share, plan);
  plan.missing = (up - reached) + (down - lowered);
  forget_plan(plan);
  return plan;
}

void NetworkPaths::add(Plan& plan, std::size_t cell, double amount) {
  if (std::exchange(planned_[cell], 1)) return;
  plan.cells.push_back(cell);
  plan.amounts.push_back(amount);
  if (!pattern_[cell]) plan.cost += problem_.cost[cell];
}

void NetworkPaths::forget_plan(const Plan& plan) {
  for (const std::size_t cell : plan.cells) planned_[cell] = 0;
}

// How far the arc's cell can still move in the arc's own direction, and in the other.
double NetworkPaths::room(const NetworkArc& arc, bool ahead) const {
  return arc.forward == ahead ? problem_.room_up[arc.cell] - moved_[arc.cell]
                              : problem_.room_down[arc.cell] + moved_[arc.cell];
}

// A suppressed cell is free from now on, and is kept in a separate list.
void NetworkPaths::hide(std::size_t cell) {
  if (std::exchange(pattern_[cell], 1)) return;
  const std::size_t tail = graph_.tail(cell), head = graph_.head(cell);
  hidden_later_[tail].push_back({cell, head, true});
  hidden_later_[head].push_back({cell, tail, false});
}

// Dijkstra over arcs with room for `ahead` in one direction and `back` in the other. Among equal paths the
// one with fewer arcs. Arcs that cost more than the best path so far are skipped.
bool NetworkPaths::shortest(std::size_t from, std::size_t to, double ahead, double back) {
  std::fill(lengths_.begin(), lengths_.end(), Length{});
  queue_.clear();
  lengths_[from] = {0, 0};
  queue_.push_back({lengths_[from], from});
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const auto [length, node] = queue_.back();
    queue_.pop_back();
    if (node == to) return true;
    if (lengths_[node] < length) continue;
    const auto go = [&, from_here = node, so_far = length](const NetworkArc& arc, double cost) {
      const Length next{so_far.cost + cost, so_far.arcs + 1};
      if (!(next < lengths_[arc.to]) || !(next < lengths_[to])) return;
      if (known_[arc.cell] || !reaches(room(arc, true), ahead) || !reaches(room(arc, false), back)) return;
      lengths_[arc.to] = next;
      arrivals_[arc.to] = {from_here, arc.cell, arc.forward};
      queue_.push_back({next, arc.to});
      std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
    };
    for (const NetworkArc& arc : hidden_later_[node]) go(arc, 0);
    for (const NetworkArc& arc : graph_.arcs(node)) {
      const double cost = problem_.cost[arc.cell];
      if (length.cost + cost > lengths_[to].cost) break;
      go(arc, pattern_[arc.cell] || planned_[arc.cell] || moved_[arc.cell] != 0 ? 0 : cost);
    }
  }
  return false;
}

// The most that a single path can carry.
double NetworkPaths::widest(std::size_t from, std::size_t to) {
  std::priority_queue<std::pair<double, std::size_t>> queue;
  std::fill(widths_.begin(), widths_.end(), 0.0);
  widths_[from] = infinity;
  queue.push({infinity, from});
  while (!queue.empty()) {
    const auto [width, node] = queue.top();
    queue.pop();
    if (node == to) return width;
    if (width < widths_[node]) continue;
    for (const NetworkArc& arc : graph_.arcs(node)) {
      if (known_[arc.cell]) continue;
      const double next = std::min(width, room(arc, true));
      if (next <= widths_[arc.to]) continue;
      widths_[arc.to] = next;
      queue.push({next, arc.to});
    }
  }
  return 0;
}

// Sends `target` from one end to the other, by the cheapest paths that carry `least` or all that is left, or
// else by the widest; returns the amount sent.
double NetworkPaths::flow(std::size_t from, std::size_t to, double target, double least, Plan& plan) {
  double left = target;
  std::vector<std::size_t> touched;
  for (int count = 0; count < most_paths && left > target * 1e-9; ++count) {
    double step = std::min(left, least);
    if (!shortest(from, to, step, 0)) {
      step = std::min(step, widest(from, to));
      if (step <= target * 1e-9 || !shortest(from, to, step, 0)) break;
    }
    double carried = left;
    for_each_arc(from, to, [&](const Arrival& arc) {
      carried = std::min(carried, room({arc.cell, to, arc.forward}, true));
    });
    carried = std::max(carried, step);
    for_each_arc(from, to, [&](const Arrival& arc) {
      moved_[arc.cell] += arc.forward ? carried : -carried;
      touched.push_back(arc.cell);
    });
    left -= carried;
  }
  for (const std::size_t cell : touched) {
    const double amount = std::exchange(moved_[cell], 0);
    if (amount != 0) add(plan, cell, amount);
  }
  return left > target * 1e-9 ? target - left : target;
}

}  // namespace sfumato::tables
