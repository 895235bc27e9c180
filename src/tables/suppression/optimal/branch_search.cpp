#include "tables/suppression/optimal/branch_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "tables/suppression/optimal/sparse_pattern.hpp"

namespace sfumato::tables {
namespace {

constexpr int root_rounds_between_patterns = 25;
constexpr int root_rounds_before_patterns = 10;
constexpr std::size_t most_bridge_cuts = 300;
constexpr std::size_t enough_without_attacker = 30;
// Multiples of the best cost: patterns that cost this much are not improved, and bounds this low mean that
// better patterns may exist.
constexpr double costly = 1.2, far = 0.9;

// The greatest common divisor of all costs, where they are integers; else 0.
double cost_unit(const CutSystem& system) {
  std::int64_t unit = 0;
  for (const double cost : system.cost) {
    if (cost != std::floor(cost) || cost > 1e15) return 0;
    unit = std::gcd(unit, static_cast<std::int64_t>(cost));
  }
  return static_cast<double>(unit);
}

}  // namespace

BranchSearch::BranchSearch(const CutSystem& system, const std::optional<Elimination>& elimination,
                           Pattern start, const Limit& limit, double gap_percent, const Run& run)
    : system_(system),
      elimination_(elimination),
      limit_(limit),
      first_look_(limit.share(0.25)),
      gap_(gap_percent / 100),
      run_(run),
      separation_(system, elimination, limit, run),
      local_(system, elimination, limit, run),
      check_(system, elimination, limit),
      repair_(system, elimination),
      master_(system, limit, run),
      scores_(system),
      best_(std::move(start)),
      best_cost_(system.cost_of(best_)),
      unit_(cost_unit(system)),
      never_(system.size(), 0) {}

double BranchSearch::rounded(double bound) const {
  const double safe = bound - 1e-6 * std::max(1.0, std::abs(bound));
  return std::max(0.0, unit_ > 0 ? unit_ * std::ceil(safe / unit_) : safe);
}

bool BranchSearch::closed(double bound) const {
  const double enough = best_cost_ * (1 - gap_);
  return rounded(bound) >= enough - 2e-6 * std::max(1.0, enough);
}

bool BranchSearch::prune(double bound) {
  if (!closed(bound)) return false;
  if (rounded(bound) < best_cost_) dropped_bound_ = std::min(dropped_bound_, bound);
  return true;
}

double BranchSearch::bound() const {
  const double proved = rounded(std::min(bound_, dropped_bound_));
  return proved >= best_cost_ - 2e-6 * std::max(1.0, best_cost_) ? best_cost_ : proved;
}

bool BranchSearch::at_limit() const {
  run_.check_stop();
  return limit_.over();
}

void BranchSearch::offer(const Pattern& pattern) {
  const double cost = system_.cost_of(pattern);
  if (cost >= best_cost_) return;
  best_ = pattern;
  best_cost_ = cost;
}

std::size_t BranchSearch::cut(std::span<const double> x, bool thorough) {
  std::size_t added = master_.add(bridgeless_cuts(system_, x, most_bridge_cuts));
  added += master_.add(local_.cuts(x));
  if (added > enough_without_attacker) return added;
  // Cuts at a point between x and everything suppressed are often deeper than cuts at x.
  if (share_ < 1) {
    std::vector<double> between(x.begin(), x.end());
    for (std::size_t i = 0; i < between.size(); ++i) {
      between[i] = share_ * x[i] + (1 - share_) * master_.upper(i);
    }
    const std::vector<Cut> found = separation_.cuts(x, between, Rooms::clipped, false);
    if (10 * found.size() < system_.sides.size()) share_ += 0.1;
    added += master_.add(found);
    if (!found.empty()) return added;
  }
  added += master_.add(separation_.cuts(x, x, Rooms::clipped, added == 0));
  if (added == 0 && thorough) added = master_.add(separation_.cuts(x, x, Rooms::exact, true));
  return added;
}

bool BranchSearch::settle(std::span<const double> x) {
  Pattern pattern(system_.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = x[i] > 0.5 ? 1 : 0;
  if (check_.meets(pattern)) {
    offer(pattern);
    return true;
  }
  if (cut(x, true) == 0) master_.add(std::vector<Cut>{another_cell(system_, pattern)});
  return false;
}

void BranchSearch::look_for_pattern(std::span<const double> x) {
  first_look_ = limit_.without_end();
  if (rounding_is_costly_) return;
  std::vector<double> prices(system_.size());
  for (std::size_t i = 0; i < prices.size(); ++i) prices[i] = system_.cost[i] * (1 - 0.999 * x[i]);
  Pattern pattern(system_.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = x[i] > 0.9 ? 1 : 0;
  const double cost = finish(std::move(pattern), prices);
  if (!searched_by_freedom_ && bound_ < far * best_cost_) search_by_freedom();
  rounding_is_costly_ = cost > costly * best_cost_;
}

double BranchSearch::finish(Pattern pattern, std::span<const double> prices) {
  if (!check_.meets(pattern)) {
    repair_.complete(pattern, prices, limit_.share(0.5), run_);
    if (!check_.meets(pattern)) return std::numeric_limits<double>::infinity();
  }
  offer(pattern);
  std::vector<std::size_t> order(system_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return prices[a] > prices[b]; });
  check_.thin_out(pattern, order, limit_.share(1.0 / 6), run_);
  offer(pattern);
  return system_.cost_of(pattern);
}

void BranchSearch::search_by_freedom() {
  searched_by_freedom_ = true;
  if (!elimination_ || !fits_sparse_pattern(system_, *elimination_)) return;
  if (system_.cost_of(greedy_pattern(system_, *elimination_)) > costly * best_cost_) return;
  const Pattern pattern = sparse_pattern(system_, *elimination_, limit_.share(0.5), run_);
  if (check_.meets(pattern)) {
    offer(pattern);
  } else {
    finish(pattern, system_.cost);
  }
}

// Reduced cost fixing: a cell whose suppression would raise the bound to the best cost stays published.
void BranchSearch::publish_by_reduced_costs(const Relaxation& relaxation) {
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (never_[i] || relaxation.x[i] > 0 || relaxation.reduced_costs[i] <= 0) continue;
    if (!prune(relaxation.bound + relaxation.reduced_costs[i])) continue;
    never_[i] = 1;
    master_.limit(i, 0, 0);
  }
}

void BranchSearch::root() {
  double before = 0;
  int stalled = 0;
  for (int round = 0; !at_limit(); ++round) {
    const Relaxation relaxation = master_.solve();
    if (!relaxation.solved) return;
    if (relaxation.infeasible) {
      bound_ = best_cost_;
      return;
    }
    bound_ = std::max(bound_, relaxation.bound);
    if (closed(bound_)) return;
    const bool whole = !scores_.choose(relaxation.x);
    if (whole && settle(relaxation.x)) return;
    if (round % root_rounds_between_patterns == root_rounds_before_patterns || first_look_.over()) {
      look_for_pattern(relaxation.x);
      publish_by_reduced_costs(relaxation);
    }
    const std::size_t added = whole ? 1 : cut(relaxation.x, false);
    if (round % 10 == 9) {
      master_.purge(10);
      stalled = bound_ < before * 1.001 ? stalled + 1 : 0;
      before = bound_;
    }
    if (added > 0 && stalled < 3) continue;
    look_for_pattern(relaxation.x);
    publish_by_reduced_costs(relaxation);
    break;
  }
}

void BranchSearch::apply(const Node& node) {
  std::vector<std::int8_t> decided(system_.size(), -1);
  for (const Decision& decision : node.decisions) decided[decision.cell] = decision.suppress ? 1 : 0;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    const bool down = decided[i] == 0 || (never_[i] && decided[i] < 0);
    master_.limit(i, system_.hidden[i] || decided[i] == 1 ? 1.0 : 0.0,
                  down && !system_.hidden[i] ? 0.0 : 1.0);
  }
}

std::optional<std::size_t> BranchSearch::work(Node& node, Relaxation& relaxation) {
  apply(node);
  for (int round = 0, idle = 0; !at_limit(); ++round) {
    relaxation = master_.solve();
    if (!relaxation.solved) return std::nullopt;
    if (relaxation.infeasible) {
      node.bound = best_cost_;
      return std::nullopt;
    }
    if (round == 0 && !node.decisions.empty()) {
      const Decision& last = node.decisions.back();
      scores_.learn(last.cell, last.suppress, node.x, relaxation.bound - node.bound);
    }
    idle = relaxation.bound < node.bound + 1e-4 * (best_cost_ - node.bound) ? idle + 1 : 0;
    node.bound = std::max(node.bound, relaxation.bound);
    if (prune(node.bound)) return std::nullopt;
    const std::optional<std::size_t> cell = scores_.choose(relaxation.x);
    if (!cell) {
      if (!settle(relaxation.x)) continue;
      return std::nullopt;  // the bound equals the pattern's cost, up to rounding
    }
    if (round >= 8 || idle >= 3 || cut(relaxation.x, false) == 0) return cell;
  }
  return std::nullopt;
}

bool BranchSearch::take_next(Node& node) {
  const auto later = [](const Node& a, const Node& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
  };
  if (open_.empty()) return false;
  std::make_heap(open_.begin(), open_.end(), later);
  std::pop_heap(open_.begin(), open_.end(), later);
  node = std::move(open_.back());
  open_.pop_back();
  return true;
}

void BranchSearch::tree() {
  Node node{.bound = bound_, .number = 0, .decisions = {}, .x = 0};
  bool diving = true;
  while (!at_limit()) {
    if (!diving && !take_next(node)) {
      bound_ = best_cost_;
      return;
    }
    double least = node.bound;
    for (const Node& other : open_) least = std::min(least, other.bound);
    bound_ = std::max(bound_, least);
    if (closed(bound_)) return;
    diving = false;
    ++nodes_;
    Relaxation relaxation;
    const std::optional<std::size_t> cell = work(node, relaxation);
    if (!cell) {
      if (!closed(node.bound))
        dropped_bound_ = std::min(dropped_bound_, node.bound);  // the limit, or rounding
      continue;
    }
    if (nodes_ % 20 == 1) look_for_pattern(relaxation.x);
    if (nodes_ % 20 == 0) master_.purge(30);
    for (const bool suppress : {false, true}) {
      Node child{.bound = node.bound,
                 .number = 2 * nodes_ + (suppress ? 1 : 0),
                 .decisions = node.decisions,
                 .x = relaxation.x[*cell]};
      child.decisions.push_back({*cell, suppress});
      open_.push_back(std::move(child));
    }
    node = std::move(open_.back());
    open_.pop_back();
    diving = true;
  }
}

void BranchSearch::solve() {
  if (system_.sides.empty() || best_cost_ <= 0) {
    bound_ = best_cost_;
    return;
  }
  root();
  if (!closed(bound_) && !at_limit()) tree();
}

}  // namespace sfumato::tables
