// Cell suppression: which further cells to suppress, so that the sensitive ones cannot be recomputed. The
// result of every algorithm has passed the audit on the whole table, or is reported as unsafe.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/audit.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

struct SuppressionOptions {
  std::string algorithm = "auto";  // a name of algorithms.def
  // The result is the best safe pattern found by then.
  optimize::Effort limit = optimize::Effort::seconds(60);
  double gap = 0;  // stop at this gap, in percent of the cost
  ProblemOptions problem = {};
  AuditOptions attacker = {};  // insiders or not, integers, prior bounds
};

// A sensitive cell whose levels cannot be met even if every cell that may be suppressed is suppressed.
struct OutOfReach {
  std::size_t cell = 0;
  double need_lower = 0, need_upper = 0;
  Interval most;                                     // how wide it gets
  std::optional<std::size_t> margin = std::nullopt;  // where this is about margin − cell
};

struct Suppression {
  CellTable table;                 // with the pattern
  std::string algorithm = "auto";  // that was used
  bool optimal = false;
  double cost = 0;   // of the secondary cells
  double bound = 0;  // no safe pattern costs less; 0 where no bound was computed
  std::size_t primary = 0, secondary = 0;
  std::vector<OutOfReach> out_of_reach;
  std::vector<std::string> notes;
  Audit audit;  // safe unless `out_of_reach` has cells

  // (cost − bound) / cost in percent; 0 where the cost is.
  double gap() const { return cost > 0 ? 100.0 * (cost - bound) / cost : 0.0; }
};

// Levels out of reach are not an error: the other cells are protected, and these are listed.
Suppression suppress(const CellTable& table, const SuppressionOptions& options, const Run& run);

}  // namespace sfumato::tables
