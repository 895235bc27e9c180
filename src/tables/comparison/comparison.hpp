// Protections of one table side by side, all at the table's protection levels: the information loss of each,
// and the attacker's remaining uncertainty. The ranking is by loss.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"
#include "tables/perturbation/ptable.hpp"
#include "tables/protection_loss.hpp"

namespace sfumato::tables {

// The attacker's uncertainty divided by the required one: 1 is just safe. For an interval its width by the
// required width; for an adjusted cell its change by the level on that side; for a margin without a
// cell how far it may lie above its value by how far it must. Over the sensitive cells with a
// requirement and a finite interval.
struct DoubtOfNeed {
  double least = 0;
  double median = 0;  // of an even number the lower one
  double mean = 0;
};

struct ComparedProtection {
  std::string method;      // one of protection_names()
  std::string parameters;  // "base 50", "margins fixed"; often empty
  bool safe = false;
  std::string reason;                         // why it has no rank; empty where it has one
  std::optional<LostShares> lost;             // empty where no table was made
  std::optional<SuppressionLoss> suppressed;  // of suppression and recoding
  std::optional<DistanceLoss> distance;       // of rounding, adjustment and perturbation
  std::optional<IntervalWidths> widths;       // of the sensitive cells, where they have intervals
  std::optional<DoubtOfNeed> doubt;
  std::optional<double> cost, bound;  // of suppression: of its secondary cells, and of any safe pattern's
  std::optional<double> gap;          // to the best of its kind, in percent, where known
  std::size_t rank = 0;  // 1 has the least loss; ties share a rank; 0 where it is not safe, or not asked for
  // Of the totals that it publishes, those with another value than the true one.
  std::size_t totals = 0, totals_changed = 0;
  CellTable table;                   // what would be published, with the pattern of a suppression
  std::optional<CellTable> pattern;  // of recoding: the original, with all removed cells suppressed
  Audit audit;                       // the attacker's intervals; of secondary cells too where they are few
  std::vector<AdjustedCell> adjusted;
  std::vector<std::string> notes;

  // The cells of the original with what is published of them.
  const CellTable& cells() const { return pattern ? *pattern : table; }
};

// By value, by number of cells, or by cost: see LostShares.
enum class RankBy : std::uint8_t { loss, cells, cost };

// keep: protections that change a published total have no rank, unless all safe ones do. any: all safe ones
// are ranked together.
enum class Totals : std::uint8_t { keep, any };
const char* to_text(Totals totals);

// "loss", "cells", "cost"; empty for other words.
std::optional<RankBy> rank_by(std::string_view name);
const char* to_text(RankBy by);

// The share, in percent, that this ranking uses.
double ranked_loss(const LostShares& lost, RankBy by);

struct ComparisonOptions {
  std::vector<std::string> methods;  // of protection_names(); none: all, perturb where cells have keys
  RankBy rank = RankBy::loss;
  Totals totals = Totals::any;                             // the job `table-compare` has keep as its default
  optimize::Effort limit = optimize::Effort::seconds(60);  // for each
  AuditOptions attacker;
  // Of perturb; without one, the ptable of variance 2 and noise of at most 4.
  std::optional<Ptable> ptable;
};

std::vector<std::string> protection_names();

// In the order of their ranks, those without a rank last. A method that does not fit the table, or finds no
// safe table, is listed with its reason. All are evaluated at the levels of the table: suppression and
// recoding by the audit, rounding by the audit of rounded tables, adjustment by how far sensitive cells have
// moved, which does not cover sliding levels: with sliding levels it has no rank. Perturbation cannot be
// audited and has no rank. A total is a cell that a relation says to be the sum of others; suppression and
// recoding change none. Rounding takes the smallest base of 2, 5, 10, 20, … units of the last decimal
// whose band can cover the levels, and which gives a safe table; a base of 1 unit would publish the true
// values. Equal losses share a rank: less lost value comes first, then fewer changed cells. Each protection
// is one step of the run.
std::vector<ComparedProtection> compare_protections(const CellTable& table, const ComparisonOptions& options,
                                                    const Run& run);

}  // namespace sfumato::tables
