// Cell suppression: which further cells to leave out, so that the sensitive ones cannot be worked out.
// Whatever algorithm chose them, what comes back has passed the audit on the whole table, or is said not to.
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
  // The best safe pattern found by then is the answer.
  optimize::Effort limit = optimize::Effort::seconds(60);
  double gap = 0;  // good enough, in percent of the cost
  ProblemOptions problem = {};
  AuditOptions attacker = {};  // insiders or not, whole numbers, prior bounds
};

// A sensitive cell whose levels cannot be reached even with every cell suppressed that may be.
struct OutOfReach {
  std::size_t cell = 0;
  double need_lower = 0, need_upper = 0;
  Interval most;  // how wide it gets
};

struct Suppression {
  CellTable table;                 // with the pattern
  std::string algorithm = "auto";  // that was used
  bool optimal = false;
  double cost = 0;   // of the secondary cells
  double bound = 0;  // no safe pattern costs less; 0 where nobody looked
  std::size_t primary = 0, secondary = 0;
  std::vector<OutOfReach> out_of_reach;
  std::vector<std::string> notes;
  Audit audit;  // safe unless `out_of_reach` has cells

  // (cost − bound) / cost in percent; 0 where the cost is.
  double gap() const { return cost > 0 ? 100.0 * (cost - bound) / cost : 0.0; }
};

// Levels out of reach are no error: the rest is protected, and they are listed.
Suppression suppress(const CellTable& table, const SuppressionOptions& options, const Run& run);

}  // namespace sfumato::tables
