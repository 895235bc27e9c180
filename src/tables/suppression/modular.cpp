// Suppression of a hierarchical table subtable by subtable, from the top down. A cell suppressed in one
// subtable must be able to move as far in every other subtable that has it; where that suppresses a margin,
// the subtables above are treated again.
//
// After the modular approach of tau-Argus (de Wolf 2002, "HiTaS: a heuristic approach to cell suppression in
// hierarchical tables", Inference Control in Statistical Databases, LNCS 2316), with paths, cubes and linear
// programs for subtables.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/search.hpp"
#include "tables/suppression/subtable.hpp"
#include "tables/suppression/subtable_moves.hpp"

namespace sfumato::tables {
namespace {

// Subtables that demand more and more of each other are left to the final repair.
constexpr std::size_t most_visits = 12;
// Of work, for each cell of a subtable that is treated.
constexpr std::size_t steps_per_cell = 20'000;
// A cell that moves less than this share of the amount makes no demand in other subtables.
constexpr double smallest_need = 1e-4;

// How far a cell must be able to move, seen from any subtable.
struct Need {
  double up = 0;
  double down = 0;
};

// One subtable and, for each of its cells, what is known to be met.
struct Part {
  SubtableGrid grid;
  std::vector<Need> met;
  std::size_t visits = 0;
};

struct Moved {
  std::size_t cell = 0;  // of the table
  double amount = 0;
};

// How many sums are above each code; the total has none.
std::vector<std::size_t> depths(const std::vector<std::vector<std::size_t>>& sums, std::size_t codes) {
  std::vector<std::size_t> depth(codes, 0);
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::vector<std::size_t>& sum : sums) {
      for (std::size_t i = 1; i < sum.size(); ++i) {
        const std::size_t below = depth[sum[0]] + 1;
        if (depth[sum[i]] >= below || below > codes) continue;
        depth[sum[i]] = below;
        moved = true;
      }
    }
  }
  return depth;
}

class Modular {
 public:
  Modular(const SuppressionProblem& problem, const Subtables& subtables, const Run& run)
      : problem_(problem),
        subtables_(subtables),
        run_(run),
        pattern_(problem.least()),
        needs_(problem.cells()),
        still_(problem.cells()) {
    for (std::size_t v = 0; v < subtables.views(); ++v) {
      std::vector<std::vector<std::size_t>> of_view;
      for (const SubtableAxis& axis : subtables.view(v).axes)
        of_view.push_back(depths(axis.sums, axis.places.size()));
      depths_.push_back(std::move(of_view));
    }
    for (const Demand& demand : problem.demands) {
      if (demand.attacker == 0) demand_needs(demand);
    }
    for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
      if (pattern_[cell]) call_for(cell);
    }
  }

  Pattern suppress(const Limit& limit) {
    while (!waiting_.empty() && !limit.over()) {
      run_.check_stop();
      limit.spend(treat_level() * steps_per_cell);
    }
    return std::move(pattern_);
  }

 private:
  using Key = std::pair<std::size_t, std::uint64_t>;  // level, subtable

  void demand_needs(const Demand& demand) {
    Need& need = needs_[demand.cell];
    need.up = std::min(demand.up, problem_.room_up[demand.cell]);
    need.down = std::min(demand.down, problem_.room_down[demand.cell]);
    const double lacking = demand.width - need.up - need.down;
    if (lacking <= 0) return;
    const bool above = problem_.room_up[demand.cell] >= need.up + lacking;
    (above ? need.up : need.down) += lacking;
  }

  // Queues all subtables with this cell.
  void call_for(std::size_t cell) {
    for (const SubtablePlace& place : subtables_.places_of(cell)) {
      const SubtableView& view = subtables_.view(place.view);
      std::size_t level = 0;
      for (std::size_t a = 0; a < place.axes.size(); ++a) {
        level += depths_[place.view][a][view.axes[a].sums[place.axes[a].sum][0]];
      }
      Part& part = parts_[{level, place.subtable}];
      if (part.met.empty()) {
        part.grid = SubtableGrid(subtables_, place);
        part.met.resize(part.grid.cells().size());
      }
      if (part.visits < most_visits) waiting_.insert({level, place.subtable});
    }
  }

  std::vector<Moved> treat(Part& part) const;
  // Returns how many cells were treated.
  std::size_t treat_level();

  const SuppressionProblem& problem_;
  const Subtables& subtables_;
  const Run& run_;
  Pattern pattern_;
  std::vector<Need> needs_;
  StillTable still_;
  std::vector<std::vector<std::vector<std::size_t>>> depths_;  // per view and axis, of the codes
  std::map<Key, Part> parts_;
  std::set<Key> waiting_;
};

// Lets every suppressed cell of the subtable move as far as it must; reports all cells that move.
std::vector<Moved> Modular::treat(Part& part) const {
  const std::vector<std::size_t>& cells = part.grid.cells();
  SubtableMoves moves(problem_, subtables_, part.grid, still_, pattern_);
  SeenDeviations seen(moves.problem());
  std::vector<std::pair<double, std::size_t>> order;  // largest first
  for (std::size_t place = 0; place < cells.size(); ++place) {
    const Need& need = needs_[cells[place]];
    if (pattern_[cells[place]]) order.emplace_back(-std::max(need.up, need.down), place);
  }
  std::sort(order.begin(), order.end());
  std::vector<Moved> moved;
  for (const auto& [size, place] : order) {
    const Need& need = needs_[cells[place]];
    Need& met = part.met[place];
    for (const double amount : {need.up, -need.down}) {
      double& so_far = amount > 0 ? met.up : met.down;
      if (std::abs(amount) <= so_far * (1 + 1e-9)) continue;
      so_far = std::abs(amount);  // or it cannot be met here, now or later
      if (seen.reaches(place, amount)) continue;
      const std::optional<Deviation> deviation = moves.cheapest(place, amount);
      if (!deviation) continue;
      seen.learn(*deviation);
      for (std::size_t i = 0; i < deviation->cells.size(); ++i) {
        moves.hide(deviation->cells[i]);
        const double step = deviation->amounts[i];
        const bool counts = std::abs(step) >= smallest_need * std::abs(amount);
        moved.push_back({cells[deviation->cells[i]], counts ? step : 0});
      }
    }
  }
  return moved;
}

// The queued subtables of the highest level, in parallel: none sees the results of the others.
std::size_t Modular::treat_level() {
  const std::size_t level = waiting_.begin()->first;
  std::vector<Part*> parts;
  std::size_t cells = 0;
  while (!waiting_.empty() && waiting_.begin()->first == level) {
    parts.push_back(&parts_.at(*waiting_.begin()));
    cells += parts.back()->grid.cells().size();
    waiting_.erase(waiting_.begin());
  }
  std::vector<std::vector<Moved>> moved(parts.size());
  run_.parallel(parts.size(), [&](std::size_t i) {
    ++parts[i]->visits;
    moved[i] = treat(*parts[i]);
  });
  std::set<std::size_t> changed;
  for (const std::vector<Moved>& some : moved) {
    for (const Moved& one : some) {
      Need& need = needs_[one.cell];
      double& own = one.amount > 0 ? need.up : need.down;
      const double amount = std::abs(one.amount);
      if (pattern_[one.cell] && amount <= own * (1 + 1e-6)) continue;
      own = std::max(own, amount);
      pattern_[one.cell] = 1;
      changed.insert(one.cell);
    }
  }
  for (const std::size_t cell : changed) call_for(cell);
  return cells;
}

}  // namespace

std::optional<Pattern> modular_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Limit& limit, const Run& run) {
  const std::optional<Subtables> subtables = Subtables::of(table);
  if (!subtables) return std::nullopt;
  return Modular(problem, *subtables, run).suppress(limit);
}

namespace {

struct ModularAlgorithm {
  static AlgorithmInfo info() {
    return {.name = "modular",
            .title = "Modular",
            .summary = "Protects a hierarchical table subtable by subtable, from the top down.",
            .needs = "dimensions",
            .reference =
                "de Wolf (2002), HiTaS: a heuristic approach to cell suppression in hierarchical tables, "
                "LNCS 2316"};
  }
  static bool run(SuppressionSearch& search) {
    return search.propose(
        modular_suppression(search.table(), search.cell_problem(), search.limit(), search.run()));
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(modular_algorithm, sfumato::tables::ModularAlgorithm)
