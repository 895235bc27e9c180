// Controlled tabular adjustment of one part of a table as a program in deviations from the true values. A
// linear program bounds the distance, directions are chosen and improved a block at a time, and an integer
// program continues from there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/protected_values.hpp"

namespace sfumato::tables {

// The cell moves by at least `up` or at least −`down`.
struct MoveDemand {
  std::size_t place = 0;  // among the part's cells
  double up = 0, down = 0;
  bool can_up = true, can_down = true;  // within the cell's room; at least one is true
};

// In units of the table's last decimal.
struct AdjustmentProblem {
  const AttackPart* part = nullptr;
  std::vector<double> room_down, room_up;  // how far a cell may move; may be infinite, 0 for cells that stay
  std::vector<double> weight;
  std::vector<MoveDemand> demands;
};

struct AdjustmentProposal {
  bool found = false;
  bool infeasible = false;  // proven
  std::vector<double> deviations;
  std::vector<std::uint8_t> up;  // direction of each demand
  // Demands, by position, that conflict with the others, found during the search for a first solution.
  std::vector<std::size_t> blocked;
  double distance = 0;
  double bound = 0;
};

// Deviations are real numbers here. `gap` is relative. Where the demands conflict, `find_conflicts` finds out
// which ones.
AdjustmentProposal nearest_adjusted(const AdjustmentProblem& problem, const optimize::Limit& limit,
                                    double gap, bool find_conflicts, const Run& run);

// The same in integer units, from a known solution; for small parts. Empty where the limit is reached first.
AdjustmentProposal nearest_adjusted_whole(const AdjustmentProblem& problem, std::span<const double> start,
                                          const optimize::Limit& limit, double gap, const Run& run);

// The demands, by position, that cannot be met even alone.
std::vector<std::size_t> unreachable_demands(const AdjustmentProblem& problem, const Run& run);

}  // namespace sfumato::tables
