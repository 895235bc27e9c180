// The attacker at work on one part of the system: how far each cell can deviate, by linear programs that
// start from one another. Every solution shows what is possible for all cells of the part at once.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/solver.hpp"
#include "tables/audit/attack_bounds.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/audit/short_cycle.hpp"

namespace sfumato::tables {

// For a solver: was the run asked to stop? It must outlive what is returned.
std::function<bool()> stop_asked(const Run& run);

enum class Side : std::uint8_t { down, up };

// Numbers of more units than a double can count get a unit that is a power of 2 coarser. Nobody can tell then
// which of them are whole.
void coarsen(AttackPart& part);

class AttackProgram {
 public:
  // Both must outlive the program.
  AttackProgram(const AttackPart& part, const Run& run);
  AttackProgram(const AttackProgram&) = delete;
  AttackProgram& operator=(const AttackProgram&) = delete;

  // An attacker who knows these cells of the part exactly, and no others.
  void know(std::span<const std::size_t> cells);

  // How far the cell is known to reach on that side, in units, not negative: shown by some solution; and how
  // far it cannot go beyond.
  double reached(std::size_t cell, Side side) const { return reached_[index(side)][cell]; }
  double limit(std::size_t cell, Side side) const { return limit_[index(side)][cell]; }

  // A deviation that fits the relations, as far as the bounds let it go, and the other way round.
  void show(std::span<const Deviation> deviation);

  // Makes both the same, solving only where they are not already.
  void settle(std::size_t cell, Side side);

  // The relations of the table, ascending, that prove the limit; none where the cell's own bound is the
  // limit.
  std::vector<std::size_t> revealing(std::size_t cell, Side side);

  // Rows of the part that say everything.
  std::span<const std::size_t> rows() const { return rows_; }
  // Differences up to this are rounding, in units.
  double slack() const { return slack_; }
  // What the solver is asked for, in units.
  double tolerance() const { return tolerance_; }
  // Do the deviations fit all relations and bounds?
  bool fits(const std::vector<double>& deviations) const;
  std::size_t solved() const { return solved_; }

 private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  double own_limit(std::size_t cell, Side side) const;
  optimize::Model model(bool whole) const;
  optimize::Solution solve(std::optional<optimize::Solver>& solver, bool whole, std::size_t cell, Side side);
  std::optional<optimize::Solution> attempt(optimize::Solver& solver, bool whole, std::size_t cell,
                                            Side side);
  bool proves(const std::vector<double>& duals, std::size_t cell, Side side, double attained) const;
  std::optional<std::size_t> single_proof(std::size_t cell, Side side) const;
  bool settle_by_circles(std::size_t cell, Side side);
  void settle_whole(std::size_t cell, Side side);
  void remember(const std::vector<double>& deviations);
  void recall();
  void learn_from(const std::vector<double>& deviations);
  void find_limits();

  const AttackPart& part_;
  const Run& run_;
  std::vector<std::size_t> rows_;      // those that the solver sees
  std::vector<double> lower_, upper_;  // the part's, with what this attacker knows
  std::optional<CycleSearch> cycles_;
  std::array<std::vector<double>, 2> reached_, limit_;
  bool any_whole_ = false;
  bool unit_coefficients_ = true;
  bool limits_exact_ = false;
  double tolerance_ = 1e-9;
  double slack_ = 1e-6;
  std::size_t solved_ = 0;
  std::vector<std::size_t> known_;
  std::vector<std::vector<double>> remembered_;  // solutions, whoever the attacker was
  std::size_t next_forgotten_ = 0;
  std::optional<optimize::Solver> linear_, whole_;
  std::size_t linear_cost_ = 0, whole_cost_ = 0;  // the cell that has a cost
  std::optional<std::pair<std::size_t, Side>> proven_;
  std::vector<double> duals_;  // of `proven_`
};

}  // namespace sfumato::tables
