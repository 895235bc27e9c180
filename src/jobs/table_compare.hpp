// The job `table-compare`: protects a table in every way that fits, all at the same levels, and ranks them by
// information loss.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/comparison/comparison.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::jobs {

struct TableCompareRequest : tables::LimitParams, tables::AttackerParams, tables::RuleParams {
  std::vector<std::string> methods;
  tables::RankBy rank_by = tables::RankBy::loss;
  tables::Totals totals = tables::Totals::keep;
  std::string ptable;
  // Data.
  tables::CellTable table;
  std::vector<std::string> notes;            // earlier notes about the table; they come first
  std::string ptable_source = "the ptable";  // for messages: the file that it came from

  static JobInfo info();
  static void params(ParamList<TableCompareRequest>& list);
};

struct TableCompareResult {
  tables::CellTable original;                           // as the rules, where there are some, mark it
  std::vector<tables::ComparedProtection> protections;  // by rank
  tables::RankBy rank_by = tables::RankBy::loss;
  tables::Totals totals = tables::Totals::keep;
  std::vector<std::string> notes;
};

// An error where no cell is sensitive.
TableCompareResult compare_table(TableCompareRequest request, const Run& run);

}  // namespace sfumato::jobs
