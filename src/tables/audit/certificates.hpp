// Certificates: deviations that prove cells safe from insiders, without a program for each insider and cell.
// A deviation that does not move an insider's own cells is feasible for that insider, so that one that moves
// few cells is valid for nearly all insiders, and a second one covers most of the others.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/solver.hpp"
#include "tables/audit/attack_program.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/audit/box_search.hpp"
#include "tables/audit/insiders.hpp"
#include "tables/audit/short_cycle.hpp"

namespace sfumato::tables {

// An insider, seen from one part of the system.
struct PartInsider {
  const Insider* insider = nullptr;
  std::vector<std::size_t> places;  // its cells in the part
};

// A deviation of a cell to one side, in units, that must be possible for every attacker.
struct Goal {
  std::size_t place = 0;
  Side side = Side::up;
  double least = 0;  // positive
};

class CertificateSearch {
 public:
  // All must outlive the search; `outsider` knows no cell. At most one goal for a cell and a side.
  CertificateSearch(const CellTable& table, const AttackPart& part, std::span<const PartInsider> insiders,
                    const AttackProgram& outsider, std::vector<Goal> goals, const Run& run);

  // Searches certificates for all goals.
  void search();

  // Insiders, by position, ascending, for whom no certificate was found: for them the goal may be infeasible.
  std::vector<std::size_t> open_insiders(std::size_t goal) const;

  std::size_t solved() const { return solved_; }

 private:
  struct State {
    bool certified = false;         // before that all insiders are open
    std::vector<std::size_t> open;  // insiders whose cells every certificate so far moves, ascending
  };

  optimize::Model model() const;
  void set_room(std::size_t place);
  std::vector<Deviation> shortest(const Goal& goal, std::span<const std::size_t> without);
  std::vector<Deviation> solve(const Goal& goal);
  std::vector<Deviation> cleaned(const std::vector<double>& values) const;
  void show(std::span<const Deviation> certificate);
  void show_scaled(std::span<const Deviation> certificate, std::span<const std::size_t> touched, double sign);
  void get_past(std::size_t goal, std::span<const std::size_t> insiders);

  const AttackPart& part_;
  std::span<const PartInsider> insiders_;
  const AttackProgram& outsider_;
  const Run& run_;
  std::vector<Goal> goals_;
  std::vector<State> states_;
  std::vector<std::size_t> insider_of_;  // the insider who knows each cell, or none
  std::array<std::vector<std::size_t>, 2> goal_at_;
  CycleSearch cycles_;
  BoxSearch boxes_;
  std::vector<std::uint8_t> marked_;        // cells that the next certificate must not move
  std::optional<optimize::Solver> solver_;  // of deviations up, then deviations down
  std::size_t solved_ = 0;
};

}  // namespace sfumato::tables
