#include "tables/suppression/optimal/cuts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sfumato::tables {
namespace {

constexpr double least_depth = 1e-4;

struct Weighed {
  std::size_t cell = 0;
  double weight = 0;
  double x = 0;
};

// The depth at x of the inequality without the first `taken` cells, whose right side is `rest`.
double depth_without(std::span<const Weighed> cells, std::size_t taken, double rest) {
  double left = 0, square = 0;
  for (const Weighed& cell : cells.subspan(taken)) {
    const double coefficient = std::min(cell.weight / rest, 1.0);
    left += coefficient * cell.x;
    square += coefficient * coefficient;
  }
  // Without any cell left the inequality cannot be met: infinitely deep.
  return square > 0 ? (1 - left) / std::sqrt(square) : (left < 1 ? 1e9 : 0);
}

}  // namespace

double Cut::activity(std::span<const double> x) const {
  double sum = 0;
  for (const optimize::Entry& entry : entries) sum += entry.coefficient * x[entry.column];
  return sum;
}

double Cut::depth(std::span<const double> x) const {
  double square = 0;
  for (const optimize::Entry& entry : entries) square += entry.coefficient * entry.coefficient;
  return (least - activity(x)) / std::sqrt(std::max(square, 1e-30));
}

std::optional<Cut> capacity_cut(const CutSystem& system, std::span<const double> weights, double level,
                                std::span<const double> x) {
  double rest = level;
  std::vector<Weighed> cells;
  for (std::size_t i = 0; i < system.size(); ++i) {
    if (weights[i] <= 0) continue;
    if (system.hidden[i]) {
      rest -= weights[i];
    } else {
      cells.push_back({i, weights[i], x[i]});
    }
  }
  const double least_rest = 1e-6 * level;  // a smaller one could be rounding
  if (!(rest > least_rest)) return std::nullopt;
  std::sort(cells.begin(), cells.end(),
            [](const Weighed& a, const Weighed& b) { return a.x != b.x ? a.x > b.x : a.cell < b.cell; });
  double best = least_depth, best_rest = 0;
  std::size_t best_taken = 0;
  for (std::size_t taken = 0; rest > least_rest; ++taken) {
    const double depth = depth_without(cells, taken, rest);
    if (depth > best * (1 + 1e-9)) {
      best = depth;
      best_taken = taken;
      best_rest = rest;
    }
    if (taken == cells.size() || cells[taken].x <= 0.05) break;
    rest -= cells[taken].weight;
  }
  if (best_rest == 0) return std::nullopt;
  Cut cut;
  for (std::size_t k = best_taken; k < cells.size(); ++k) {
    cut.entries.push_back({cells[k].cell, std::min(cells[k].weight / best_rest, 1.0)});
  }
  std::sort(cut.entries.begin(), cut.entries.end(),
            [](const optimize::Entry& a, const optimize::Entry& b) { return a.column < b.column; });
  return cut;
}

std::vector<Cut> bridgeless_cuts(const CutSystem& system, std::span<const double> x, std::size_t most) {
  std::vector<std::pair<double, Cut>> found;
  for (std::size_t r = 0; r < system.rows(); ++r) {
    double sum = 0, largest = 0;
    bool protects = false;
    std::size_t cell = 0;
    for (const CutSystem::Term& term : system.row(r)) {
      protects = protects || system.hidden[term.index] != 0;
      sum += x[term.index];
      if (x[term.index] > largest) {
        largest = x[term.index];
        cell = term.index;
      }
    }
    if (protects || 2 * largest - sum <= 1e-3) continue;
    Cut cut{.entries = {}, .least = 0};
    for (const CutSystem::Term& term : system.row(r)) {
      cut.entries.push_back({term.index, term.index == cell ? -1.0 : 1.0});
    }
    found.emplace_back(cut.depth(x), std::move(cut));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Cut> cuts;
  for (auto& [depth, cut] : found) {
    if (cuts.size() == most) break;
    cuts.push_back(std::move(cut));
  }
  return cuts;
}

Cut another_cell(const CutSystem& system, const Pattern& pattern) {
  Cut cut;
  for (std::size_t i = 0; i < system.size(); ++i) {
    if (!pattern[i]) cut.entries.push_back({i, 1.0});
  }
  return cut;
}

namespace {

std::uint64_t hash_of(const Cut& cut) {
  std::uint64_t hash = std::bit_cast<std::uint64_t>(cut.least);
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  };
  for (const optimize::Entry& entry : cut.entries) {
    mix(entry.column);
    mix(std::bit_cast<std::uint64_t>(entry.coefficient));
  }
  return hash;
}

}  // namespace

bool CutPool::add(const Cut& cut) { return seen_.insert(hash_of(cut)).second; }

void CutPool::remove(const Cut& cut) { seen_.erase(hash_of(cut)); }

}  // namespace sfumato::tables
