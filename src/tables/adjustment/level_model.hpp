// What an attacker who knows the sensitivity rule can say about the protection level of a cell, as a function
// of its true value. With the published value this bounds the true value from both sides of each direction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// slope · v + constant.
struct Line {
  double slope = 0, constant = 0;
};

// For a true value v, in units of the table's last decimal, the level lies between the largest of `bottom`
// (and 0) and `top`.
struct LevelModel {
  Line top;
  std::vector<Line> bottom;
  double least = 0;  // the smallest v that this attacker holds possible
};

// outsider: knows the number of contributors, and no contribution. contributors: those that the rule assumes
// to attack (the second largest, or a coalition that begins with it), who know their own contributions.
enum class CellAttacker : std::uint8_t { outsider, contributors };
const char* to_text(CellAttacker attacker);

// One attacker's knowledge of one cell.
struct CellKnowledge {
  CellAttacker attacker = CellAttacker::outsider;
  std::int64_t contributor = -1;  // of a single attacking contributor: as in Contribution; -1: unknown
  LevelModel upper, lower;        // of the upper and the lower level
};

// The attackers on a sensitive cell; the outsider is the first. The rule is the one whose level the cell has
// (p-percent, pq or dominance, for records or holdings), and the attacker is assumed to know which one that
// is. With v = a + b + c:
//   p-percent, pq  a the largest contribution, b the sum of the n next ones, c the rest; level (p/q)·a − c
//   dominance      a the n largest together, b = 0, c the rest;              level (100/k − 1)·a − c
// A level of any other origin (a safety range, a file) is taken as a known percentage of the value; where the
// value is 0 or negative, as a known amount.
std::vector<CellKnowledge> attackers_on(const CellTable& table, std::size_t cell, int decimals);

struct UnitRange {
  double lower = 0, upper = 0;  // the upper end may be infinite
};

enum class Move : std::uint8_t { up, down };

// The true values from which the cell can have come to `published` in that direction, if it moved by its
// level times a factor between `low` and `high`, rounded up to units: whole numbers of units. Without `high`
// it may also have moved further.
std::optional<UnitRange> origins(const LevelModel& model, Move move, double published, double low,
                                 std::optional<double> high);

}  // namespace sfumato::tables
