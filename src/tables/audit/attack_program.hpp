// The attacker's linear programs on one part of the system: how far each cell can deviate, each program
// warm-started from the last. Every solution gives a possible deviation of all cells of the part.
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

// For a solver: whether the run was asked to stop. The run must outlive the result.
std::function<bool()> stop_asked(const Run& run);

enum class Side : std::uint8_t { down, up };

// Numbers of more units than a double can represent get a unit that is coarser by a power of 2. Then it is
// unknown which of them are integers.
void coarsen(AttackPart& part);

class AttackProgram {
 public:
  // Both must outlive the program.
  AttackProgram(const AttackPart& part, const Run& run);
  AttackProgram(const AttackProgram&) = delete;
  AttackProgram& operator=(const AttackProgram&) = delete;

  // An attacker who knows these cells of the part exactly, and no others.
  void know(std::span<const std::size_t> cells);

  // How far the cell is known to reach on that side, in units, not negative: attained by some solution; and
  // the proved limit.
  double reached(std::size_t cell, Side side) const { return reached_[index(side)][cell]; }
  double limit(std::size_t cell, Side side) const { return limit_[index(side)][cell]; }

  // Learns from a deviation that satisfies the relations, scaled up to the bounds in both directions.
  void show(std::span<const Deviation> deviation);

  // Makes both equal; solves only where they differ.
  void settle(std::size_t cell, Side side);

  // The relations of the table, ascending, that prove the limit; none where the cell's own bound is the
  // limit.
  std::vector<std::size_t> revealing(std::size_t cell, Side side);

  // Independent rows of the part.
  std::span<const std::size_t> rows() const { return rows_; }
  // Differences up to this are rounding, in units.
  double slack() const { return slack_; }
  // The solver's tolerance, in units.
  double tolerance() const { return tolerance_; }
  // Whether the deviations satisfy all relations and bounds.
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
  bool settle_by_cycles(std::size_t cell, Side side);
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
  std::vector<std::vector<double>> remembered_;  // solutions, of any attacker
  std::size_t next_forgotten_ = 0;
  std::optional<optimize::Solver> linear_, whole_;
  std::size_t linear_cost_ = 0, whole_cost_ = 0;  // the cell that has a cost
  std::optional<std::pair<std::size_t, Side>> proven_;
  std::vector<double> duals_;  // of `proven_`
};

}  // namespace sfumato::tables
