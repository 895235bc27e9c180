#include "tables/suppression/optimal/local_cuts.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

constexpr double least_distance = 1e-3;

// Least Σ |x − Σ λ·pattern| over λ >= 0 with Σ λ = 1; the rows are the cells, with x on the right side, and
// the sum of λ.
optimize::Model hull_program(const LocalGroup& group) {
  optimize::Model model;
  for (std::size_t s = 0; s < group.patterns.size(); ++s) model.add_column(0, 0, infinity);
  std::vector<optimize::Entry> entries;
  for (std::size_t k = 0; k < group.cells.size(); ++k) {
    entries.clear();
    for (std::size_t s = 0; s < group.patterns.size(); ++s) {
      if (group.patterns[s] >> k & 1) entries.push_back({s, 1.0});
    }
    entries.push_back({model.add_column(1, 0, infinity), 1.0});
    entries.push_back({model.add_column(1, 0, infinity), -1.0});
    model.add_row(0, 0, entries);
  }
  entries.clear();
  for (std::size_t s = 0; s < group.patterns.size(); ++s) entries.push_back({s, 1.0});
  model.add_row(1, 1, entries);
  return model;
}

// The right side is the least value over all patterns: the cut is valid however inexact the coefficients are.
Cut cut_of(const LocalGroup& group, std::span<const double> coefficients) {
  Cut cut;
  for (std::size_t k = 0; k < group.cells.size(); ++k) {
    if (coefficients[k] != 0) cut.entries.push_back({group.cells[k], coefficients[k]});
  }
  cut.least = infinity;
  for (const std::uint32_t pattern : group.patterns) {
    double sum = 0;
    for (std::size_t k = 0; k < group.cells.size(); ++k) {
      if (pattern >> k & 1) sum += coefficients[k];
    }
    cut.least = std::min(cut.least, sum);
  }
  cut.least -= 1e-12;
  return cut;
}

}  // namespace

LocalCuts::LocalCuts(const CutSystem& system, const std::optional<Elimination>& elimination,
                     const Limit& limit, const Run& run)
    : limit_(limit), run_(run) {
  if (!elimination) return;
  for (LocalGroup& group : local_groups(system, *elimination, run)) {
    members_.push_back({.group = std::move(group), .solver = nullptr, .found = std::nullopt});
  }
}

std::vector<Cut> LocalCuts::cuts(std::span<const double> x) {
  {
    const optimize::SideBySide groups(limit_, members_.size());
    run_.parallel(members_.size(), [&](std::size_t g) { separate(members_[g], x, groups.of(g, limit_)); });
  }
  std::vector<Cut> found;
  for (Member& member : members_) {
    if (member.found) found.push_back(std::move(*member.found));
    member.found.reset();
  }
  return found;
}

void LocalCuts::separate(Member& member, std::span<const double> x, const Limit& limit) {
  const LocalGroup& group = member.group;
  const bool moves = std::any_of(group.cells.begin(), group.cells.end(),
                                 [&](std::size_t cell) { return x[cell] > least_distance; });
  if ((!moves && group.patterns[0] == 0) || limit.over()) return;
  if (!member.solver) member.solver = std::make_unique<optimize::Solver>(hull_program(group));
  for (std::size_t k = 0; k < group.cells.size(); ++k) {
    member.solver->set_row_bounds(k, x[group.cells[k]], x[group.cells[k]]);
  }
  const optimize::Solution solution = member.solver->solve(limit.without_end());
  if (solution.outcome != optimize::Outcome::optimal || solution.objective < least_distance) return;
  std::vector<double> coefficients(group.cells.size());
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    coefficients[k] = -std::round(solution.row_duals[k] * 1e9) / 1e9;
  }
  Cut cut = cut_of(group, coefficients);
  if (cut.least - cut.activity(x) > least_distance / 2) member.found = std::move(cut);
}

}  // namespace sfumato::tables
