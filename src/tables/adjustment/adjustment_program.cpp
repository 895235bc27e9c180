#include "tables/adjustment/adjustment_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/number_limits.hpp"
#include "optimize/solver.hpp"
#include "tables/adjustment/adjustment_model.hpp"
#include "tables/adjustment/direction_tree.hpp"
#include "tables/audit/attack_program.hpp"

namespace sfumato::tables {
namespace {

using optimize::Limit;
using optimize::Outcome;
using Directions = std::vector<std::uint8_t>;

constexpr int most_cut_rounds = 30;
constexpr double least_gain = 1e-4;  // of a round of cuts, relative
constexpr double node_gain = 2e-3;   // the same in the tree
constexpr double same = 1e-7;        // two distances that differ less, relative
constexpr std::size_t block_size = 12;
constexpr double block_share = 0.125, least_block = 1;  // of the limit, for each
// Of the limit, for the relaxation and its cuts; and of what is left then, for first directions, for flips,
// and for branching.
constexpr double relaxation_share = 0.15;
constexpr double longest_share = 0.5;  // for its first solution, without which there is almost no bound
constexpr double start_share = 0.25;
constexpr double flips_share = 0.04;
constexpr double branching_share = 0.85;
// Up to this many demands the solver's own branching is faster.
constexpr std::size_t few_demands = 40;
constexpr double whole_tolerance = 1e-7;
// First directions are taken from the relaxation where they are closer than this to 0 or 1.
constexpr double clear_choice = 0.05;
constexpr int most_start_rounds = 24;

// One search for the closest table.
class Search {
 public:
  Search(const AdjustmentProblem& problem, const Limit& limit, double gap, const Run& run)
      : problem_(problem), model_(problem), limit_(limit), gap_(gap), run_(run) {}

  AdjustmentProposal run(bool find_conflicts) {
    relax();
    if (best_.infeasible && !find_conflicts) return std::move(best_);
    start();
    // The relaxation limits how far demanded cells move; a solution beyond that limit has priority.
    best_.infeasible = best_.infeasible && !best_.found;
    if (best_.infeasible) return std::move(best_);
    if (best_.found) improve_by_flips(limit_.share(flips_share));
    if (problem_.demands.size() <= few_demands) {
      branch(limit_.share(branching_share));
    } else {
      grow_tree(limit_.share(branching_share));
    }
    if (best_.found) improve_by_flips(limit_.share(0.5));
    if (!best_.infeasible && best_.found) improve_by_blocks();
    if (!best_.found && !best_.infeasible) branch(limit_.share(1));
    if (best_.found) best_.bound = std::min(best_.bound, best_.distance);
    return std::move(best_);
  }

 private:
  bool done() const {
    if (!best_.found) return false;
    return best_.distance - best_.bound <= std::max(gap_, same) * best_.distance;
  }
  bool late() const { return limit_.over(); }

  // The linear relaxation, with cuts as long as they raise its bound.
  void relax() {
    const Limit own = limit_.share(relaxation_share);
    program_.emplace(model_, linear_options(), longest_share * limit_.left());
    for (const MoveDemand& demand : problem_.demands) {
      const double least =
          !demand.can_up || (demand.can_down && demand.down < demand.up) ? demand.down : demand.up;
      best_.bound += least * problem_.weight[demand.place];
    }
    for (int round = 0; round < most_cut_rounds && !own.over(); ++round) {
      run_.check_stop();
      const optimize::Solution solution = program_->solve(limit_);
      if (solution.outcome == Outcome::infeasible) best_.infeasible = true;
      if (solution.outcome != Outcome::optimal) return;
      const double before = best_.bound;
      best_.bound = std::max(best_.bound, model_.distance(solution.objective));
      relaxed_ = solution.values;
      if (round > 2 && best_.bound - before <= least_gain * best_.bound) return;
      if (!program_->add_cuts(relaxed_)) return;
    }
  }

  // The nearer direction of the relaxation; of two equal ones, that of the smaller level.
  Directions nearer(const std::vector<double>& relaxed) const {
    Directions up(problem_.demands.size(), 0);
    for (std::size_t i = 0; i < up.size(); ++i) {
      const MoveDemand& demand = problem_.demands[i];
      const double share = relaxed.empty() ? 0.5 : relaxed[model_.direction_column(i)];
      const bool upwards = std::abs(share - 0.5) < 1e-6 ? demand.up <= demand.down : share > 0.5;
      up[i] = !demand.can_down || (demand.can_up && upwards) ? 1 : 0;
    }
    return up;
  }

  // Diving: fixes the most undecided direction to its nearer value, with all clear ones, and solves the
  // relaxation again.
  void start() {
    const Limit own = limit_.share(start_share);
    std::vector<double> relaxed = relaxed_;
    DirectionProgram::Fixed fixed;
    std::vector<std::uint8_t> settled(problem_.demands.size(), 0);
    for (int round = 0; round < most_start_rounds && !relaxed.empty() && !own.over(); ++round) {
      run_.check_stop();
      const std::size_t undecided = program_->most_undecided(relaxed);
      if (undecided == no_column) break;
      const Directions up = nearer(relaxed);
      for (std::size_t i = 0; i < up.size(); ++i) {
        const double share = relaxed[model_.direction_column(i)];
        const bool clear = std::min(share, 1 - share) <= clear_choice;
        if (settled[i] != 0 || (i != undecided && !(clear && round > 0))) continue;
        settled[i] = 1;
        fixed.emplace_back(i, up[i] != 0);
      }
      program_->fix(fixed);
      const optimize::Solution solution = program_->solve(limit_);
      if (solution.outcome != Outcome::optimal) break;
      relaxed = solution.values;
    }
    program_->fix({});
    directed_.emplace(model_.deviations(), linear_options());
    const Directions up = nearer(relaxed);
    for (std::size_t i = 0; i < up.size(); ++i) model_.direct(*directed_, i, up[i] != 0);
    current_ = up;
    if (!take(up, directed_->solve(limit_))) insert_one_by_one();
  }

  // One demand after the other, in its proposed direction, else the other, else not at all. If all are met,
  // these are feasible start directions.
  void insert_one_by_one() {
    for (std::size_t i = 0; i < problem_.demands.size(); ++i) model_.release(*directed_, i);
    Directions up = current_;
    optimize::Solution last;
    for (std::size_t i = 0; i < up.size() && !late(); ++i) {
      const MoveDemand& demand = problem_.demands[i];
      bool placed = false;
      for (const bool upwards : {current_[i] != 0, current_[i] == 0}) {
        if (placed || !(upwards ? demand.can_up : demand.can_down)) continue;
        run_.check_stop();
        model_.direct(*directed_, i, upwards);
        optimize::Solution solution = directed_->solve(limit_);
        placed = solution.outcome == Outcome::optimal;
        if (!placed) continue;
        up[i] = upwards ? 1 : 0;
        last = std::move(solution);
      }
      if (!placed) {
        model_.release(*directed_, i);
        best_.blocked.push_back(i);
      }
    }
    for (std::size_t i = 0; i < up.size(); ++i) model_.direct(*directed_, i, up[i] != 0);
    current_ = up;
    if (best_.blocked.empty() && !late()) take(up, last);
  }

  // Keeps a solution of the directed program if it is the best so far.
  bool take(const Directions& up, const optimize::Solution& solution) {
    run_.check_stop();
    if (solution.outcome != Outcome::optimal) return false;
    const double distance = model_.distance(solution.objective);
    if (best_.found && distance >= best_.distance * (1 - same)) return false;
    best_.found = true;
    best_.distance = distance;
    best_.up = up;
    best_.deviations = model_.deviations_of(solution.values);
    most_savings_.assign(up.size(), 0);
    for (std::size_t i = 0; i < up.size(); ++i) {
      const MoveDemand& demand = problem_.demands[i];
      if (!demand.can_up || !demand.can_down) continue;
      const double price = solution.reduced_costs[model_.deviation_column(i, up[i] != 0)];
      most_savings_[i] = model_.distance(price * (demand.up + demand.down) / model_.scale());
    }
    return true;
  }

  void move_to(const Directions& up) {
    for (std::size_t i = 0; i < up.size(); ++i) {
      if (up[i] != current_[i]) model_.direct(*directed_, i, up[i] != 0);
    }
    current_ = up;
  }

  // One direction at a time, as long as a flip reduces the distance. As the distance is convex in a cell's
  // deviation, its reduced cost times the distance between its two levels bounds the saving of a flip: the
  // largest bound comes first.
  void improve_by_flips(const Limit& own) {
    std::vector<std::uint8_t> tried(problem_.demands.size(), 0);
    while (!done() && !own.over()) {
      std::size_t next = no_column;
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if (tried[i] == 0 && most_savings_[i] > same * best_.distance &&
            (next == no_column || most_savings_[i] > most_savings_[next]))
          next = i;
      }
      if (next == no_column) return;
      tried[next] = 1;
      Directions up = best_.up;
      up[next] ^= 1;
      move_to(up);
      if (take(up, directed_->solve(limit_))) std::fill(tried.begin(), tried.end(), std::uint8_t{0});
    }
  }

  optimize::Model whole_model() const {
    optimize::Model model = model_.directions(true);
    for (const AdjustmentModel::SpreadCut& cut : program_->cuts()) {
      model.add_row(-infinity, 0, model_.entries(cut));
    }
    return model;
  }

  optimize::SolverOptions whole_options() const {
    return {
        .relative_gap = gap_, .tolerance = whole_tolerance, .presolve = true, .stopped = stop_asked(run_)};
  }
  optimize::SolverOptions linear_options() const { return {.tolerance = 1e-9, .stopped = stop_asked(run_)}; }

  // An integer solution gives directions; the deviations come from the directed program, exact at its
  // vertices.
  void take_directions(const optimize::Solution& solution) {
    if (!solution.has_values) return;
    Directions up(problem_.demands.size());
    for (std::size_t i = 0; i < up.size(); ++i) {
      up[i] = solution.values[model_.direction_column(i)] > 0.5 ? 1 : 0;
    }
    try_directions(up);
  }

  void branch(const Limit& own) {
    if (done() || own.over()) return;
    optimize::Solver solver(whole_model(), whole_options());
    if (best_.found) solver.suggest(model_.columns_of(best_.deviations));
    const optimize::Solution solution = solver.solve(own);
    if (solution.outcome == Outcome::infeasible && !best_.found) best_.infeasible = true;
    if (solution.outcome == Outcome::infeasible) return;
    take_directions(solution);
    if (solution.has_values) best_.bound = std::max(best_.bound, model_.distance(solution.bound));
  }

  // Branches on the node with the least bound and the most undecided direction, both branches in parallel.
  void grow_tree(const Limit& own) {
    if (done() || relaxed_.empty()) return;
    DirectionProgram other(model_, linear_options(), own.left());
    other.add_cuts(program_->cuts());
    DirectionTree tree;
    tree.add(best_.bound, {}, program_->most_undecided(relaxed_));
    while (!tree.empty() && !done() && !own.over()) {
      if (tree.top().next == no_column) return;
      const DirectionTree::Node node = tree.take();
      std::array<Branch, 2> branches;
      {
        const optimize::SideBySide both(own, 2);
        run_.parallel(2, [&](std::size_t i) {
          branches[i].fixed = node.fixed;
          branches[i].fixed.emplace_back(node.next, i == 0);
          branches[i].bound = node.bound;
          follow(i == 0 ? *program_ : other, branches[i], both.of(i, own), both.of(i, limit_));
        });
      }
      const bool first = branches[1].dead || (!branches[0].dead && branches[0].bound <= branches[1].bound);
      const Branch& likely = branches[first ? 0 : 1];
      if (!likely.values.empty() && is_open(likely.bound)) try_directions(nearer(likely.values));
      for (Branch& branch : branches) {
        if (branch.dead) continue;
        if (branch.values.empty()) return;  // the limit was reached before a solution
        const std::size_t next = program_->most_undecided(branch.values);
        tree.add(branch.bound, std::move(branch.fixed), next);
      }
      if (!tree.empty()) best_.bound = std::max(best_.bound, tree.top().bound);
    }
    if (tree.empty() && !best_.found) best_.infeasible = true;
  }

  struct Branch {
    DirectionProgram::Fixed fixed;
    double bound = 0;
    std::vector<double> values;
    bool dead = false;
  };
  bool is_open(double bound) const { return !best_.found || bound < best_.distance * (1 - gap_); }

  // Solves the relaxation with these directions, and adds cuts as long as that helps. A solve that started
  // before the end of `own` may run until the end of `all`.
  void follow(DirectionProgram& program, Branch& branch, const Limit& own, const Limit& all) const {
    program.fix(branch.fixed);
    for (bool again = true; again && !own.over();) {
      run_.check_stop();
      optimize::Solution solution = program.solve(all);
      branch.dead = solution.outcome == Outcome::infeasible;
      if (solution.outcome != Outcome::optimal) return;
      const double before = branch.bound;
      branch.bound = std::max(before, model_.distance(solution.objective));
      branch.values = std::move(solution.values);
      again =
          is_open(branch.bound) && branch.bound > before * (1 + node_gain) && program.add_cuts(branch.values);
    }
  }

  void try_directions(const Directions& up) {
    if (up == current_) return;
    move_to(up);
    take(up, directed_->solve(limit_));
  }

  // Blocks of neighbouring demands, each in turn free while all others keep their directions, until no block
  // improves.
  void improve_by_blocks() {
    if (done() || problem_.demands.size() <= block_size) return;
    const std::vector<std::vector<std::size_t>> blocks = near_demands(problem_, block_size);
    optimize::Solver solver(whole_model(), whole_options());
    const double longest = std::max(least_block, block_share * limit_.left());
    std::size_t idle = 0;
    for (std::size_t b = 0; idle < blocks.size() && !late() && !done(); b = (b + 1) % blocks.size()) {
      for (std::size_t i = 0; i < problem_.demands.size(); ++i) fix(solver, i, best_.up[i] != 0);
      for (const std::size_t i : blocks[b]) open(solver, i);
      solver.suggest(model_.columns_of(best_.deviations));
      const double before = best_.distance;
      take_directions(solver.solve(limit_.within(longest)));
      idle = best_.distance < before ? 0 : idle + 1;
    }
  }

  void fix(optimize::Solver& solver, std::size_t demand, bool up) const {
    solver.set_bounds(model_.direction_column(demand), up ? 1 : 0, up ? 1 : 0);
  }
  void open(optimize::Solver& solver, std::size_t demand) const {
    const MoveDemand& move = problem_.demands[demand];
    solver.set_bounds(model_.direction_column(demand), move.can_down ? 0 : 1, move.can_up ? 1 : 0);
  }

  const AdjustmentProblem& problem_;
  AdjustmentModel model_;
  const Limit& limit_;
  double gap_;
  const Run& run_;
  std::vector<double> relaxed_;
  std::optional<DirectionProgram> program_;
  std::optional<optimize::Solver> directed_;
  Directions current_;  // of the directed program
  AdjustmentProposal best_;
  std::vector<double> most_savings_;  // for each demand, the most that a flip of the best directions can save
};

}  // namespace

AdjustmentProposal nearest_adjusted(const AdjustmentProblem& problem, const Limit& limit, double gap,
                                    bool find_conflicts, const Run& run) {
  if (problem.demands.empty()) {
    AdjustmentProposal nothing;
    nothing.found = true;
    nothing.deviations.assign(problem.weight.size(), 0.0);
    return nothing;
  }
  return Search(problem, limit, gap, run).run(find_conflicts);
}

}  // namespace sfumato::tables
