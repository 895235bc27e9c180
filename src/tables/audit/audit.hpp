// The attacker's problem: what the published cells and the relations still tell about each suppressed one. An
// interval too narrow for its protection levels makes the table unsafe, whoever made the pattern.
#pragma once

#include <optional>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct AuditOptions {
  bool insiders = true;        // contributors who know their own cells attack too
  bool whole_numbers = false;  // the attacker knows that suppressed cells of counts are whole numbers
  // What is known of every cell that has no bounds of its own, beside that it is 0 or more where the table
  // says so: its value ± this many percent.
  std::optional<double> prior_percent = std::nullopt;
  // Enough to know safe or unsafe: an interval is then only as wide as was needed to prove it.
  bool verdict_only = false;
  bool secondary_cells = false;  // the intervals of secondary cells too, which need none
};

struct Interval {
  std::optional<double> lower, upper;  // nothing: no bound
};

// What a contributor who is alone in some suppressed cells can say of another cell.
struct InsiderView {
  std::int64_t contributor = -1;       // as in Contribution; -1 for an unnamed single respondent
  std::vector<std::size_t> own_cells;  // the virtual cells: published, as far as this attacker is concerned
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
  std::vector<std::size_t> revealing;  // relations that prove the too narrow bound; empty when safe
};

struct Audit {
  bool safe = true;
  std::vector<AuditedCell> cells;  // every primary cell (and secondary, if wanted), in the table's order
  std::size_t suppressed = 0;
  std::size_t solved = 0;  // linear programs solved
  std::size_t spared = 0;  // and those that were not needed
};

// A primary cell is safe if its interval reaches from need_lower to need_upper, is need_width wide, and is
// more than a single point, whatever its levels; short by 1e-6 of a level, or of the last decimal, is not
// short. In numbers beyond 9e15 of the last decimal, some 1e-14 of the largest one are not told apart, and
// a level as small as that is safe only if more than both shows. A cell's own bounds can make its need
// unattainable: it is unsafe then, with no relation to blame. Secondary cells are always safe. The table must
// be one that check_table accepts.
Audit audit(const CellTable& table, const AuditOptions& options, const Run& run);

}  // namespace sfumato::tables
