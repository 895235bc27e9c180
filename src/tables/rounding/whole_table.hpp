// The table of whole numbers nearest to a target that keeps all relations: a linear program, whose vertices
// are whole for tables of two dimensions, and a whole-number program where they are not. Controlled rounding
// is this problem, and adjusted tables come to exact decimals by it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

// A whole number from `lowest` to `highest`, wanted near `target`, 0 <= target < 1. Nothing is counted but
// its distance from there, `weight` for each 1.
struct WholeCell {
  double target = 0;
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
  double weight = 1;
};

struct WholeAnswer {
  bool found = false;
  bool infeasible = false;  // proven; otherwise, without an answer, the limit was reached
  bool optimal = false;
  std::vector<std::int64_t> values = {};  // for each cell of the part
  double distance = 0;
  double bound = 0;  // no answer is nearer
};

// With Σ coefficient · number = rights[row] for each row of the part. `gap` is relative. Ties between equally
// near tables go as the solver's fixed rules have it.
WholeAnswer nearest_whole(const AttackPart& part, std::span<const WholeCell> cells,
                          std::span<const std::int64_t> rights, const optimize::Limit& limit, double gap,
                          const Run& run);

}  // namespace sfumato::tables
