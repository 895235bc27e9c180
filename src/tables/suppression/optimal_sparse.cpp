#include "tables/suppression/optimal_sparse.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::tables {
namespace {

constexpr double most_work = 5e7;      // of one attempt
constexpr double whole_work = 1.5e10;  // of all attempts
constexpr double rounding = 1e-9;      // combinations are of small whole numbers
constexpr std::size_t most_attempts = 600;

}  // namespace

SparseSearch::SparseSearch(const CutSystem& system, const Elimination& elimination)
    : system_(system), freedom_(elimination.free.size()), is_demanded_(system.size(), 0) {
  for (const DemandSide& side : system.sides) {
    if (!is_demanded_[side.cell]) demanded_.push_back(side.cell);
    is_demanded_[side.cell] = 1;
  }
  if (!usable()) return;
  combinations_.assign(system.size() * freedom_, 0.0);
  for (std::size_t i = 0; i < system.size(); ++i) {
    for (const CutSystem::Term& term : elimination.of(i)) {
      combinations_[i * freedom_ + term.index] = term.coefficient;
    }
  }
}

bool SparseSearch::usable() const {
  const auto cells = static_cast<double>(system_.size()), columns = static_cast<double>(freedom_);
  return cells * columns * columns <= most_work;
}

bool SparseSearch::moves(std::size_t cell) const {
  return std::any_of(row(cell), row(cell) + left_, [](double term) { return term != 0; });
}

std::size_t SparseSearch::pivot_of(std::size_t cell) const {
  const double* terms = row(cell);
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(terms, terms + left_, larger) - terms);
}

// A sensitive cell in proportion to this one would be known with it.
bool SparseSearch::gives_away(std::size_t cell) const {
  const std::size_t pivot = pivot_of(cell);
  const double* own = row(cell);
  return std::any_of(demanded_.begin(), demanded_.end(), [&](std::size_t other) {
    const double factor = row(other)[pivot] / own[pivot];
    if (factor == 0) return false;
    for (std::size_t k = 0; k < left_; ++k) {
      if (std::abs(row(other)[k] - factor * own[k]) > rounding) return false;
    }
    return true;
  });
}

void SparseSearch::publish(std::size_t cell) {
  const std::size_t pivot = pivot_of(cell);
  --left_;
  for (std::size_t i = 0; i < system_.size(); ++i) std::swap(row(i)[pivot], row(i)[left_]);
  const std::vector<double> own(row(cell), row(cell) + left_ + 1);
  for (std::size_t i = 0; i < system_.size(); ++i) {
    double* terms = row(i);
    if (terms[left_] == 0) continue;
    const double factor = terms[left_] / own[left_];
    for (std::size_t k = 0; k < left_; ++k) {
      if (own[k] == 0) continue;
      terms[k] -= factor * own[k];
      if (std::abs(terms[k]) < rounding) terms[k] = 0;
    }
  }
}

// Cells in proportion have the same quotient of two random sums of their terms.
std::size_t SparseSearch::most_saving(double noise, Rng& rng) const {
  std::vector<double> above(left_), below(left_);
  for (std::size_t k = 0; k < left_; ++k) {
    above[k] = rng.uniform() + 0.5;
    below[k] = rng.uniform() + 0.5;
  }
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    double up = 0, down = 0;
    for (std::size_t k = 0; k < left_; ++k) {
      up += above[k] * row(i)[k];
      down += below[k] * row(i)[k];
    }
    if (down != 0 && moves(i)) order.emplace_back(up / down, i);
  }
  std::sort(order.begin(), order.end());
  std::size_t best = system_.size();
  double most = -1;
  for (std::size_t from = 0; from < order.size();) {
    double saved = 0;
    bool given_away = false;
    std::size_t to = from;
    for (; to < order.size() &&
           order[to].first - order[from].first <= rounding * std::max(1.0, std::abs(order[from].first));
         ++to) {
      saved += system_.cost[order[to].second];
      given_away = given_away || is_demanded_[order[to].second];
    }
    if (noise > 0) saved *= std::max(0.0, 1 + noise * rng.normal());
    if (!given_away && saved > most && !gives_away(order[from].second)) {
      most = saved;
      best = order[from].second;
    }
    from = to;
  }
  return best;
}

void SparseSearch::publish_all(std::span<const std::size_t> cells, std::vector<std::size_t>& published) {
  now_ = combinations_;
  left_ = freedom_;
  for (const std::size_t cell : cells) {
    if (!moves(cell) || gives_away(cell)) continue;
    publish(cell);
    published.push_back(cell);
  }
}

Pattern SparseSearch::what_moves() const {
  Pattern pattern(system_.hidden.begin(), system_.hidden.end());
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (moves(i)) pattern[i] = 1;
  }
  return pattern;
}

Pattern SparseSearch::pattern_without(std::span<const std::size_t> published) {
  std::vector<std::size_t> taken;
  publish_all(published, taken);
  return what_moves();
}

SparseSearch::Attempt SparseSearch::attempt(const std::vector<std::size_t>& first, double noise, Rng& rng) {
  Attempt result;
  publish_all(first, result.published);
  for (std::size_t cell = most_saving(noise, rng); cell < system_.size(); cell = most_saving(noise, rng)) {
    publish(cell);
    result.published.push_back(cell);
  }
  result.cost = system_.cost_of(what_moves());
  return result;
}

std::vector<std::size_t> SparseSearch::look(Clock::time_point deadline, const Run& run) {
  Rng rng({freedom_, system_.size()});
  Attempt best = attempt({}, 0, rng);
  const double work = static_cast<double>(system_.size() * freedom_) * static_cast<double>(freedom_);
  const auto attempts = static_cast<std::size_t>(
      std::min(static_cast<double>(most_attempts), whole_work / std::max(1.0, work)));
  for (std::size_t k = 0; k < attempts && Clock::now() < deadline && !best.published.empty(); ++k) {
    run.check_stop();
    std::vector<std::size_t> first;
    const double kept = 8 * k < attempts ? 0 : 0.5 + 0.47 * rng.uniform();
    for (const std::size_t cell : best.published) {
      if (rng.uniform() < kept) first.push_back(cell);
    }
    Attempt next = attempt(first, 0.2 * static_cast<double>(k % 4), rng);
    if (next.cost <= best.cost) best = std::move(next);
  }
  return best.published;
}

}  // namespace sfumato::tables
