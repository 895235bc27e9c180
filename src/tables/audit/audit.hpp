// The attacker's problem: the interval that the published cells and the relations imply for each suppressed
// cell. An interval too narrow for its protection levels makes the table unsafe, whatever software made the
// pattern.
#pragma once

#include <optional>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct AuditOptions {
  bool insiders = true;        // contributors who know their own cells attack too
  bool whole_numbers = false;  // the attacker knows that suppressed cells of counts are integers
  // Prior bounds of every cell without its own bounds, in addition to the bound 0 where the table has it: its
  // value ± this many percent.
  std::optional<double> prior_percent = std::nullopt;
  // Only decide safe or unsafe: an interval is then only as wide as was needed to prove it.
  bool verdict_only = false;
  bool secondary_cells = false;  // also compute the intervals of secondary cells
};

struct Interval {
  std::optional<double> lower, upper;  // empty: no bound
};

// What a contributor who is alone in some suppressed cells can infer about another cell.
struct InsiderView {
  std::int64_t contributor = -1;       // as in Contribution; -1 for an unnamed single respondent
  std::vector<std::size_t> own_cells;  // the cells that this attacker knows
  Interval interval;
};

struct AuditedCell {
  std::size_t cell = 0;
  Interval interval;
  double need_lower = 0;  // value - lower level, and so on
  double need_upper = 0;
  double need_width = 0;
  bool safe = false;
  std::optional<InsiderView> insider;  // the worst one, where it alone makes the cell unsafe
  std::vector<std::size_t> revealing;  // relations that prove the narrow bound; empty when safe
};

// The difference of a margin and one of its parts, which the rules group and k-disclosure protect.
struct AuditedOutside {
  std::size_t cell = 0;
  std::size_t margin = 0;
  std::size_t rule = 0;  // position in the table's rules
  double value = 0;      // margin − cell
  Interval interval;
  double need_lower = 0;
  double need_upper = 0;
  bool safe = false;
  std::vector<std::size_t> revealing;  // relations that prove the narrow bound; empty when safe
};

struct Audit {
  bool safe = true;
  std::vector<AuditedCell> cells;  // every primary cell (and secondary, if requested), in the table's order
  std::vector<AuditedOutside> outside;  // by rule, then in the order of the relations
  std::size_t suppressed = 0;
  std::size_t solved = 0;   // linear programs solved
  std::size_t skipped = 0;  // linear programs skipped
};

// A primary cell is safe if its interval reaches from need_lower to need_upper, is need_width wide, and is
// more than a single point, whatever its levels; the tolerance is 1e-6 of a level, or of the last decimal.
// For numbers above 9e15 units of the last decimal, differences of about 1e-14 of the largest one are not
// distinguished, and a level as small as that is safe only if the interval exceeds both. A cell's own bounds
// can make its need unattainable: it is then unsafe, without a revealing relation. Secondary cells are always
// safe. Differences of margins and cells that the table's rules protect are attacked too (outside_audit.hpp).
// The table must be one that check_table accepts.
Audit audit(const CellTable& table, const AuditOptions& options, const Run& run);

// The cells that are unsafe, themselves or as a part of a margin, ascending.
std::vector<std::size_t> unsafe_cells(const Audit& audit);

}  // namespace sfumato::tables
