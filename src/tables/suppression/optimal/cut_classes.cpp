#include "tables/suppression/optimal/cut_classes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// The class of each cell, and its deviation in units of the class; 0 only for cells that are removed.
struct Classes {
  std::vector<std::size_t> place;
  std::vector<double> ratio;
  std::size_t count = 0;
};

// The ratio is the divisor of the cell's combination of free cells that makes its coefficients coprime and
// the first of them positive.
Classes classes_of(const CutSystem& system, const Elimination& elimination) {
  Classes classes;
  std::map<std::vector<std::pair<std::size_t, std::int64_t>>, std::size_t> known;
  for (std::size_t i = 0; i < system.size(); ++i) {
    std::vector<std::pair<std::size_t, std::int64_t>> terms;
    std::int64_t divisor = 0;
    for (const CutSystem::Term& term : elimination.of(i)) {
      terms.emplace_back(term.index, static_cast<std::int64_t>(term.coefficient));
      divisor = std::gcd(divisor, terms.back().second);
    }
    std::sort(terms.begin(), terms.end());
    if (terms.empty()) {
      classes.place.push_back(nowhere);
      classes.ratio.push_back(0);
      continue;
    }
    if (terms[0].second < 0) divisor = -divisor;
    for (auto& [cell, coefficient] : terms) coefficient /= divisor;
    const std::size_t place = known.emplace(std::move(terms), known.size()).first->second;
    classes.place.push_back(place);
    classes.ratio.push_back(static_cast<double>(divisor));
  }
  classes.count = known.size();
  return classes;
}

void merge_cells(CutSystem& system, const Classes& classes) {
  CutSystem before = system;
  system.members.assign(classes.count, {});
  system.cost.assign(classes.count, 0);
  system.room_down.assign(classes.count, infinity);
  system.room_up.assign(classes.count, infinity);
  system.hidden.assign(classes.count, 1);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::size_t place = classes.place[i];
    if (place == nowhere) continue;
    const double ratio = classes.ratio[i], size = std::abs(ratio);
    const double down = (ratio > 0 ? before.room_down : before.room_up)[i] / size;
    const double up = (ratio > 0 ? before.room_up : before.room_down)[i] / size;
    system.room_down[place] = std::min(system.room_down[place], down);
    system.room_up[place] = std::min(system.room_up[place], up);
    system.cost[place] += before.cost[i];
    system.hidden[place] = system.hidden[place] && before.hidden[i] ? 1 : 0;
    auto& members = system.members[place];
    members.insert(members.end(), before.members[i].begin(), before.members[i].end());
  }
}

// Coprime coefficients, the first positive, so that equivalent rows are equal.
std::vector<std::vector<CutSystem::Term>> merged_rows(const CutSystem& system, const Classes& classes) {
  std::vector<std::vector<CutSystem::Term>> rows;
  for (std::size_t r = 0; r < system.rows(); ++r) {
    std::map<std::size_t, double> sums;
    for (const CutSystem::Term& term : system.row(r)) {
      const std::size_t place = classes.place[term.index];
      if (place != nowhere) sums[place] += term.coefficient * classes.ratio[term.index];
    }
    std::erase_if(sums, [](const auto& term) { return term.second == 0; });
    if (sums.empty()) continue;
    std::int64_t divisor = 0;
    for (const auto& [place, sum] : sums) divisor = std::gcd(divisor, static_cast<std::int64_t>(sum));
    if (sums.begin()->second < 0) divisor = -divisor;
    rows.emplace_back();
    for (const auto& [place, sum] : sums) rows.back().push_back({place, sum / static_cast<double>(divisor)});
  }
  return rows;
}

// Keeps the largest of the members' demands.
void merge_sides(CutSystem& system, const Classes& classes) {
  std::map<std::tuple<std::size_t, std::size_t, bool, bool>, std::size_t> known;
  std::vector<DemandSide> sides;
  for (DemandSide side : system.sides) {
    const std::size_t place = classes.place[side.cell];
    if (place == nowhere) {
      system.unreachable = true;
      continue;
    }
    const double ratio = classes.ratio[side.cell];
    if (ratio < 0) std::swap(side.up, side.down);
    side.cell = place;
    side.level /= std::abs(ratio);
    const auto [found, fresh] =
        known.emplace(std::tuple(place, side.attacker, side.up, side.down), sides.size());
    if (fresh) {
      sides.push_back(side);
    } else {
      sides[found->second].level = std::max(sides[found->second].level, side.level);
    }
  }
  system.sides = std::move(sides);
}

}  // namespace

void merge_proportional(CutSystem& system, const Elimination& elimination) {
  const Classes classes = classes_of(system, elimination);
  if (classes.count == system.size()) return;
  const std::vector<std::vector<CutSystem::Term>> rows = merged_rows(system, classes);
  merge_cells(system, classes);
  merge_sides(system, classes);
  for (std::vector<std::size_t>& known : system.known) {
    for (std::size_t& cell : known) cell = classes.place[cell];
    std::erase(known, nowhere);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
  }
  system.set_rows(rows);
}

}  // namespace sfumato::tables
