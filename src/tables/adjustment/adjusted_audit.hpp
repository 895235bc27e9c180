// The audit of an adjusted table: for each sensitive cell the set of true values that an attacker holds
// possible who knows the published table, the rule, the range of the levels, and that true tables add up.
// With a single level the set often has two values only, one for each direction, and one of them is true.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/adjustment/level_model.hpp"

namespace sfumato::tables {

struct AdjustedAuditOptions {
  LevelRange levels = {};    // as the table was adjusted
  bool fix_margins = false;  // the attacker knows that totals are true
  bool insiders = true;      // contributors attack too
  std::optional<double> prior_percent = std::nullopt;
  bool use_relations = true;  // without: each cell by itself, which is fast and gives wider sets
  optimize::Effort limit = optimize::Effort::work(30);
};

// The set of one attacker.
struct AttackerSet {
  CellAttacker attacker = CellAttacker::outsider;
  std::vector<std::size_t> own_cells;  // other cells that the attacker alone contributes to, and so knows
  std::vector<Interval> intervals;     // ascending, at most two; an interval may be one value
  std::optional<double> values;        // how many numbers of the table's decimals are in it; empty: no end
  bool contains_value = false;         // the true one
  std::optional<double> closest;       // the distance of the true value from the set; empty: an empty set
  // The same in levels: 1 is as far as the level requires.
  std::optional<double> closest_of_need;
  // Of the intervals that are nearer to the true value than the level, the narrowest: its width over the
  // width of the protection interval. Empty where there is none, or no end.
  std::optional<double> near_of_need;
  bool spans = false;  // it reaches from value - lower level to value + upper level
  bool few = false;    // one value for each direction, or two in sequence where levels were rounded
  bool safe = false;
};

struct AdjustedSet {
  std::size_t cell = 0;
  Decimal value, published;
  Decimal need_lower, need_upper;
  bool moved = false;   // published at need_lower or less, or at need_upper or more
  bool beyond = false;  // moved by more than its level: the relations required it, and the attacker is wrong
  AttackerSet set;      // of the attacker who learns most
  bool safe = false;
};

// A cell is safe if its published value is at one of its levels or beyond, and each interval of every
// attacker's set is either at least the level away from the true value or at least as wide as the protection
// interval (value - lower level to value + upper level).
struct AdjustedAudit {
  bool safe = true;
  LevelRange levels;
  std::vector<AdjustedSet> cells;  // every sensitive one, in the table's order
  std::size_t few = 0;             // cells whose set has one value for each direction
  std::size_t spans = 0;
  std::size_t beyond = 0;
  std::size_t wider = 0;  // cells whose sets may be wider than possible: the limit was reached
  bool relations = true;  // whether they were used
};

// `published` has the same cells and relations as `table`, which has the true values, levels and
// contributors; else an error.
AdjustedAudit audit_adjusted(const CellTable& table, const CellTable& published,
                             const AdjustedAuditOptions& options, const Run& run);

// The sets that follow from each cell alone, and a note about cells with at most two possible values, for the
// result of an adjustment.
void add_attacker_sets(const CellTable& table, const AdjustmentOptions& options, Adjustment& made,
                       const Run& run);

}  // namespace sfumato::tables
