// The integer table nearest to a target that satisfies all relations: a linear program, whose vertices are
// integral for tables of two dimensions, and an integer program where they are not. Controlled rounding is
// this problem, and adjustment uses it to reach exact decimals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

// An integer from `lowest` to `highest`, near `target`, 0 <= target < 1. Its cost is the distance from the
// target times `weight`.
struct IntegerCell {
  double target = 0;
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
  double weight = 1;
};

struct IntegerSolution {
  bool found = false;
  bool infeasible = false;  // proven; otherwise, without a solution, the limit was reached
  bool optimal = false;
  std::vector<std::int64_t> values = {};  // for each cell of the part
  double distance = 0;
  double bound = 0;  // no solution is nearer
};

// With Σ coefficient · number = rights[row] for each row of the part. `gap` is relative. Ties between equally
// near tables are broken by the solver, deterministically.
IntegerSolution nearest_whole(const AttackPart& part, std::span<const IntegerCell> cells,
                              std::span<const std::int64_t> rights, const optimize::Limit& limit, double gap,
                              const Run& run);

}  // namespace sfumato::tables
