// The report of `table compare`: which protection of a table has the least loss, the loss of each, and why
// some have no rank.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "jobs/provenance.hpp"
#include "report/report.hpp"
#include "tables/comparison/comparison.hpp"

namespace sfumato::report {

// How a comparison was made, where a front end recorded it (table_making.hpp).
struct TableMaking {
  std::string command;     // as the front end was asked; empty: not recorded
  std::string parameters;  // all of them, defaults too
  std::vector<std::string> attacker;
  std::vector<jobs::ProvenanceFile> files;
};

struct TableComparison {
  std::string source;  // the file, as typed
  tables::CellTable original;
  std::vector<tables::ComparedProtection> protections;  // as compare_protections orders them
  tables::RankBy rank_by = tables::RankBy::loss;
  tables::Totals totals = tables::Totals::any;
  std::vector<std::pair<std::string, std::string>> asked;  // options as typed
  std::string made_on;                                     // "2026-11-15"; may be empty
  std::vector<std::string> warnings;
  TableMaking making = {};

  // Empty where no protection is safe.
  const tables::ComparedProtection* winner() const;
};

// "suppress-optimal", "round (base 50)".
std::string protection_name(const tables::ComparedProtection& protection);

// The proposed protection, whether it changes published totals, its distance from the next, and the ranking
// criterion; a sentence each.
std::vector<std::string> table_verdict(const TableComparison& comparison);

// The ranking with a row for each protection that has a rank, what its columns mean, and the others with
// their reasons.
std::vector<Block> table_ranking_blocks(const TableComparison& comparison);

// {"levels": {…}, "rank_by", "methods": [{"method", "parameters", "safe", "reason", "loss", "lost_cells",
// "lost_cost", "suppressed", "distance", "widths", "doubt", "cost", "bound", "gap", "rank", "totals_changed",
// "notes"}], "winner", "totals", "winner_changes_totals", "making"}. Losses are percentages; a value that a
// method does not have is null.
Report table_comparison_report(const TableComparison& comparison);

// The same as a table of one row for each protection, for comparison.csv.
Table table_comparison_rows(const TableComparison& comparison);

}  // namespace sfumato::report
