// Rounding to multiples of a base. Controlled rounding keeps every sum exact and moves as little as possible;
// random and conventional rounding, cell by cell, serve as comparison.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"
#include "tables/protected_values.hpp"

namespace sfumato::tables {

enum class RoundingMode : std::uint8_t { controlled, random, conventional };

// "controlled", "random", "conventional"; empty for other words.
std::optional<RoundingMode> rounding_mode(std::string_view name);
const char* to_text(RoundingMode mode);

struct RoundingOptions {
  Decimal base;  // more than 0, and not finer than the table's last decimal
  RoundingMode mode = RoundingMode::controlled;
  // How many further multiples of the base a cell may go beyond the two nearest ones: `steps` at first, and
  // more, up to `most_steps`, only where no additive table exists.
  int steps = 0;
  int most_steps = 2;
  // |change| < (steps + 1) · base: without further steps multiples of the base stay as they are, and zeros
  // always do. Else <=, also for zeros.
  bool zero_restricted = true;
  // Sensitive cells get only values whose band of ± (steps + 1) · base covers their levels.
  bool protect = true;
  DistanceWeight weight = DistanceWeight::unity;
  optimize::Effort limit = optimize::Effort::seconds(60);
  double gap = 0;  // stop at this gap, in percent of the distance
  AuditOptions attacker = {};
};

struct Rounding {
  bool found = false;           // a rounded table; always so for random and conventional rounding
  std::vector<Decimal> values;  // what is published, for each cell
  bool additive = false;        // they add up in every relation
  CellTable table;              // see published_table; without relations where the values do not add up
  bool optimal = false;         // controlled: none is nearer (with these steps, and these cells protected)
  double distance = 0;          // Σ weight · |change|
  double bound = 0;             // no table rounded with these options is nearer
  int steps = 0;                // that were needed
  bool protect = false;         // sensitive cells have values whose band protects them
  double reach = 0;             // largest distance between true and published values, known to the attacker
  std::size_t changed = 0;      // cells
  // Sensitive cells for which no allowed multiple has a band that covers their levels: the base is too small.
  std::vector<std::size_t> too_small;
  Audit audit;  // of the sensitive cells, against an attacker who knows `reach`, the priors and the relations
  std::vector<std::string> notes;

  // (distance − bound) / distance in percent; 0 where the distance is.
  double gap() const { return distance > 0 ? 100.0 * (distance - bound) / distance : 0.0; }
};

// The attacker's problem for published values with an error of at most `reach`: every true cell lies in
// [published − reach, published + reach], both ends included, and within its prior bounds; the true values
// keep the relations. With `strictly`, and where the attacker knows that counts are integers, the ends are
// not included.
Audit audit_rounded(const CellTable& table, std::span<const Decimal> published, const Decimal& reach,
                    bool strictly, const AuditOptions& attacker, const Run& run);

// Kept cells are rounded like others. Conventional rounding rounds a half away from zero; random rounding
// goes up with the probability of the remainder over the base, so that its expectation is the true value, and
// draws for each cell from its own stream. In controlled rounding no cell changes its sign.
Rounding round_table(const CellTable& table, const RoundingOptions& options, const Run& run);
// The same with a shared limit instead of the options' own.
Rounding round_table(const CellTable& table, const RoundingOptions& options, const optimize::Limit& limit,
                     const Run& run);

}  // namespace sfumato::tables
