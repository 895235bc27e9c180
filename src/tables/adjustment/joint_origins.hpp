// The attacker's sets of all sensitive cells together: the true table is additive too, so that the relations
// exclude some combinations of directions and amounts. An integer program with one direction for each cell.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "optimize/solver.hpp"
#include "tables/adjustment/level_model.hpp"
#include "tables/protected_values.hpp"

namespace sfumato::tables {

// The possible true values by direction of the move, in units.
struct Origins {
  std::array<std::optional<UnitRange>, 2> by_move;  // Move::up, Move::down

  std::optional<UnitRange>& of(Move move) { return by_move[static_cast<std::size_t>(move)]; }
  const std::optional<UnitRange>& of(Move move) const { return by_move[static_cast<std::size_t>(move)]; }
  bool contains(double value) const;
};

// All in units, one for each cell of the table.
struct JointKnowledge {
  std::vector<double> truth, published;
  std::vector<UnitRange> bounds;                // of the true values; single points for those that are known
  std::vector<std::optional<Origins>> origins;  // of sensitive cells; they contain the true value
};

class JointOrigins {
 public:
  // The table, the knowledge and the run must outlive it.
  JointOrigins(const CellTable& table, const JointKnowledge& knowledge, const optimize::Limit& limit,
               const Run& run);
  ~JointOrigins();

  // What is left of `own`, the cell's set, for an attacker who also knows the cells `known`. Ends are exact
  // for real numbers in the other cells. Where the limit was reached, the set stays wider and `complete`
  // becomes false.
  Origins narrowed(std::size_t cell, const Origins& own, std::span<const std::size_t> known, bool& complete);

  // Other cells in a relation with this one.
  std::vector<std::size_t> neighbours(std::size_t cell) const;

 private:
  class Program;
  Program& program_of(std::size_t cell);

  const JointKnowledge& knowledge_;
  optimize::Limit limit_;
  const Run& run_;
  std::vector<AttackPart> parts_;
  std::vector<std::size_t> part_of_, place_of_;
  std::map<std::size_t, std::unique_ptr<Program>> programs_;  // by part
};

}  // namespace sfumato::tables
