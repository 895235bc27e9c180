// The attacker's linear program over deviations from the true values: how far a cell can move while the
// relations hold, and the dual proof. Posed over the relations or over the degrees of freedom, whichever are
// fewer.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "optimize/solver.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

struct Attack {
  double reached = 0;  // 0 or more
  // The deviation of the cell is Σ rest · d for every d that keeps the relations: exact, whatever the
  // solver's tolerances, so that Σ |rest| · room is a bound on it.
  std::vector<double> rests;
  std::vector<double> deviations;  // that reach it
};

class AttackerProgram {
 public:
  AttackerProgram(const CutSystem& system, const std::optional<Elimination>& elimination);

  // How far a cell may go down and up; may be infinite.
  void set_rooms(std::size_t cell, double down, double up);
  // How far the cell itself can go, but no further than `enough`. Empty where the solver failed, or the limit
  // was too small.
  std::optional<Attack> most(std::size_t cell, bool up, double enough, const optimize::Limit& limit);

 private:
  void pass_price(std::size_t column, double before, double now);
  void ask(std::size_t cell, bool up, bool on);
  std::optional<Attack> solved(std::size_t cell, bool up, const optimize::Limit& limit);
  bool trusted(const Attack& attack, double objective) const;
  std::vector<double> rests_by_rows(std::size_t cell, bool up, const std::vector<double>& multipliers) const;
  std::vector<double> rests_by_freedom(std::size_t cell, bool up, const std::vector<double>& values) const;

  const CutSystem& system_;
  const Elimination* freedom_;  // null: posed over the relations
  const Elimination* elimination_;
  std::vector<double> down_, up_;
  optimize::Solver solver_;
};

}  // namespace sfumato::tables
